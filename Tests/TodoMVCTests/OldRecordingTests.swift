import EventLog
import Ghostlight
import GhostlightTesting
import Testing
import TodoMVCModels

@testable import TodoMVCPresentation
@testable import todomvc

/// What was recorded when each change was told by the whole list, and trouble in English.
@Suite struct OldRecordingTests {
  @Event(reach: .app)
  enum OldListStoreEvent {
    case list(Result<TodoList, TodoFailure>)
  }

  @Event
  enum OldListEvent {
    case rows(Result<TodoRows, OldTrouble>)
  }

  struct OldTrouble: AnswerFailure {
    let text: String

    init(_ text: String) { self.text = text }
    init(_ error: any Error) { text = "\(error)" }
  }

  /// The same record with the name and the content that another event has, as a program of the first version wrote it.
  private func record(_ record: LogRecord, as name: String, _ event: some Event) throws -> LogRecord {
    LogRecord(
      position: record.position, source: record.source, name: name, sequence: record.sequence, id: record.id,
      cause: record.cause, answers: record.answers, requests: record.requests, time: record.time, marks: record.marks,
      version: 1, payload: try LogPayload(event))
  }

  @Test func `is shown again as it was`() async throws {
    let database = try TodoDatabase.inMemory()
    let app = LiveTest(TodoMVCApp(database: database))
    let page = try await app.open("/", by: "ann")
    // The list after each write.
    var lists: [TodoList] = []
    func note() async throws { lists.append(try await database.list(of: "ann")) }
    for title in ["one", "two"] {
      try await page.textbox("What needs to be done?").type(title + "\n")
      try await note()
    }
    try await page.checkbox("one").click()
    try await note()
    try await page.checkbox("Mark all as complete").click()
    try await note()
    try await page.textbox("Edit two").enter("deux")
    try await note()
    await app.settle()

    let log = try #require(app.log)
    try await log.flush()
    let records = try await log.records(of: .session("page 1"), after: 0, limit: .max)
    #expect(records.count { $0.name == "ListStoreEvent.changed" } == lists.count)
    var left = lists[...]
    let old = try MemoryLog(version: TodoMVC.migrations.version)
    try await old.add(
      try records.map { record in
        guard record.name == "ListStoreEvent.changed", let list = left.popFirst() else { return record }
        return try self.record(record, as: "ListStoreEvent.list", OldListStoreEvent.list(.success(list)))
      })
    let decoder = EventDecoder(migrations: TodoMVC.migrations)
    let recording = try await SessionRecording.read("page 1", from: old, decoder: decoder)
    #expect(try await LiveTest.verify(recording, in: TodoMVCApp(database: .inMemory())) > lists.count)
  }

  @Test func `has rows that are all rows, and failures as they were`() async throws {
    func failed(_ text: String) -> OldListEvent { .rows(.failure(OldTrouble(text))) }
    let rows = TodoRows(TodoList(owner: "ann", version: 3, todos: [Todo(id: 1, title: "one")]))
    let decoder = EventDecoder([ListEvent.self], migrations: TodoMVC.migrations)
    for (old, new) in [
      (OldListEvent.rows(.success(rows)), ListEvent.rows(.success(.all(rows)))),
      (failed("A todo may have at most 2000 characters; write less."), .rows(.failure(.tooLong(limit: 2000)))),
      (failed("A list may have at most 7 todos; delete some first."), .rows(.failure(.tooMany(limit: 7)))),
      (
        failed("The list can’t be reached just now. Please try again in a moment."), .rows(.failure(.unavailable))
      ),
    ] {
      let log = try MemoryLog()
      let stream = AppStream()
      stream.add(LogTap(log))
      stream.send(old)
      let found = try #require(try await log.records(of: .app, after: 0, limit: 1).first)
      let event = try decoder.event(of: record(found, as: "ListEvent.rows", old))
      #expect(event as? ListEvent == new)
    }
  }
}
