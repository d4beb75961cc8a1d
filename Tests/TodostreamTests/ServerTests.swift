import EventMacros
import GhostlightTesting
import Testing
import TodoModels

@testable import TodoPresentation

/// Servers are tested by sending one event and expecting one event.
@Suite struct ServerTests {
  let todo = Todo(id: 7, title: "milk", notes: "", due: nil, createdAt: 1)

  @Test func `asking for a row to be done asks the data for it`() async throws {
    let test = ServerTest(ViewModelServer())
    let write = try await test.send(
      TodoEvent.requestCompleteTodo(TodoCompletion(TodoRow(todo), true)), expecting: \StoreEvent.requestWriteTodo)
    #expect(write == .complete(7, true))
  }

  @Test func `what was written is shown`() async throws {
    let test = ServerTest(ViewModelServer())
    let written = TodoWritten(todo: todo, counts: TodoCounts(active: 1, completed: 0))
    let row = try await test.send(StoreEvent.todo(.success(written)), expecting: \TodoEvent.row)
    #expect(try row.get().row.title == "milk")
  }

  @Test func `an empty title fails its own request`() async throws {
    let test = ServerTest(ViewModelServer())
    let row = try await test.send(TodoEvent.requestAddTodo("   "), expecting: \TodoEvent.row)
    #expect(throws: TodoTrouble.self) { try row.get() }
    guard case .failure(let trouble) = row else { return }
    #expect(trouble.fields == [.title: .required])
  }

  @Test func `the data answers with what was written`() async throws {
    let test = ServerTest(ModelServer(try .inMemory()) { Timestamp(milliseconds: 1_000) })
    let written = try await test.send(
      StoreEvent.requestWriteTodo(.create(TodoDraft(title: "milk"))), expecting: \StoreEvent.todo)
    #expect(try written.get().todo.createdAt == 1_000)
    #expect(try written.get().counts.active == 1)
  }

  @Test func `exactly one's answer can be awaited`() async throws {
    let test = ServerTest(ModelServer(try .inMemory()))
    let written = try await test.stream.ask(
      \StoreEvent.requestWriteTodo, .create(TodoDraft(title: "milk")))
    let found = try await test.stream.ask(\StoreEvent.requestReadTodo, written.todo.id)
    #expect(found == written.todo)
    await #expect(throws: TodoFailure.notFound(99)) {
      try await test.stream.ask(\StoreEvent.requestReadTodo, 99)
    }
  }
}
