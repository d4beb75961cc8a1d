extension Controller {
  /// Asks whether something is to be done, in a dialog over the whole screen. The rest can't be used meanwhile.
  ///
  /// The focus is on the button that does it, or on the other one if something is lost by it. The dialog goes when it is
  /// answered, and unanswered when this controller ends or the user goes to another address.
  ///
  /// - Parameters:
  ///   - title: The question, as what its buttons answer: "Delete this list?".
  ///   - message: What comes of it, if that needs words.
  ///   - button: What the button says that does it: rather "Delete" than "Yes".
  ///   - cancel: What the other one says. The Escape key presses it.
  ///   - isDestructive: Whether something is lost by it, so that its button looks like that.
  ///   - body: What is done, after the dialog has gone.
  public func confirm(
    _ title: String, _ message: String = "", button: String = "OK", cancel: String = "Cancel",
    isDestructive: Bool = false,
    _ body: @escaping () -> Void
  ) {
    let confirmation = Confirmation(title, message, button: button, cancel: cancel, isDestructive: isDestructive, body)
    adopt(confirmation)
    whenPossible { [self] in stage?.layers.present(confirmation, in: confirmation.dialog) }
  }
}

/// A question with two answers, one of which does something.
final class Confirmation: Controller {
  /// What it is shown in.
  let dialog: Dialog

  private let question: String
  private let message: Label?
  private let answers: View

  init(
    _ question: String, _ message: String, button: String, cancel: String, isDestructive: Bool,
    _ body: @escaping () -> Void
  ) {
    self.question = question
    self.message = message.isEmpty ? nil : Label(message)
    dialog = Dialog(asking: question)
    let confirm = Button(button, looks: isDestructive ? ["primary", "danger"] : ["primary"])
    let decline = Button(cancel, looks: ["dismiss"])
    (isDestructive ? decline : confirm).takesFocus = true
    answers = Stack.row(decline, confirm)
    super.init()
    decline.onTap = { [unowned self] in dismiss() }
    confirm.onTap = { [unowned self] in
      dismiss()
      body()
    }
  }

  override var title: String { question }

  override func loadView() -> View {
    let view = Stack.column()
    if let message { view.add(message) }
    view.add(answers)
    return view
  }

  override func viewDidAppear() { dialog.describe(by: message) }
}
