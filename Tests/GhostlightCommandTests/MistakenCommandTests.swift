import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Testing

@Suite struct `A command that is mistaken` {
  let story: RecordedStory

  init() async throws { story = try await RecordedStory() }

  @Test(arguments: [["log", "import", "bug.jsonl", "bug.jsonl"], ["log", "compact", "bug.jsonl"]])
  func `for an export is told that it is none of a log, and leaves nothing behind`(words: [String]) throws {
    _ = try story.ghostlight("log", "export", "events.sqlite", "page 1", "--output", "bug.jsonl")
    let run = try RunningCommand("ghostlight", words, in: story.folder).end()
    #expect(run.code == 2 && run.complaint.contains("bug.jsonl is an exported session, and no log"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: story.path("bug.jsonl-lock")))
  }

  @Test(arguments: [
    ["log", "import", "FILE", "bug.jsonl"], ["log", "compact", "FILE"],
    ["log", "recover", "FILE", "--to", "new.sqlite"],
  ])
  func `about what isn't a log leaves nothing beside it`(words: [String]) throws {
    _ = try story.ghostlight("log", "export", "events.sqlite", "page 1", "--output", "bug.jsonl")
    let files = FileManager.default
    try files.createDirectory(atPath: story.path("folder"), withIntermediateDirectories: true)
    for (name, text) in [("diary.txt", "Dear diary"), ("long.txt", String(repeating: "Dear diary", count: 2_000))] {
      try Data(text.utf8).write(to: URL(filePath: story.path(name)))
    }
    let before = try files.contentsOfDirectory(atPath: story.folder.path).sorted()
    for name in ["diary.txt", "long.txt", "folder"] {
      let words = words.map { $0 == "FILE" ? name : $0 }
      let run = try RunningCommand("ghostlight", words, in: story.folder).end()
      #expect(run.code == (name == "folder" ? 2 : 1) && run.output.isEmpty, "\(run)")
      #expect(try files.contentsOfDirectory(atPath: story.folder.path).sorted() == before, "\(words)")
    }
  }

  @Test(arguments: [
    (["log", "sessions", "events.sqlite", "--limit", "-1"], "--limit takes a number from 0."),
    (["log", "show", "events.sqlite", "--limit", "-1"], "--limit takes a number from 0."),
    (["log", "tail", "events.sqlite", "--lines", "-3"], "--lines takes a number from 0."),
    (["diagram", "events.sqlite", "--limit", "-1"], "--limit takes a number from 1 to 2000."),
    (["diagram", "events.sqlite", "--after", "-1"], "The value '-1' is invalid for '--after <after>'"),
  ])
  func `about a number is told which it may be`(words: [String], reason: String) throws {
    let run = try RunningCommand("ghostlight", words, in: story.folder).end()
    #expect(run.code == 64 && run.complaint.contains("Error: \(reason)"), "\(run)")
  }

  @Test func `about a step or a port of a replay is told which it may be`() throws {
    for (option, reason) in [("--from", "a step, counted from 1."), ("--port", "a number from 0 to 65535.")] {
      let run = try story.todostream("replay", "events.sqlite", option, "-1")
      #expect(run.code == 64 && run.complaint.contains("Error: \(option) takes \(reason)"), "\(run)")
    }
  }

  @Test func `about what events are called is told so`() throws {
    let run = try story.ghostlight("log", "show", "events.sqlite", "--case", "Nope")
    #expect(run.code == 2 && run.output.isEmpty && run.complaint.contains("no event is like that"))
    // Nothing may have happened since.
    let later = try story.ghostlight("log", "show", "events.sqlite", "--case", "TodoEvent", "--after", "1000000")
    #expect(later.code == 0 && later.output.isEmpty && later.complaint.isEmpty)
  }

  @Test func `isn't one that asks for no sessions`() throws {
    let run = try story.ghostlight("log", "sessions", "events.sqlite", "--limit", "0")
    #expect(run.code == 0 && run.output.isEmpty && run.complaint.isEmpty)
  }

  @Test func `isn't one about a session that is called app`() async throws {
    let log = try SQLiteLog(path: story.path("app.sqlite"))
    for (number, source) in [LogSource.app, .session("app"), .session("application")].enumerated() {
      try await log.add([
        LogRecord(
          position: 0, source: source, name: "Some.step", sequence: 1, id: EventID(rawValue: 7 << 40 | UInt64(number)),
          cause: nil, answers: nil, requests: [], time: Timestamp(milliseconds: 0), marks: [], payload: .nothing)
      ])
    }
    try await log.close()
    let shown = try story.ghostlight("log", "show", "app.sqlite", "--session", "=app").lines
    #expect(shown.count == 1 && shown[0].contains(" =app [7.1] Some.step"))
    let app = try story.ghostlight("log", "show", "app.sqlite", "--session", "app").lines
    #expect(app.count == 1 && app[0].contains(" app [7.0] Some.step"))
  }
}
