import Ghostlight
import GhostlightTesting
import Testing
import TodoModels

@testable import TodoScreens

@Suite(.replayed) struct TodostreamRouteTests {
  let app: LiveTest

  init() throws { app = LiveTest(TodostreamScenarioTests.App(database: try .inMemory())) }

  @Test func `every route leads to a screen, and every link on it somewhere`() async throws {
    try await app.checkRoutes(.todo(1))
  }

  @Test func `what the app itself asks for is waited for too`() async throws {
    let page = try await app.open("/")
    for number in 1...30 {
      app.stream.send(StoreEvent.requestWriteTodo(.create(try TodoDraft(title: "todo \(number)").validated())))
      #expect(await page.checkbox("todo \(number)").isVisible)
    }
  }

  @Test func `a route without an example is told`() async throws {
    let problems = await #expect(throws: RouteProblems.self) { try await app.checkRoutes() }
    #expect(problems?.all == ["/todos/:id: give an example of its paths"])
  }
}
