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

  @Test func `another process's request with the same id makes a todo of its own`() async throws {
    let database = try TodoDatabase.inMemory()
    let first = try await database.apply(.create(TodoDraft(title: "milk")), at: 1, for: request)
    let second = try await database.apply(.create(TodoDraft(title: "bread")), at: 2, for: request)
    #expect(try await database.page(matching: TodoQuery()).todos == [second.todo, first.todo])
  }
}
