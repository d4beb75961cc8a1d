public import EventMacros

/// A list and the counts beside it, both of one moment.
@FieldCodable
public struct TodoPage: Sendable, Equatable, Codable {
  /// Every todo that the query matches, in the query's order.
  public var todos: [Todo]

  /// The counts of all todos, matched or not.
  public var counts: TodoCounts

  /// Makes a page from its parts; without arguments, an empty one.
  public init(todos: [Todo] = [], counts: TodoCounts = TodoCounts()) {
    self.todos = todos
    self.counts = counts
  }
}
