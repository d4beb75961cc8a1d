public import EventMacros

/// Answers what is asked of the data, from the database.
public struct ModelServer: Server {
  private let database: TodoDatabase
  private let now: @Sendable () -> Timestamp

  /// Makes a server.
  ///
  /// - Parameter now: The clock that creations, completions and deletions are dated by.
  public init(_ database: TodoDatabase, now: @escaping @Sendable () -> Timestamp = { EventClock.precise.now }) {
    self.database = database
    self.now = now
  }

  public var observers: some Observers {
    // The database runs this many reads at a time; more would only wait there.
    Answer(\StoreEvent.requestReadTodos, atMost: 4, whenInterrupted: .askAgain) { [database] query in
      try await database.page(matching: query)
    }
    Answer(\StoreEvent.requestReadTodo, atMost: 4, whenInterrupted: .askAgain) { [database] id in
      guard let todo = try await database.todo(id: id), !todo.isDeleted else { throw TodoFailure.notFound(id) }
      return todo
    }
    // One writer: answers come in the order in which they were written, so news never arrives out of date.
    // Asked again after a crash, what has been carried out is found by its id: it isn't done twice, nor over what was written since.
    Answer(\StoreEvent.requestWriteTodo, atMost: 1, whenInterrupted: .askAgain) { [database, now] write, steps in
      try await database.apply(write, at: now().milliseconds, for: steps.request.id, again: steps.isRepeated)
    }
  }
}
