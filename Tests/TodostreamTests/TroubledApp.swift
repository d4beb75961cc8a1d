import Ghostlight
import Synchronization
import TodoModels
import TodoPresentation
import TodoScreens

/// The app on a database that fails for as long as a test says so.
struct TroubledApp: LiveApp {
  let name = "Todostream"
  let database: TodoDatabase
  let trouble = Trouble()
  private let screens = Routes.todostream(Words.of("en"))

  init() throws { database = try .inMemory() }

  var servers: [any Server] { TroubledServer(database: database, trouble: trouble) }

  func session(for visitor: Visitor) -> Session { Session(ViewModelServer(), screens: screens) }
}

/// What fails just now.
final class Trouble: Sendable {
  private let isReading = Atomic(true)
  private let isWriting = Atomic(true)
  private let isSlow = Atomic(false)
  private let writesSlowly = Atomic(false)

  /// Whether it takes a second of the test's until a todo that was read is told.
  var delaysTodos: Bool {
    get { isSlow.load(ordering: .acquiring) }
    set { isSlow.store(newValue, ordering: .releasing) }
  }

  /// Whether writing takes a second of the test's.
  var delaysWrites: Bool {
    get { writesSlowly.load(ordering: .acquiring) }
    set { writesSlowly.store(newValue, ordering: .releasing) }
  }

  var failsReads: Bool {
    get { !isReading.load(ordering: .acquiring) }
    set { isReading.store(!newValue, ordering: .releasing) }
  }

  var failsWrites: Bool {
    get { !isWriting.load(ordering: .acquiring) }
    set { isWriting.store(!newValue, ordering: .releasing) }
  }

  func checkReading() throws(TodoFailure) { if failsReads { throw .unavailable(.missing, detail: "") } }
  func checkWriting() throws(TodoFailure) { if failsWrites { throw .unavailable(.missing, detail: "") } }
}

/// Answers as `ModelServer` does, unless there is trouble.
private struct TroubledServer: Server {
  let database: TodoDatabase
  let trouble: Trouble

  var observers: some Observers {
    Answer(\StoreEvent.requestReadTodos, atMost: 4, whenInterrupted: .askAgain) { [database, trouble] query in
      try trouble.checkReading()
      return try await database.page(matching: query)
    }
    Answer(\StoreEvent.requestReadTodo, atMost: 4, whenInterrupted: .askAgain) { [database, trouble] id, steps in
      try trouble.checkReading()
      let todo = try await database.todo(id: id)
      // What it tells may be old by then.
      if trouble.delaysTodos { try await steps.wait(for: .seconds(1)) }
      guard let todo, !todo.isDeleted else { throw TodoFailure.notFound(id) }
      return todo
    }
    Answer(\StoreEvent.requestWriteTodo, atMost: 1, whenInterrupted: .askAgain) { [database, trouble] write, steps in
      if trouble.delaysWrites { try await steps.wait(for: .seconds(1)) }
      try trouble.checkWriting()
      return try await database.apply(write, at: 0)
    }
  }
}
