import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Testing

@Suite struct LogCommandTests {
  let story: RecordedStory

  init() async throws { story = try await RecordedStory() }

  @Test(arguments: [
    [], ["log"], ["log", "sessions"], ["log", "show"], ["log", "tail"], ["log", "export"], ["log", "import"],
    ["log", "compact"],
    ["verify"],
    ["diagram"], ["replay"],
  ])
  func `every command says how it is used`(words: [String]) throws {
    let run = try RunningCommand("ghostlight", words + ["--help"]).end()
    #expect(run.code == 0)
    #expect(run.output.contains("OVERVIEW: "))
    #expect(run.output.contains("USAGE: ghostlight"))
    #expect(run.complaint.isEmpty)
  }

  @Test(arguments: [
    ["log", "show"], ["log", "export", "events.sqlite"], ["log", "tail", "events.sqlite", "--lines", "-1"],
    ["log", "show", "events.sqlite", "--chain", "seven"], ["log", "show", "events.sqlite", "--format", "yaml"],
    ["diagram", "events.sqlite", "--limit", "0"], ["replay", "events.sqlite"], ["sing"],
  ])
  func `a command that is called wrongly says what is wrong, and ends with 64`(words: [String]) throws {
    let run = try RunningCommand("ghostlight", words, in: story.folder).end()
    #expect(run.code == 64)
    #expect(run.output.isEmpty)
    #expect(run.complaint.contains("Error: ") && run.complaint.contains("Usage: ghostlight"))
  }

  @Test(arguments: [["log", "sessions"], ["log", "show"], ["log", "tail"], ["verify"], ["diagram"]])
  func `a log that isn't there is named, and ends with 2`(words: [String]) throws {
    let run = try RunningCommand("ghostlight", words + ["nowhere.sqlite"], in: story.folder).end()
    #expect(run.code == 2)
    #expect(run.complaint.contains("there is no file nowhere.sqlite") || run.complaint.contains("nowhere.sqlite"))
    #expect(!FileManager.default.fileExists(atPath: story.path("nowhere.sqlite")))
  }

  @Test func `a log is compacted, unless somebody appends to it`() async throws {
    let before = try story.ghostlight("log", "show", "events.sqlite").lines.count
    let run = try story.ghostlight("log", "compact", "events.sqlite")
    #expect(run.code == 0)
    // Nobody has taken a snapshot in it: all of it is needed.
    #expect(run.output == "forgot 0 events of \(before)\n")
    let log = try SQLiteLog(path: story.log)
    for (position, session) in [(20, "page 1"), (30, "page 2")] {
      try await log.save(snapshot: [1], of: session, at: UInt64(position))
    }
    let refused = try story.ghostlight("log", "compact", "events.sqlite")
    #expect(refused.code == 2)
    #expect(refused.complaint.contains("the process \(getpid()) appends to events.sqlite: end it first"))
    try await log.close()
    #expect(try story.ghostlight("log", "compact", "events.sqlite").code == 0)
    #expect(try story.ghostlight("log", "show", "events.sqlite").lines.count < before)
    #expect(try story.ghostlight("verify", "events.sqlite").code == 0)
  }

  @Test func `sessions are listed, the youngest first`() throws {
    let run = try story.ghostlight("log", "sessions", "events.sqlite")
    #expect(run.code == 0)
    #expect(run.lines.map { $0.prefix(6) } == ["page 2", "page 1"])
    #expect(run.lines.allSatisfy { $0.contains(" events") })
    #expect(try story.ghostlight("log", "sessions", "events.sqlite", "--limit", "1").lines.count == 1)
  }

  @Test func `events are shown in order, filtered, as lines for people and for programs`() throws {
    let all = try story.ghostlight("log", "show", "events.sqlite").lines
    #expect(all.count > 30)
    #expect(all.map { Int($0.prefix { $0 != " " }) } == Array(1...all.count))
    let some = try story.ghostlight("log", "show", "events.sqlite", "--case", "StoreEvent", "--session", "app").lines
    #expect(!some.isEmpty && some.allSatisfy { $0.contains(" app [") && $0.contains(" StoreEvent.") })
    let inputs = try story.ghostlight("log", "show", "events.sqlite", "--session", "page 1", "--inputs").lines
    #expect(inputs.first?.contains("SessionEvent.opened") == true)
    let few = try story.ghostlight("log", "show", "events.sqlite", "--after", "5", "--limit", "2", "--format", "json")
    #expect(few.lines.count == 2)
    for line in few.lines {
      #expect((try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) != nil)
    }
  }

  @Test func `a session may be called by how its name begins, if no other begins so`() throws {
    #expect(try story.ghostlight("log", "show", "events.sqlite", "--session", "page 2").code == 0)
    let several = try story.ghostlight("log", "show", "events.sqlite", "--session", "pa")
    #expect(several.code == 2 && several.complaint.contains("several sessions begin with pa"))
    let none = try story.ghostlight("log", "export", "events.sqlite", "nobody")
    #expect(none.code == 2 && none.complaint.contains("there is no session nobody"))
  }

  @Test func `a chain goes through all streams, whatever is read at a time`() throws {
    let acted = try #require(
      try story.ghostlight("log", "show", "events.sqlite", "--case", "SessionEvent.acted").lines.last)
    let id = String(acted.split(separator: "[")[1].prefix { $0 != "]" && $0 != " " })
    for command in [["log", "show"], ["log", "tail", "--no-follow", "--lines", "1000"]] {
      let run = try RunningCommand("ghostlight", command + ["events.sqlite", "--chain", id], in: story.folder).end()
      #expect(run.code == 0)
      for part in ["SessionEvent.acted", " app [", "StoreEvent.", "page 1", "page 2"] {
        #expect(run.output.contains(part), "\(command) has no \(part)")
      }
    }
    let missing = try story.ghostlight("log", "show", "events.sqlite", "--chain", "999.1")
    #expect(missing.code == 2 && missing.complaint.contains("there is no event 999.1"))
  }

  @Test func `a chain of thousands is followed to its end`() async throws {
    let log = try SQLiteLog(path: story.path("long.sqlite"))
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
    for command in [["log", "show"], ["log", "tail", "--no-follow", "--lines", "10000"]] {
      for id in ["7.1", "7.1700", "7.3500"] {
        let run = try RunningCommand("ghostlight", command + ["long.sqlite", "--chain", id], in: story.folder).end()
        #expect(run.lines.count == 3_500, "\(command) \(id)")
      }
    }
    let own = try story.ghostlight("log", "show", "long.sqlite", "--chain", "7.1", "--session", "s")
    #expect(own.lines.count == 1_750)
  }

  @Test(.timeLimit(.minutes(1))) func `the end of a log is shown, and then what is appended`() async throws {
    let tail = try RunningCommand("ghostlight", ["log", "tail", "events.sqlite", "--lines", "2"], in: story.folder)
    let last = try story.ghostlight("log", "show", "events.sqlite").lines.suffix(2)
    for line in last { #expect(tail.nextLine() == line) }
    let log = try SQLiteLog(path: story.log)
    for number in 1...3 {
      try await log.add([
        LogRecord(
          position: 0, source: .app, name: "Later.step", sequence: UInt64(number),
          id: EventID(rawValue: 900 << 40 | UInt64(number)), cause: nil, answers: nil, requests: [],
          time: Timestamp(milliseconds: 0), marks: [], payload: .nothing)
      ])
      #expect(tail.nextLine().contains("[900.\(number)] Later.step"))
    }
    tail.stop()
    _ = tail.end()
    try await log.close()
  }

  @Test(arguments: ["json", "plist"])
  func `a session that is exported can be imported elsewhere, once`(format: String) throws {
    let export = try story.ghostlight(
      "log", "export", "events.sqlite", "page 1", "--format", format, "--output", "bug.\(format)")
    #expect(export.code == 0 && export.output.isEmpty)
    let import1 = try story.ghostlight("log", "import", "copy.sqlite", "bug.\(format)")
    #expect(import1.code == 0 && import1.output.contains("events of session page 1"))
    #expect(try story.ghostlight("log", "sessions", "copy.sqlite").lines.count == 1)
    let again = try story.ghostlight("log", "import", "copy.sqlite", "bug.\(format)")
    #expect(again.code == 2 && again.complaint.contains("has a session page 1 already"))
    // What only reads takes the export itself.
    let shown = try story.ghostlight("log", "show", "bug.\(format)", "--inputs").lines
    #expect(shown.first?.contains("SessionEvent.opened") == true)
  }

  @Test func `what is no export is refused with its line, and ends with 1`() throws {
    try Data("{\"ghostlight\":\"session\",\"format\":1,\"session\":\"x\"}\nnonsense\n".utf8)
      .write(to: URL(filePath: story.path("bad.jsonl")))
    let bad = try story.ghostlight("log", "import", "copy.sqlite", "bad.jsonl")
    #expect(bad.code == 1 && bad.complaint.contains("line 2"))
    try Data("{\"ghostlight\":\"session\",\"format\":99,\"session\":\"x\"}\n".utf8)
      .write(to: URL(filePath: story.path("new.jsonl")))
    let new = try story.ghostlight("log", "show", "new.jsonl")
    #expect(new.code == 2 && new.complaint.contains("format 99"))
  }

  @Test func `what is no log at all is refused, and ends with 1`() throws {
    try Data("Dear diary".utf8).write(to: URL(filePath: story.path("diary.txt")))
    for command in ["show", "sessions"] {
      let run = try story.ghostlight("log", command, "diary.txt")
      #expect(run.code == 1 && run.output.isEmpty && run.complaint.contains("nothing is left of a log in diary.txt"))
    }
  }

  @Test func `a log is verified, and damage is found`() throws {
    let good = try story.ghostlight("verify", "events.sqlite")
    #expect(good.code == 0 && good.output.contains("events in"))
    var bytes = try Data(contentsOf: URL(filePath: story.log))
    for place in stride(from: bytes.count / 2, to: bytes.count, by: 97) { bytes[place] ^= 0x55 }
    try bytes.write(to: URL(filePath: story.path("broken.sqlite")))
    let bad = try story.ghostlight("verify", "broken.sqlite")
    #expect(bad.code == 1 && bad.complaint.contains("damaged") || bad.complaint.contains("can't read"))
  }

  @Test func `a diagram is drawn of a session or a chain, as SVG and for Mermaid`() throws {
    let svg = try story.ghostlight("diagram", "events.sqlite", "--session", "page 2", "--output", "session.svg")
    #expect(svg.code == 0)
    #expect(try String(contentsOfFile: story.path("session.svg"), encoding: .utf8).hasPrefix("<svg"))
    let mermaid = try story.ghostlight("diagram", "events.sqlite", "--session", "page 2", "--format", "mermaid")
    #expect(mermaid.output.hasPrefix("sequenceDiagram") && mermaid.output.contains("StoreEvent"))
    let none = try story.ghostlight("diagram", "events.sqlite", "--case", "NoEvent")
    #expect(none.code == 2 && none.complaint.contains("no event is like that"))
  }
}
