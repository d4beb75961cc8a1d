import EventMacros
import Testing
import TodoModels

@Suite struct RepeatedRequestTests {
  let request = EventID(rawValue: 7)

  @Test func `a request that is made again gets what it has made`() async throws {
    let database = try TodoDatabase.inMemory()
    let draft = TodoWrite.create(TodoDraft(title: "milk"))
    let made = try await database.apply(draft, at: 1, for: request)
    #expect(try await database.apply(draft, at: 2, for: request, again: true) == made)
    #expect(try await database.page(matching: TodoQuery()).todos == [made.todo])
  }

  @Test func `a request that is made again makes what it hasn't made`() async throws {
    let database = try TodoDatabase.inMemory()
    let made = try await database.apply(.create(TodoDraft(title: "milk")), at: 1, for: request, again: true)
    #expect(try await database.page(matching: TodoQuery()).todos == [made.todo])
  }

  @Test func `what a request has made is found after it was renamed`() async throws {
    let database = try TodoDatabase.inMemory()
    let draft = TodoWrite.create(TodoDraft(title: " milk "))
    let made = try await database.apply(draft, at: 1, for: request)
    let renamed = try await database.apply(.edit(made.todo.id, TodoDraft(title: "bread")), at: 2)
    #expect(try await database.apply(draft, at: 3, for: request, again: true).todo == renamed.todo)
    #expect(try await database.page(matching: TodoQuery()).todos == [renamed.todo])
  }

  @Test func `a request that is made again gets nothing that another with the same id has made`() async throws {
    let database = try TodoDatabase.inMemory()
    let first = try await database.apply(.create(TodoDraft(title: "milk")), at: 1, for: request)
    let second = try await database.apply(.create(TodoDraft(title: "bread")), at: 2, for: request, again: true)
    #expect(second.todo.title == "bread")
    #expect(try await database.page(matching: TodoQuery()).todos == [second.todo, first.todo])
  }

  @Test func `another process's request with the same id makes a todo of its own`() async throws {
    let database = try TodoDatabase.inMemory()
    let first = try await database.apply(.create(TodoDraft(title: "milk")), at: 1, for: request)
    let second = try await database.apply(.create(TodoDraft(title: "bread")), at: 2, for: request)
    #expect(try await database.page(matching: TodoQuery()).todos == [second.todo, first.todo])
  }

  /// One that was carried out before a crash, whose answer nobody had heard, was done once more behind what others had written since.
  @Test func `a request that is made again doesn't undo what was written since`() async throws {
    let database = try TodoDatabase.inMemory()
    let made = try await database.apply(.create(TodoDraft(title: "milk")), at: 0).todo
    let writes: [(TodoWrite, since: TodoWrite)] = [
      (.edit(made.id, TodoDraft(title: "bread"), since: made.draft), .edit(made.id, TodoDraft(title: "rice"))),
      (.complete(made.id, true), .complete(made.id, false)), (.delete(made.id), .restore(made.id)),
      // Nothing came of this one, and nothing is to come of it.
      (.complete(made.id, false), .complete(made.id, true)),
    ]
    for (number, (write, since)) in writes.enumerated() {
      let request = EventID(rawValue: UInt64(number) << 40 | 1 << 38)
      _ = try await database.apply(write, at: 1, for: request)
      let later = try await database.apply(since, at: 2, for: EventID(rawValue: 100 + UInt64(number)))
      #expect(try await database.apply(write, at: 3, for: request, again: true) == later)
    }
  }

  /// A page that says once more what wasn't recorded says it on a screen that has followed others since.
  @Test func `a request that is made again is known also where the todo has changed since`() async throws {
    let database = try TodoDatabase.inMemory()
    let made = try await database.apply(.create(TodoDraft(title: "milk")), at: 0).todo
    let write = TodoWrite.edit(made.id, TodoDraft(title: "bread and jam"), since: made.draft)
    _ = try await database.apply(write, at: 1, for: request)
    let draft = TodoDraft(title: "bread and honey", notes: "two")
    let later = try await database.apply(.edit(made.id, draft), at: 2)
    let again = TodoWrite.edit(made.id, TodoDraft(title: "bread and jam", notes: "two"), since: draft)
    #expect(try await database.apply(again, at: 3, for: request, again: true) == later)
  }

  /// Where a log was removed, ids are given once more.
  @Test func `a request that is made again does what another with the same id hasn't`() async throws {
    let database = try TodoDatabase.inMemory()
    let made = try await database.apply(.create(TodoDraft(title: "milk")), at: 0).todo
    _ = try await database.apply(.complete(made.id, true), at: 1, for: request)
    for write in [
      TodoWrite.complete(made.id, false), .edit(made.id, TodoDraft(title: "bread"), since: made.draft),
      .delete(made.id),
    ] {
      let before = try #require(try await database.todo(id: made.id))
      #expect(try await database.apply(write, at: 2, for: request, again: true).todo != before)
    }
  }

  @Test func `a request that is made again does what it hasn't done, whatever others have`() async throws {
    let database = try TodoDatabase.inMemory()
    let made = try await database.apply(.create(TodoDraft(title: "milk")), at: 0).todo
    for number in 1...30 {
      _ = try await database.apply(.complete(made.id, false), at: 1, for: EventID(rawValue: .max - UInt64(number)))
    }
    #expect(try await database.apply(.complete(made.id, true), at: 2, for: request, again: true).todo.isCompleted)
    // One with the same digits at its end, or its beginning, is another.
    for other in [17, 71, 177] {
      _ = try await database.apply(.complete(made.id, false), at: 3)
      let id = EventID(rawValue: UInt64(other))
      #expect(try await database.apply(.complete(made.id, true), at: 4, for: id, again: true).todo.isCompleted)
    }
    _ = try await database.apply(.complete(made.id, false), at: 5)
    #expect(try await !database.apply(.complete(made.id, true), at: 6, for: request, again: true).todo.isCompleted)
  }
}
