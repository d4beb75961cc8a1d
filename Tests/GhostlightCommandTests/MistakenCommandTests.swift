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
    ["log", "sessions", "FILE"], ["log", "show", "FILE"], ["log", "tail", "FILE", "--no-follow"], ["verify", "FILE"],
    ["log", "export", "FILE", "page 1"], ["diagram", "FILE"], ["log", "compact", "FILE"],
    ["log", "import", "FILE", "bug.jsonl"], ["log", "recover", "FILE", "--to", "new.sqlite"],
  ])
  func `about a text is told in one line that it is no log, and about nothing that it is`(words: [String]) throws {
    _ = try story.ghostlight("log", "export", "events.sqlite", "page 1", "--output", "bug.jsonl")
    try Data("Dear diary".utf8).write(to: URL(filePath: story.path("diary.txt")))
    try Data().write(to: URL(filePath: story.path("empty")))
    func run(_ file: String) throws -> CommandRun {
      try RunningCommand("ghostlight", words.map { $0 == "FILE" ? file : $0 }, in: story.folder).end()
    }
    let text = try run("diary.txt")
    let reason = "nothing is left of a log in diary.txt, if it ever was one: see whether it is the right file"
    #expect(text.code == 1 && text.complaint == "ghostlight: \(reason)\n", "\(text)")
    // An import makes the log of an empty file.
    if words[1] == "import" { return }
    for file in ["empty", "/dev/null"] {
      let empty = try run(file)
      let reason = "the log can't be opened: \(file) is empty, and no log: see whether it is the right file"
      #expect(empty.code == 2 && empty.complaint == "ghostlight: \(reason)\n", "\(empty)")
    }
  }

  @Test func `about what is no export is told that it can't be read, though nobody imports it`() throws {
    try Data("{\"ghostlight\":\"session\",\"format\":1,\"session\":\"x\"}\nnonsense\n".utf8)
      .write(to: URL(filePath: story.path("bad.jsonl")))
    for (program, words) in [("ghostlight", ["verify"]), ("ghostlight", ["log", "show"]), ("todostream", ["replay"])] {
      let run = try RunningCommand(program, words + ["bad.jsonl"], in: story.folder).end()
      #expect(run.code == 1 && run.complaint.contains("the exported session can't be read: line 2: "), "\(run)")
    }
  }

  @Test(arguments: [
    ("ghostlight", ["log", "sessions", ""], "the log's name is empty"),
    ("ghostlight", ["log", "compact", ""], "the log's name is empty"),
    ("ghostlight", ["log", "import", "", "bug.jsonl"], "the log's name is empty"),
    ("ghostlight", ["log", "import", "copy.sqlite", ""], "the exported session's name is empty"),
    ("ghostlight", ["log", "export", "events.sqlite", ""], "a session's name is empty"),
    ("ghostlight", ["log", "show", "events.sqlite", "--session", ""], "a session's name is empty"),
    ("todostream", ["replay", ""], "the log's name is empty"),
    ("todostream", ["replay", "events.sqlite", "--session", ""], "--session takes how a session's name begins"),
  ])
  func `with an empty name is told so, and leaves nothing behind`(program: String, words: [String], reason: String)
    throws
  {
    let before = try FileManager.default.contentsOfDirectory(atPath: story.folder.path).sorted()
    let run = try RunningCommand(program, words, in: story.folder).end()
    #expect(run.code == 64 && run.output.isEmpty && run.complaint.contains("Error: \(reason)"), "\(run)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: story.folder.path).sorted() == before)
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
