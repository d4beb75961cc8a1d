import Foundation
import Testing

@testable import TodoModels

@Suite struct TodoQueryTests {
  private let todo = Todo(id: 1, title: "Buy 50% of_the Käse 🧀", notes: "It's \"שלום\"", createdAt: 5)

  @Test(arguments: [
    "", " \n", "buy", "KASE", "kä se", "50%", "of_", "🧀 buy", "it's", "\"שָׁלוֹם\"", "käse buy", "\u{301}",
  ])
  func `words that all occur match`(search: String) {
    #expect(TodoQuery(search: search).matches(todo))
  }

  @Test(arguments: ["b%y", "50_", "🧀it", "bread buy", "_%", "'; DROP TABLE todo; --", "🧀\u{1F9C1}"])
  func `a word that doesn't occur doesn't match`(search: String) {
    #expect(!TodoQuery(search: search).matches(todo))
  }

  @Test func `a filter looks at the completion`() {
    let done = Todo(id: 2, title: "t", createdAt: 0, completedAt: 1)
    #expect([TodoFilter.all, .active, .completed].map { TodoQuery(filter: $0).matches(todo) } == [true, true, false])
    #expect([TodoFilter.all, .active, .completed].map { TodoQuery(filter: $0).matches(done) } == [true, false, true])
  }

  @Test(arguments: TodoFilter.allCases)
  func `a deleted todo is in no list`(filter: TodoFilter) {
    let deleted = Todo(id: 2, title: "t", createdAt: 0, completedAt: filter == .completed ? 1 : nil, deletedAt: 1)
    #expect(!TodoQuery(filter: filter).matches(deleted))
  }

  @Test func `only the first words and scalars of a huge search count`() {
    #expect(TodoQuery(search: (0..<5_000).map { "w\($0)" }.joined(separator: " ")).words.count == 32)
    #expect(TodoQuery(search: String(repeating: "x", count: 1_000_000)).words == [String(repeating: "x", count: 2_000)])
    #expect(TodoQuery(search: "a A á b").words == ["a", "b"])
  }

  @Test func `the default shows everything with the newest first`() throws {
    #expect(TodoQuery() == TodoQuery(search: "", filter: .all, order: .newestFirst))
    let json = try JSONEncoder().encode(TodoQuery())
    #expect(try JSONDecoder().decode(TodoQuery.self, from: json) == TodoQuery())
  }
}
