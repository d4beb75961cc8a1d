import Foundation
import Testing

@testable import TodoMVCModels

@Suite struct TodoDatabaseTests {
  private func title(_ text: String) throws -> TodoTitle { try #require(try TodoTitle(text)) }

  @Test func `a reopened file has everything`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "todomvc-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "deep/todos.sqlite").path
    let database = try TodoDatabase(path: path)
    _ = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
    let before = try await database.apply(TodoWrite(.complete(1, true), of: "ann"))
    database.close()
    let again = try TodoDatabase(path: path)
    #expect(try await again.list(of: "ann") == before)
    #expect(before.todos == [Todo(id: 1, title: "one", isCompleted: true)])
    again.close()
  }

  @Test func `nobody changes another's todo by its number`() async throws {
    let database = try TodoDatabase.inMemory()
    let list = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
    let id = try #require(list.todos.first).id
    let changes: [TodoChange] = [
      .rename(id, try title("mine")), .complete(id, true), .delete(id), .completeAll(true), .deleteCompleted,
    ]
    for change in changes {
      let own = try await database.apply(TodoWrite(change, of: "bo"))
      #expect(own.todos == [])
    }
    #expect(try await database.list(of: "ann") == list)
  }

  @Test func `later states have greater versions`() async throws {
    let database = try TodoDatabase.inMemory()
    let first = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
    let second = try await database.apply(TodoWrite(.deleteCompleted, of: "ann"))
    #expect(first.version < second.version)
  }

  @Test(arguments: [("  milk ", "milk"), ("\u{a0}milk\t", "milk"), ("a  b", "a  b")])
  func `a title is trimmed`(typed: String, title: String) throws {
    #expect(try TodoTitle(typed)?.text == title)
  }

  @Test(arguments: ["", "   ", "\t\u{a0}"])
  func `where nothing is written there is no title`(typed: String) throws {
    #expect(try TodoTitle(typed) == nil)
  }
}
