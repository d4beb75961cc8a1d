public import EventMacros

/// What the screen may ask, and what it is told. Stays in its session.
@Event
public enum ListEvent {
  /// Asks for the rows.
  @Answered(by: \.rows) case requestRows
  /// Asks for a new todo; where nothing is typed, for none.
  @Answered(by: \.rows) case requestAdd(String)
  /// Asks that a todo be called as typed; where nothing is typed, that it be deleted.
  @Answered(by: \.rows) case requestRename(TodoRename)
  /// Asks that a todo be done, or not.
  @Answered(by: \.rows) case requestComplete(TodoCompletion)
  /// Asks that a todo be done, or, if it is, that it not be.
  @Answered(by: \.rows) case requestToggle(TodoRow)
  /// Asks that all todos be done, or that none be.
  @Answered(by: \.rows) case requestCompleteAll(Bool)
  /// Asks that all todos be done, or, where they all are, that none be.
  @Answered(by: \.rows) case requestToggleAll
  /// Asks that a todo be deleted.
  @Answered(by: \.rows) case requestDelete(TodoRow)
  /// Asks that all todos that are done be deleted.
  @Answered(by: \.rows) case requestClearCompleted

  /// What there is to know of this visitor's rows, whoever has changed them; a failure is told only to who asked.
  case rows(Result<TodoNews, TodoTrouble>)
}

/// A row, and what was typed for it.
public struct TodoRename: Sendable, Equatable, Codable {
  /// The row.
  public let row: TodoRow
  /// What was typed.
  public let text: String

  /// Asks for a row to be called as typed.
  public init(_ row: TodoRow, _ text: String) {
    self.row = row
    self.text = text
  }
}

/// A row, and whether it is to be done.
public struct TodoCompletion: Sendable, Equatable, Codable {
  /// The row.
  public let row: TodoRow
  /// Whether it is to be done.
  public let isCompleted: Bool

  /// Asks for a row to be done, or not.
  public init(_ row: TodoRow, _ isCompleted: Bool) {
    self.row = row
    self.isCompleted = isCompleted
  }
}
