public import EventMacros

/// Answers what is asked of the lists, from the database.
public struct ModelServer: Server {
  private let database: TodoDatabase

  /// Makes a server.
  public init(_ database: TodoDatabase) { self.database = database }

  public var observers: some Observers {
    Answer(\ListStoreEvent.requestList, atMost: 4, whenInterrupted: .askAgain) { [database] owner in
      try await database.list(of: owner)
    }
    // One writer: answers come in the order in which they were written.
    // Asked again after a crash, what was added is found by its id; any other write sets once more what it has set.
    Answer(\ListStoreEvent.requestWrite, atMost: 1, whenInterrupted: .askAgain) { [database] write, steps in
      try await database.apply(write, for: steps.request.id, again: steps.isRepeated)
    }
  }
}
