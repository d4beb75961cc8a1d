public import EventMacros

/// A visitor's list, whole: what a page begins with.
@FieldCodable
public struct TodoList: Sendable, Equatable, Codable {
  /// How many todos a list may have. A page that opens is sent all of them and shows all of them, and the server keeps them for each
  /// page. A change is told, and recorded, by itself, so that it takes no more room in a long list than in a short one.
  public static let limit = 5_000

  /// Whose it is.
  public let owner: String
  /// Of two states of the list, the later has the greater number: each write makes it one more.
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
