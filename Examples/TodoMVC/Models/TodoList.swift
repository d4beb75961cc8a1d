/// A visitor's list, whole.
public struct TodoList: Sendable, Equatable, Codable {
  /// How many todos a list may have.
  public static let limit = 5_000

  /// Whose it is.
  public let owner: String
  /// Of two states of the list, the later has the greater number.
  public let version: Int
  /// The todos, the oldest first.
  public let todos: [Todo]

  /// Makes a list from its parts.
  public init(owner: String, version: Int, todos: [Todo]) {
    self.owner = owner
    self.version = version
    self.todos = todos
  }
}
