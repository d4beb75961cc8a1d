import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Synchronization
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

  @Test func `a program that can't listen opens nothing`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        var configuration = ServerConfiguration()
        configuration.host = "192.0.2.1"
        await LiveServer.runOrExit(configuration) { _ in fatalError("opened") }
      })
    let complaint = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(complaint.contains("Error: Can't listen on 192.0.2.1") && !complaint.contains("opened"))
  }

  @Test func `a program says what can't be opened and ends with 1`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        var configuration = ServerConfiguration()
        configuration.port = 0
        await LiveServer.runOrExit(configuration) { configuration in
          LiveServer(App(), configuration: configuration, log: try SQLiteLog(path: "/proc/nowhere/log"))
        }
      })
    let complaint = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(complaint.contains("Error: ") && !complaint.contains("Fatal error"))
  }

  /// Its servers went on, what had been recorded wasn't written, and nobody else could append to the log.
  @Test func `a server that can't listen leaves nothing behind in a process that goes on`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer { for end in ["", "-wal", "-shm", "-lock"] { try? FileManager.default.removeItem(atPath: path + end) } }
    var configuration = ServerConfiguration()
    configuration.host = "192.0.2.1"
    let streams = Mutex<[AppStream]>([])
    for _ in 0..<2 {
      let server = LiveServer(App(), configuration: configuration, log: try SQLiteLog(path: path))
      await #expect(throws: (any Error).self) {
        try await server.run(prepare: { stream in streams.withLock { $0.append(stream) } })
      }
    }
    #expect(streams.withLock { $0.map(\.isEnded) } == [true, true])
  }
}
