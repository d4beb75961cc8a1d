/// Something the user must know before going on. Lies over the screen and keeps the focus until it is answered.
public final class AlertDialog: View {
  /// Called when the user has read it.
  public var onDismiss: (() -> Void)?

  /// Makes an alert with one button.
  public init(_ title: String, _ message: String, button: String = "OK") {
    super.init(.alertDialog)
    name = title
    let heading = Heading(title, level: 2)
    let text = Label(message)
    let dismiss = Button(button, looks: ["primary", "dismiss"]) { [unowned self] in onDismiss?() }
    dismiss[flag: .takesFocus] = true
    add(heading, text, dismiss)
  }

  /// Ties the message to the dialog, so that screen readers tell it.
  override func didJoinTree() { self[number: .describedBy] = children[1].id }

  func says(_ title: String, _ message: String) -> Bool { name == title && children[1][text: .text] == message }
}

/// News that doesn't interrupt: screen readers tell it when they have time.
public final class Status: View {
  private let label = Label()
  private let button = Button(looks: ["quiet"])

  /// Makes a status that says nothing.
  public init() {
    super.init(.status)
    add(label, button)
    hide()
  }

  /// Says something, with something that can be done about it.
  public func show(_ text: String, button title: String, onTap: @escaping () -> Void) {
    label.text = text
    button.text = title
    button.onTap = onTap
    label.isHidden = false
    button.isHidden = false
    looks = ["shown"]
  }

  /// Says nothing any more.
  public func hide() {
    label.text = ""
    button.onTap = nil
    label.isHidden = true
    button.isHidden = true
    looks = []
  }
}
