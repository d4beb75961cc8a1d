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
}
