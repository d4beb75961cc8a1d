import Testing
import ViewKit

@testable import WebServer

@Suite struct LiveServerProgramTests {
  struct App: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Controller() } }) }
  }

  @Test func `a program that can't listen says so and ends with 1`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent, \.standardOutputContent]) {
        var configuration = ServerConfiguration()
        configuration.host = "192.0.2.1"
        await LiveServer(App(), configuration: configuration).runOrExit()
      })
    let complaint = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(complaint.contains("Error: Can't listen on 192.0.2.1"))
    #expect(!complaint.contains("Fatal error"))
    #expect(!String(decoding: result.standardOutputContent, as: UTF8.self).contains("Test is at"))
  }
}
