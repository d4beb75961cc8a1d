/// A dialog over the screen. Controllers present others in one: see ``Controller/present(_:isDismissable:closing:)``.
public final class Dialog: View {
  /// Called when the user closes it, by its button or the Escape key.
  public var onDismiss: (() -> Void)?
  /// Where its content is.
  public let content = Stack.column(looks: ["content"])

  private let heading: Heading
  private weak var explanation: Label?

  /// Makes a dialog.
  ///
  /// - Parameters:
  ///   - isDismissable: Whether it has a button to close it, and is closed by the Escape key.
  ///   - closing: What a screen reader calls that button.
  public init(_ title: String, isDismissable: Bool = true, closing: String = "Close") {
    heading = Heading(title, level: 2)
    super.init(.dialog)
    name = title
    add(heading, content)
    if !isDismissable { return }
    // Behind the content, so that the focus goes to that first; the style sheet puts it into the corner.
    let close = Button("×", looks: ["quiet", "dismiss"]) { [unowned self] in onDismiss?() }
    close.name = closing
    add(close)
  }

  /// Makes one that asks something. Its content holds the answers.
  init(asking question: String) {
    heading = Heading(question, level: 2)
    super.init(.alertDialog)
    name = question
    add(heading, content)
  }

  /// Ties a text to the dialog that is shown, so that screen readers tell it.
  func describe(by text: Label?) {
    explanation = text
    didJoinTree()
  }

  override func didJoinTree() {
    self[number: .describedBy] = explanation.flatMap { $0.id > 0 ? $0.id : nil }
  }

  /// What it is called.
  public var title: String {
    get { name }
    set {
      name = newValue
      heading.text = newValue
    }
  }
}
