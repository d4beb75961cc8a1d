/// Two regions side by side, one over the other where there is no room for both.
///
/// ```swift
/// Path.mail ~> { SplitController("Mail", MessagesController()) }
/// Path.message ~> { MessageController(id: $0) }      // /mail/:id: shown beside the messages
/// ```
open class SplitController: Controller {
  /// Where the first controller is.
  public let first = Stack.column(looks: ["region"])
  /// Where the second is: the screen of an address under this one's, or one that is shown here.
  public let second = Stack.column(looks: ["region"])
  private let name: String

  /// What it was called when it was made.
  open override var title: String { name }
  /// The second region.
  open override var outlet: View? { second }

  /// Makes a split screen.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - controller: What is in its first region.
  public init(_ title: String, _ controller: Controller) {
    name = title
    super.init()
    add(controller, in: first)
  }

  /// Both regions, side by side.
  open override func loadView() -> View { Stack.row(first, second, looks: ["beside"]) }
}
