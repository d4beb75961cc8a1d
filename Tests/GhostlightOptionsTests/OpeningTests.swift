import ArgumentParser
import EventLog
import EventLogSQLite
import Foundation
import Testing
import ViewKit
import WebServer

@testable import GhostlightOptions

/// What is opened of an app, and when: it may be of the program's version from then on.
@Suite struct OpeningTests {
  @Test(arguments: [["--host", "192.0.2.1"], ["--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.pem"]])
  func `where an app can't be served, nothing is opened or made`(words: [String]) async throws {
    try await withFolder { folder in
      let (steps, error) = try await open(words, in: folder)
      #expect(steps == [] && error != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test func `another app's log is refused before anything is opened`() async throws {
    try await withFolder { folder in
      try await SQLiteLog(path: "\(folder)/log", of: LogOwner("Other")).close()
      let (steps, error) = try await open([], in: folder)
      #expect(steps == [] && error?.contains("is the log of Other") == true)
    }
  }

  @Test func `an app is opened where a log is there and where none is, which is made behind it, and is closed at last`()
    async throws
  {
    try await withFolder { folder in
      for isThere in [false, true] {
        let (steps, error) = try await open([], in: folder)
        #expect(steps == ["opened, \(isThere ? "beside" : "without") a log", "served", "closed"] && error == nil)
      }
    }
  }

  @Test func `an app that can't be opened leaves no log behind, and holds none that was there`() async throws {
    try await withFolder { folder in
      let (steps, error) = try await open([], in: folder, failing: "opened")
      #expect(steps.count == 1 && error == "Failure()")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
      try await SQLiteLog(path: "\(folder)/log", of: LogOwner("App")).close()
      _ = try await open([], in: folder, failing: "opened")
      #expect(!SQLiteLog.isAppendedTo(at: "\(folder)/log"))
    }
  }

  /// The log was the new program's by then, and the one of before refused it.
  @Test(arguments: [LogOwner("Old"), nil]) func `an app that can't be opened leaves the log to the program of before`(
    owner: LogOwner?
  ) async throws {
    try await withFolder { folder in
      let path = "\(folder)/log"
      let other = try SQLiteLog(path: "\(folder)/other", of: owner)
      // All that a killed process leaves.
      for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: other.store.path + end, toPath: path + end) }
      try await other.close()
      let migrations = LogMigrations().formerlyCalled("Old")
      for isClean in [false, true] {
        if isClean { try await SQLiteLog(path: path).close() }
        let before = ["", "-wal"].map { FileManager.default.contents(atPath: path + $0) }
        #expect((before[1] == nil) == isClean)
        let (steps, error) = try await open([], in: folder, failing: "opened", migrations)
        #expect(steps.count == 1 && error == "Failure()")
        #expect(["", "-wal"].map { FileManager.default.contents(atPath: path + $0) } == before)
      }
      try await SQLiteLog(path: path, of: LogOwner("Old")).close()
      #expect(try await open([], in: folder, migrations).error == nil)
      let log = try SQLiteLog(reading: path)
      #expect(log.owner == LogOwner("App"))
      try await log.close()
    }
  }

  @Test func `an app is closed where serving it fails`() async throws {
    try await withFolder { folder in
      let (steps, error) = try await open([], in: folder, failing: "served")
      #expect(steps == ["opened, without a log", "served", "closed"] && error == "Failure()")
    }
  }

  private struct Failure: Error {}

  private struct App: LiveApp {
    let name = "App"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Controller() } }) }
  }

  /// Opens an app as these words have it.
  ///
  /// - Parameter failing: The step that fails.
  /// - Returns: What was done, one thing after the other, and what went wrong.
  private func open(
    _ words: [String], in folder: String, failing: String? = nil, _ migrations: LogMigrations = LogMigrations()
  ) async throws -> (steps: [String], error: String?) {
    let options = try ServingOptions.parse(["--port", "0"] + words)
    let path = "\(folder)/log"
    var steps: [String] = []
    do {
      try await options.open("App", options.configuration, recordingIn: path, migrations) {
        steps.append("opened, \(FileManager.default.fileExists(atPath: path) ? "beside" : "without") a log")
        if failing == "opened" { throw Failure() }
        return App()
      } closing: { _ in
        steps.append("closed")
      } _: { _, log in
        steps.append("served")
        try await log?.close()
        if failing == "served" { throw Failure() }
      }
    } catch {
      return (steps, "\(error)")
    }
    return (steps, nil)
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opening-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }
}
