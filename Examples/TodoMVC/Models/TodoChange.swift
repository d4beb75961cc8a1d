/// A change of one visitor's list. What it is about may have gone meanwhile; then it changes nothing.
public enum TodoChange: Sendable, Equatable, Codable {
  /// Adds a todo at the end.
  case add(TodoTitle)
  /// Calls a todo something else.
  case rename(Int64, TodoTitle)
  /// Completes a todo, or makes it active again.
  case complete(Int64, Bool)
  /// Completes a todo, or, where it is completed, makes it active again.
  case toggle(Int64)
  /// Completes all, or makes all active again.
  case completeAll(Bool)
  /// Completes all; where all are completed, makes all active again. Which it is depends on the list and not on what whoever
  /// asks has seen of it: a row may have been ticked a moment before.
  case toggleAll
  /// Deletes a todo.
  case delete(Int64)
  /// Deletes those that are completed.
  case deleteCompleted
}

/// A change, and whose list it is for.
public struct TodoWrite: Sendable, Equatable, Codable {
  /// Whose list.
  public let owner: String
  /// What changes.
  public let change: TodoChange

  /// Asks for a change.
  public init(_ change: TodoChange, of owner: String) {
    self.owner = owner
    self.change = change
  }
}
