import EventMacros
import Foundation
import Testing
import TodoModels

@testable import TodoPresentation

@Suite struct DeletedTodosTests {
  func row(_ id: Int64) -> TodoRow { TodoRow(Todo(id: id, title: "t", createdAt: id)) }

  func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  @Test func `each deletion has those before it stay as long as itself`() {
    var deleted = DeletedTodos()
    deleted.add(row(1), at: at(0), for: .seconds(6))
    deleted.add(row(2), at: at(5), for: .seconds(6))
    deleted.forget(at: at(10))
    #expect(deleted.rows.map(\.id) == [1, 2])
    deleted.forget(at: at(11))
    #expect(deleted.rows == [])
  }

  @Test func `one whose time is up isn't undone with the next`() {
    var deleted = DeletedTodos()
    deleted.add(row(1), at: at(0), for: .seconds(6))
    deleted.add(row(2), at: at(6), for: .seconds(6))
    #expect(deleted.takeAll().map(\.id) == [2])
    #expect(deleted.takeAll() == [])
  }

  /// Whoever went on deleting had each snapshot of his session hold all of it.
  @Test func `of very many the last thousand can be undone`() {
    var deleted = DeletedTodos()
    for id in 1...1_200 { deleted.add(row(Int64(id)), at: at(Int64(id)), for: .seconds(6)) }
    #expect(deleted.rows.map(\.id) == (201...1_200).map(Int64.init))
    let long = String(repeating: "n", count: 300_000)
    for id in 1...5 as ClosedRange<Int64> {
      var todo = Todo(id: id, title: "t", createdAt: id)
      todo.notes = long
      deleted.add(TodoRow(todo), at: at(1_200), for: .seconds(6))
    }
    #expect(deleted.rows.map(\.id) == [3, 4, 5])
  }

  @Test func `one that is deleted once more counts once`() {
    var deleted = DeletedTodos()
    for second in [0, 1] as [Int64] { deleted.add(row(1), at: at(second), for: .seconds(6)) }
    #expect(deleted.rows.map(\.id) == [1])
  }

  /// It was offered again for as long as that.
  @Test func `one that was deleted before the clock was set back isn't undone with the next`() {
    var deleted = DeletedTodos()
    deleted.add(row(1), at: at(3_600), for: .seconds(6))
    deleted.add(row(2), at: at(10), for: .seconds(6))
    #expect(deleted.rows.map(\.id) == [2])
    deleted.extend(at: at(9), for: .seconds(6))
    #expect(deleted.rows == [])
  }

  @Test func `those that were kept without their beginning have their end`() throws {
    let kept = Data(#"{"rows": [], "end": {"nanoseconds": 6000000000}}"#.utf8)
    var deleted = try JSONDecoder().decode(DeletedTodos.self, from: kept)
    deleted.add(row(1), at: at(5), for: .seconds(6))
    #expect(deleted.rows.map(\.id) == [1])
  }

  @Test func `what is offered anew can be undone for as long as that is seen`() {
    var deleted = DeletedTodos()
    deleted.add(row(1), at: at(0), for: .seconds(6))
    deleted.extend(at: at(5), for: .seconds(6))
    deleted.add(row(2), at: at(7), for: .seconds(6))
    #expect(deleted.rows.map(\.id) == [1, 2])
    deleted.extend(at: at(13), for: .seconds(6))
    #expect(deleted.rows == [])
  }
}
