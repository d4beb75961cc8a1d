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

  @Test func `a log that is there is opened before the app, one that isn't behind it, and the app is closed at last`()
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
    _ words: [String], in folder: String, failing: String? = nil
  ) async throws -> (steps: [String], error: String?) {
    let options = try ServingOptions.parse(["--port", "0"] + words)
    let path = "\(folder)/log"
    var steps: [String] = []
    do {
      try await options.open("App", options.configuration, recordingIn: path, LogMigrations()) {
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
