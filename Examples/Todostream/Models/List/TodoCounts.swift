public import EventMacros

/// How many todos there are that aren't deleted, whatever a list shows of them.
@FieldCodable
public struct TodoCounts: Sendable, Hashable, Codable {
  /// How many are still to be done: 0 or more.
  public var active: Int

  /// How many are done: 0 or more.
  public var completed: Int

  /// Makes counts; without arguments, of nothing.
  public init(active: Int = 0, completed: Int = 0) {
    self.active = active
    self.completed = completed
  }

  /// How many there are in all.
  public var total: Int { active + completed }
}
