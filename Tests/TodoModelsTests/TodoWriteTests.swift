import Foundation
import Testing
import TodoModels

@Suite struct TodoWriteTests {
  private let database: TodoDatabase
  private let id: Int64

  init() async throws {
    database = try TodoDatabase.inMemory()
    id = try await database.apply(.create(TodoDraft(title: "first", notes: "n")), at: 1).todo.id
  }

  @Test func `creating trims and counts`() async throws {
    let written = try await database.apply(.create(TodoDraft(title: " second ")), at: 2)
    #expect(
      written == TodoWritten(todo: Todo(id: id + 1, title: "second", createdAt: 2), counts: TodoCounts(active: 2)))
    #expect(try await database.todo(id: id + 1) == written.todo)
  }

  @Test func `completing and completing again keeps the first time`() async throws {
    let first = try await database.apply(.complete(id, true), at: 10)
    #expect(first.todo.completedAt == 10)
    #expect(first.counts == TodoCounts(active: 0, completed: 1))
    #expect(try await database.apply(.complete(id, true), at: 20) == first)
    #expect(try await database.apply(.complete(id, false), at: 30).todo.completedAt == nil)
  }

  @Test func `deleting and restoring keep the rest`() async throws {
    let before = try await database.apply(.complete(id, true), at: 10)
    let deleted = try await database.apply(.delete(id), at: 20)
    #expect(deleted.todo.deletedAt == 20)
    #expect(deleted.counts == TodoCounts())
    #expect(try await database.apply(.delete(id), at: 30) == deleted)
    #expect(try await database.apply(.restore(id), at: 40) == before)
    #expect(try await database.apply(.restore(id), at: 50) == before)
  }

  @Test func `a deleted or unknown todo isn't found`() async throws {
    try await _ = database.apply(.delete(id), at: 2)
    for write in [TodoWrite.edit(id, TodoDraft(title: "x")), .complete(id, true)] {
      await #expect(throws: TodoFailure.notFound(id)) { try await database.apply(write, at: 3) }
    }
    for write in [TodoWrite.edit(99, TodoDraft(title: "x")), .complete(99, true), .delete(99), .restore(99)] {
      await #expect(throws: TodoFailure.notFound(99)) { try await database.apply(write, at: 3) }
    }
    #expect(try await database.todo(id: 99) == nil)
  }

  @Test func `an invalid draft changes nothing`() async throws {
    let before = try await database.todo(id: id)
    await #expect(throws: TodoFailure.invalid([.title: .required])) {
      try await database.apply(.edit(id, TodoDraft(title: " ")), at: 3)
    }
    await #expect(throws: TodoFailure.invalid([.title: .required])) {
      try await database.apply(.create(TodoDraft(title: "")), at: 3)
    }
    #expect(try await database.page(matching: TodoQuery()).todos == [before])
  }

  @Test func `two users who edit different fields keep both edits`() async throws {
    let start = try #require(await database.todo(id: id)).draft
    var ours = start
    ours.title = "ours"
    var theirs = start
    theirs.due = try CalendarDay(iso: "2026-05-01")
    _ = try await database.apply(.edit(id, ours, since: start), at: 2)
    _ = try await database.apply(.complete(id, true), at: 3)
    let todo = try await database.apply(.edit(id, theirs, since: start), at: 4).todo
    #expect(todo == Todo(id: id, title: "ours", notes: "n", due: theirs.due, createdAt: 1, completedAt: 3))
    #expect(try await database.page(matching: TodoQuery(search: "OURS")).todos == [todo])
  }

  @Test func `an edit can take the due day away`() async throws {
    let dated = TodoDraft(title: "first", due: try CalendarDay(iso: "2026-05-01"))
    _ = try await database.apply(.edit(id, dated), at: 2)
    #expect(try await database.apply(.edit(id, TodoDraft(title: "first"), since: dated), at: 3).todo.due == nil)
  }

  @Test func `ids are not used again and every character survives`() async throws {
    let title = "Z" + String(repeating: "\u{301}", count: 200) + "🏳️‍🌈 שָׁלוֹם %_'\""
    let todo = try await database.apply(.create(TodoDraft(title: title)), at: 2).todo
    #expect(todo.id > id)
    let read = try #require(await database.todo(id: todo.id))
    #expect(Array(read.title.utf8) == Array(title.utf8))
  }

  @Test func `a write is encoded and decoded`() throws {
    let draft = TodoDraft(title: "t", due: try CalendarDay(iso: "2026-05-01"))
    let writes = [
      TodoWrite.create(draft), .edit(1, draft), .edit(1, draft, since: draft), .complete(1, true), .delete(1),
    ]
    #expect(try JSONDecoder().decode([TodoWrite].self, from: JSONEncoder().encode(writes)) == writes)
  }
}
