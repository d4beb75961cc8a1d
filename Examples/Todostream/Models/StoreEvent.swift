public import EventMacros

/// What may be asked of the data, and what is told of it. Goes to the whole app.
@Event(reach: .app)
public enum StoreEvent {
  /// Asks for the todos that match.
  @Answered(by: \.todos) case requestReadTodos(TodoQuery)
  /// Asks for one todo.
  @Answered(by: \.found) case requestReadTodo(Int64)
  /// Asks for a change.
  @Answered(by: \.todo) case requestWriteTodo(TodoWrite)
  /// The todos that were asked for.
  case todos(Result<TodoPage, TodoFailure>)
  /// The todo that was asked for.
  case found(Result<Todo, TodoFailure>)
  /// What was written: an answer to who asked for it, and news for everyone.
  @News case todo(Result<TodoWritten, TodoFailure>)
}

extension TodoFailure: AnswerFailure {
  public init(_ error: any Error) { self.init(error, at: nil) }

  public static func isForOperator(_ error: any Error) -> Bool {
    switch Self(error) {
    case .readOnly, .full, .unavailable: true
    case .invalid, .notFound, .cancelled: false
    }
  }
}
