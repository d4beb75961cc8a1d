/// The heads of pages of which one is shown. What they show is somebody else's: see ``Tabs``.
public final class TabBar<Choice: Hashable>: View {
  /// Called when the user chooses another tab, which is selected then.
  public var onChange: ((Choice) -> Void)?
  private var tabs: [(choice: Choice, view: Tab)] = []

  /// Makes a bar.
  ///
  /// - Parameters:
  ///   - name: What the pages are about, for screen readers.
  ///   - choices: The pages and what they are called, in order.
  public init(_ name: String, _ choices: [(Choice, String)], selected: Choice) {
    super.init(.tabBar)
    self.name = name
    for (choice, text) in choices {
      let tab = Tab(text) { [unowned self] in
        self.selected = choice
        onChange?(choice)
      }
      tab.isSelected = choice == selected
      tabs.append((choice, tab))
      add(tab)
    }
  }

  /// Whether another page can be chosen. It is said of every head, as a browser knows it.
  public override var isEnabled: Bool {
    get { super.isEnabled }
    set {
      super.isEnabled = newValue
      for head in heads { head.isEnabled = newValue }
    }
  }

  /// The heads, in order.
  var heads: [Tab] { tabs.map(\.view) }

  /// The page that is shown.
  public var selected: Choice? {
    get { tabs.first { $0.view.isSelected }?.choice }
    set { for tab in tabs { tab.view.isSelected = tab.choice == newValue } }
  }
}

/// The head of one page of a ``TabBar``.
public final class Tab: View {
  private let onTap: () -> Void

  init(_ text: String, _ onTap: @escaping () -> Void) {
    self.onTap = onTap
    super.init(.tab)
    self[text: .text] = text
  }

  /// Whether its page is the one shown.
  public internal(set) var isSelected: Bool {
    get { self[flag: .isSelected] }
    // Said in both states: a tab that isn't selected could be.
    set { set(.isSelected, .flag(newValue)) }
  }

  public override var allowedIntents: Set<IntentKind> { [.tap] }
  public override func receive(_ intent: IntentKind, _ value: IntentValue) { if !isSelected { onTap() } }
}

/// What a ``TabBar`` shows of one page.
public final class TabPanel: View {
  /// The tabs whose pages it shows.
  private var tabs: [Tab] = []

  /// Makes a panel.
  ///
  /// - Parameter name: What its tab says.
  public init(_ name: String, _ views: View...) {
    super.init(.tabPanel)
    self.name = name
    for view in views { add(view) }
  }

  /// Says, for who can't see it, that tabs choose what is shown here.
  func show(for tabs: [Tab]) {
    self.tabs = tabs
    didJoinTree()
  }

  override func didJoinTree() { for tab in tabs { tab[number: .controls] = id > 0 ? id : nil } }
}
