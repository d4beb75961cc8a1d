import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Ghostlight
import GhostlightTesting
import TodoModels
import TodoPresentation
import TodoScreens

/// A folder with the log of a Todostream in which two people were: `page 1` and `page 2`.
final class RecordedStory {
  struct App: LiveApp {
    let database: TodoDatabase
    let name = "Todostream"
    var servers: [any Server] { ModelServer(database) }
    func session(for visitor: Visitor) -> Session {
      Session(ViewModelServer(), screens: .todostream(Words.of(visitor.language(from: ["en", "zh"]))))
    }
  }

  let folder: URL
  var log: String { path("events.sqlite") }

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "story-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = try SQLiteLog(path: log)
    let app = LiveTest(App(database: try .inMemory()), log: log)
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.textbox("New todo").type("milk\nbread\n")
    try await ann.checkbox("milk").click()
    try await bo.button("Delete bread").click()
    await app.settle()
    try await app.end()
    try await log.close()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes the log `long.sqlite`: 3,500 events, each caused by the one before it, those of even numbers the app's and the others of
  /// the session `s`.
  func writeLongChain() async throws {
    let log = try SQLiteLog(path: path("long.sqlite"))
    var cause: EventID?
    var records: [LogRecord] = []
    for number in 1...3_500 {
      let id = EventID(rawValue: 7 << 40 | UInt64(number))
      records.append(
        LogRecord(
          position: 0, source: number % 2 == 0 ? .app : .session("s"), name: "Long.step", sequence: UInt64(number),
          id: id,
          cause: cause, answers: nil, requests: [], time: Timestamp(milliseconds: Int64(number)), marks: [],
          payload: .nothing))
      cause = id
    }
    try await log.add(records)
    try await log.close()
  }

  /// Runs `ghostlight` in the folder.
  func ghostlight(_ words: String...) throws -> CommandRun {
    try RunningCommand("ghostlight", words, in: folder).end()
  }

  /// Runs the app's own program in the folder.
  func todostream(_ words: String...) throws -> CommandRun {
    try RunningCommand("todostream", words, in: folder).end()
  }
}
