import Foundation
import GRDB
import Testing

@testable import TodoModels

@Suite struct TodoDatabaseTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("deep/er/todos.sqlite")
  }

  @Test func `the first example of the documentation works`() async throws {
    let database = try TodoDatabase(path: path)
    let written = try await database.apply(.create(TodoDraft(title: "Buy milk")), at: 0)
    let page = try await database.page(matching: TodoQuery(search: "MILK"))
    #expect(page.todos == [written.todo])
    await database.close()
  }

  @Test func `the writer waits for the disk and logs ahead`() async throws {
    let pool = try TodoStorage.openPool(at: path, patience: 100)
    let settings = try await pool.writeWithoutTransaction { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA synchronous"),
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(database, sql: "PRAGMA busy_timeout")
      )
    }
    #expect(settings.0 == 2)
    #expect(settings.1 == "wal")
    #expect(settings.2 == 100)
    try await pool.write { try $0.execute(sql: "DELETE FROM todo") }
    #expect(try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
  }

  @Test func `a reopened file has everything`() async throws {
    let database = try TodoDatabase(path: path)
    for number in 1...20 { _ = try await database.apply(.create(TodoDraft(title: "\(number)")), at: Int64(number)) }
    _ = try await database.apply(.complete(3, true), at: 30)
    let before = try await database.page(matching: TodoQuery())
    await database.close()
    await database.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("deep/er")) == ["todos.sqlite"])
    await #expect(throws: TodoFailure.self) { try await database.page(matching: TodoQuery()) }
    #expect(try await TodoDatabase(path: path).page(matching: TodoQuery()) == before)
  }

  @Test func `a closed database says so`() async throws {
    let database = try TodoDatabase(path: folder.file("t.sqlite"))
    await database.close()
    for act in [{ _ = try await database.todo(id: 1) }, { _ = try await database.apply(.delete(1), at: 0) }] {
      let failure = await #expect(throws: TodoFailure.self) { try await act() }
      if case .unavailable(.closed, _)? = failure { continue }
      Issue.record("\(String(describing: failure))")
    }
  }

  @Test func `changes of many tasks are all kept`() async throws {
    let database = try TodoDatabase(path: path)
    let todo = try await database.apply(.create(TodoDraft(title: "shared", notes: "n")), at: 0).todo
    var retitled = todo.draft
    retitled.title = "retitled"
    var dated = todo.draft
    dated.due = try CalendarDay(iso: "2026-01-02")
    try await withThrowingTaskGroup { [retitled, dated] group in
      for number in 1...100 {
        group.addTask { _ = try await database.apply(.create(TodoDraft(title: "\(number)")), at: 1) }
        group.addTask { _ = try await database.page(matching: TodoQuery(search: "\(number)")) }
      }
      group.addTask { _ = try await database.apply(.edit(todo.id, retitled, since: todo.draft), at: 1) }
      group.addTask { _ = try await database.apply(.edit(todo.id, dated, since: todo.draft), at: 1) }
      group.addTask { _ = try await database.apply(.complete(todo.id, true), at: 7) }
      try await group.waitForAll()
    }
    let page = try await database.page(matching: TodoQuery(order: .oldestFirst))
    #expect(page.counts == TodoCounts(active: 100, completed: 1))
    #expect(Set(page.todos.dropFirst().map(\.title)) == Set((1...100).map(String.init)))
    #expect(
      page.todos.first
        == Todo(id: todo.id, title: "retitled", notes: "n", due: dated.due, createdAt: 0, completedAt: 7))
  }

  /// Again and again: one may have made the first tables, and not yet the last, when another fails at them.
  @Test(arguments: 0..<50) func `many openers of one new file agree`(turn: Int) async throws {
    let path = path
    try await withThrowingTaskGroup { group in
      for number in 1...4 {
        group.addTask {
          _ = try await TodoDatabase(path: path).apply(.create(TodoDraft(title: "\(number)")), at: 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await TodoDatabase(path: path).page(matching: TodoQuery()).counts.active == 4)
  }

  @Test func `a cancelled write is told as such`() async throws {
    let database = try TodoDatabase(path: path)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await database.apply(.create(TodoDraft(title: "t")), at: 0)
    }
    await #expect(throws: TodoFailure.cancelled) { try await task.value }
    #expect(try await database.page(matching: TodoQuery()).counts.total == 0)
  }

  @Test func `ten thousand todos are read in one page`() async throws {
    let database = try TodoDatabase(path: path)
    let pool = try TodoStorage.openPool(at: path, patience: 1_000)
    try await pool.write { connection in
      let table = TodoTable(database: connection)
      for number in 0..<10_000 {
        let draft = TodoDraft(title: "Todo \(number * 7_919 % 10_000)", notes: String(repeating: "note ", count: 20))
        _ = try table.apply(.create(draft), at: Int64(number))
      }
    }
    for query in [TodoQuery(), TodoQuery(order: .titleAscending), TodoQuery(search: "todo 99 note")] {
      let clock = ContinuousClock()
      let start = clock.now
      let page = try await database.page(matching: query)
      print("page of \(page.todos.count) todos, \(query.order) \"\(query.search)\": \(clock.now - start)")
      #expect(page.counts.active == 10_000)
    }
  }
}
