public import EventMacros

/// What may be asked of the lists, and what is told of them. Goes to the whole app.
@Event(reach: .app)
public enum ListStoreEvent {
  /// Asks for the list of a visitor.
  @Answered(by: \.found) case requestList(String)
  /// Asks for a change.
  @Answered(by: \.changed) case requestWrite(TodoWrite)
  /// The list that was asked for.
  case found(Result<TodoList, TodoFailure>)
  /// What a write has changed: an answer to who asked for it, and news for its owner's other pages.
  @News case changed(Result<TodoWritten, TodoFailure>)
}
