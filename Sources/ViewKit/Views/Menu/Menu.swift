/// A button that opens a list of things to do. Opening it needs no server.
public final class Menu: View {
  private let button = View(.menuButton)

  /// Makes a menu.
  ///
  /// - Parameters:
  ///   - title: What the button says.
  ///   - looks: How the button looks.
  public init(_ title: String, _ items: MenuItem..., looks: Set<String> = []) {
    super.init(.menu)
    button[text: .text] = title
    button.looks = looks
    let list = View(.menuItems)
    list.name = title
    for item in items { list.add(item) }
    add(button, list)
  }

  /// Whether it can be opened. It is said of its button, as a browser knows it.
  public override var isEnabled: Bool {
    get { super.isEnabled }
    set {
      super.isEnabled = newValue
      button.isEnabled = newValue
    }
  }

  /// What the button says.
  public var title: String {
    get { button[text: .text] }
    set {
      button[text: .text] = newValue
      children[1].name = newValue
    }
  }
}

/// Something to do, in a ``Menu``.
public final class MenuItem: View {
  /// Called when the user chooses it.
  public var onTap: (() -> Void)?

  /// Makes an item.
  ///
  /// - Parameter tone: How it is meant; `danger` for what loses something.
  public init(_ text: String, _ tone: Tone = .neutral, onTap: (() -> Void)? = nil) {
    self.onTap = onTap
    super.init(.menuItem)
    self.text = text
    looks = tone.looks
  }

  /// What it says.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }

  public override var allowedIntents: Set<IntentKind> { onTap == nil ? [] : [.tap] }
  public override func receive(_ intent: IntentKind, _ value: IntentValue) { onTap?() }
}
