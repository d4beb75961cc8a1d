import EventLog
import Ghostlight
import GhostlightTesting
import Testing
import TodoMVCModels
import TodoMVCPresentation

/// The pages of one visitor: they are sent the list once, and then what changes.
@Suite struct TodoPagesTests {
  private let database: TodoDatabase
  private let app: LiveTest

  init() throws {
    database = try .inMemory()
    app = LiveTest(TodoMVCScenarioTests.App(database: database))
  }

  private func write(_ change: TodoChange) async throws {
    _ = try await app.stream.ask(\ListStoreEvent.requestWrite, TodoWrite(change, of: "ann"))
  }

  @Test func `show the same when they are opened while the list changes`() async throws {
    let writing = Task {
      for number in 0..<100 {
        try await write(.add(#require(try TodoTitle("todo \(number)"))))
        if number % 10 == 9 { try await write(.complete(Int64(number), true)) }
        if number % 40 == 39 { try await write(.deleteCompleted) }
      }
    }
    var pages: [TestPage] = []
    for _ in 0..<6 { pages.append(try await app.open("/", by: "ann")) }
    try await writing.value
    let todos = try await database.list(of: "ann").todos
    #expect(todos.count == 92)
    for page in pages {
      #expect(await page.names(of: .textbox).dropFirst() == todos.map { "Edit \($0.title)" }[...])
      #expect(await page.texts.contains("90 items left"))
    }
  }

  @Test func `are sent the list once each, whatever their user does then`() async throws {
    let pages = [
      try await app.open("/", by: "ann"), try await app.open("/", by: "ann"), try await app.open("/", by: "bo"),
    ]
    try await pages[0].textbox("What needs to be done?").type("one\ntwo\n\n")
    try await pages[1].checkbox("one").click()
    try await pages[0].checkbox("Mark all as complete").click()
    try await pages[1].textbox("Edit two").enter("")
    try await pages[0].button("Clear completed").click()
    await app.settle()
    let log = try #require(app.log)
    try await log.flush()
    let names = try await log.records(of: .app, after: 0, limit: .max).map(\.name)
    #expect(names.count { $0 == "ListStoreEvent.found" } == pages.count)
    #expect(names.count { $0 == "ListStoreEvent.changed" } == 6)
    for (page, count) in [(1, 6), (2, 6), (3, 0)] {
      let heard = try await log.records(of: .session("page \(page)"), after: 0, limit: .max).map(\.name)
      #expect(heard.count { $0 == "ListStoreEvent.changed" } == count, "page \(page)")
    }
  }
}
