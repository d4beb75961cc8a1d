public import EventMacros

/// What the screens may ask, and what they are told. Stays in its session.
@Event
public enum TodoEvent {
  // A screen asks …

  /// Asks for the rows that match.
  @Answered(by: \.rows) case requestTodoViewModels(TodoListQuery)
  /// Asks for a new todo with nothing but a title.
  @Answered(by: \.row) case requestAddTodo(String)
  /// Asks that a todo be done, or not.
  @Answered(by: \.row) case requestCompleteTodo(TodoCompletion)
  /// Asks that a todo be deleted.
  @Answered(by: \.row) case requestDeleteTodo(TodoRow)
  /// Asks for a deleted todo back.
  @Answered(by: \.row) case requestRestoreTodo(TodoRow)
  /// Asks for a todo in full.
  @Answered(by: \.detail) case requestTodoDetail(Int64)
  /// Asks that what was typed be saved.
  @Answered(by: \.row) case requestUpdateDetail(TodoDetail)

  // … and is told

  /// The rows that were asked for.
  case rows(Result<TodoRows, TodoTrouble>)
  /// A row that was written, by whomever; a failure is told only to who asked.
  case row(Result<TodoNews, TodoTrouble>)
  /// The todo in full that was asked for.
  case detail(Result<TodoDetail, TodoTrouble>)
  /// A screen that goes now has saved a todo, or has asked for that: whoever comes can say where it is, or that it couldn't be.
  case left(TodoLeaving)
}

/// What a screen that goes has done with its todo.
public enum TodoLeaving: Sendable, Equatable, Codable {
  /// It was saved.
  case saved(TodoNews)
  /// It was asked to be saved by a request, and is to be saved once more behind that if it was edited since, and that asked for.
  case saving(TodoDetail, by: EventID, then: TodoDetail?)
  /// It was asked to be saved before it had come, with what some fields held then. A request has asked for it.
  case early([TodoTrouble.Field: String], by: EventID)
}

/// A row, and whether it is to be done.
@FieldCodable
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
