public import EventMacros

/// What a write left in the database, as of its own transaction.
@FieldCodable
public struct TodoWritten: Sendable, Equatable, Codable {
  /// The todo after the write.
  public var todo: Todo

  /// The counts after the write.
  public var counts: TodoCounts

  /// Makes a result from its parts.
  public init(todo: Todo, counts: TodoCounts) {
    self.todo = todo
    self.counts = counts
  }
}
