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
    dismiss.takesFocus = true
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
  private var timer: ScreenTimer?
  /// What its button does for who sees that still, though its time is up.
  private(set) var onLateTap: (() -> Void)?

  /// Makes a status that says nothing.
  public init() {
    super.init(.status)
    add(label, button)
    hide()
  }

  /// Says something, with something that can be done about it.
  public func show(_ text: String, button title: String, onTap: @escaping () -> Void) {
    // What was to go after a while has gone already.
    timer?.cancel()
    label.text = text
    button.text = title
    button.onTap = onTap
    onLateTap = nil
    label.isHidden = false
    button.isHidden = false
    looks = ["shown"]
  }

  /// Says something for a while, with something that can be done about it. When that is done, or the time is up, it goes.
  ///
  /// What a user presses in sight is done, though the server hears of it later: over a slow connection, or one that was interrupted. So
  /// `onTap` may be called when the time is up, until something else is said, or the session is brought back from a snapshot of it.
  ///
  /// - Parameter controller: Whose news it is: it waits in the time of the screen that this one stands in, or has opened it. One that has ended
  ///   has none left: say it before.
  public func show(
    _ text: String, button title: String, for duration: Duration, by controller: Controller, onTap: @escaping () -> Void
  ) {
    show(text, button: title) { [unowned self] in
      hide()
      onTap()
    }
    timer = controller.outermost.after(duration) { [weak self] in self?.expire() }
  }

  private func expire() {
    let onTap = button.onTap
    hide()
    onLateTap = onTap
  }

  /// Says something for a while.
  ///
  /// - Parameter controller: Whose news it is: it waits in the time of the screen that this one stands in, or has opened it. One that has ended
  ///   has none left: say it before.
  public func show(_ text: String, for duration: Duration, by controller: Controller) {
    tell(text)
    looks = ["shown"]
    timer = controller.outermost.after(duration) { [weak self] in self?.hide() }
  }

  /// Says something that isn't seen, for screen readers: what everybody else sees elsewhere, such as how much a search has found.
  ///
  /// It is told once, and not again when the same is said. A status that is also seen would lose what it shows: have another for this.
  public func tell(_ text: String) {
    hide()
    label.text = text
    label.isHidden = false
  }

  /// Says nothing any more.
  public func hide() {
    timer?.cancel()
    label.text = ""
    button.onTap = nil
    onLateTap = nil
    label.isHidden = true
    button.isHidden = true
    looks = []
  }
}
