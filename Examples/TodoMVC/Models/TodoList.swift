public import EventMacros

/// A visitor's list, whole. Of its changes only its owner's pages are told.
@FieldCodable
public struct TodoList: Sendable, Equatable, Codable, Addressed {
  /// How many todos a list may have.
  public static let limit = 5_000

  /// Whose it is.
  public let owner: String
  /// Of two states of the list, the later has the greater number.
  public let version: Int
  /// The todos, the oldest first.
  public let todos: [Todo]

  /// The owner.
  public var addressee: String { owner }

  /// Makes a list from its parts.
  public init(owner: String, version: Int, todos: [Todo]) {
    self.owner = owner
    self.version = version
    self.todos = todos
  }
}
