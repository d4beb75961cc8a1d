import EventMacros
import Testing
import TodoModels

@testable import TodoPresentation

@Suite struct TodoRowTests {
  func row(due: String? = nil, done: Bool = false) throws -> TodoRow {
    let day = try due.map { text in try CalendarDay(iso: text) }
    return TodoRow(Todo(id: 1, title: "t", due: day, createdAt: 1, completedAt: done ? 2 : nil))
  }

  @Test func `what isn't done when its day is over is overdue`() throws {
    #expect(try row(due: "2026-11-21").isOverdue(on: "2026-11-22"))
    #expect(try !row(due: "2026-11-21").isOverdue(on: "2026-11-21"))
    #expect(try !row(due: "2026-11-21", done: true).isOverdue(on: "2026-11-22"))
    #expect(try !row().isOverdue(on: "2026-11-22"))
    #expect(try !row(due: "2026-11-21").isOverdue(on: ""))
  }

  @Test func `a day is over when it is over everywhere`() {
    // 1970-01-02 in UTC, from its beginning.
    #expect(TodoRow.today(at: Timestamp(milliseconds: 86_400_000)) == "1970-01-01")
    #expect(TodoRow.today(at: Timestamp(milliseconds: 86_400_000 + 12 * 3_600_000)) == "1970-01-02")
    #expect(TodoRow.today(at: Timestamp(milliseconds: 0)) == "")
  }
}
