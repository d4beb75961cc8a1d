import EventLog
import EventLogSQLite
import EventStream
import Foundation
import GhostlightTesting
import Testing
import TodoModels

@Suite struct LogCommandTests {
  let story: RecordedStory

  init() async throws { story = try await RecordedStory() }

  @Test(arguments: [
    [], ["log"], ["log", "sessions"], ["log", "show"], ["log", "tail"], ["log", "export"], ["log", "import"],
    ["log", "compact"], ["log", "recover"], ["verify"], ["diagram"], ["replay"],
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
    ["diagram", "events.sqlite", "--limit", "0"], ["diagram", "events.sqlite", "--limit", "2001"],
    ["diagram", "events.sqlite", "--after=-1"], ["log", "sessions", "events.sqlite", "--limit=-1"],
    ["log", "sessions", "events.sqlite", "--limit", "9223372036854775808"],
    ["log", "show", "events.sqlite", "--limit=-1"], ["log", "show", "events.sqlite", "--after=-1"],
    ["replay", "events.sqlite"], ["sing"],
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
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(
      run.complaint
        == "ghostlight: the log can't be opened: there is no file nowhere.sqlite: see whether the path is right\n")
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
    for (limit, count) in [("0", 0), ("1", 1), ("\(Int.max)", 2)] {
      let some = try story.ghostlight("log", "sessions", "events.sqlite", "--limit", limit)
      #expect(some.code == 0 && some.lines.count == count)
    }
  }

  @Test func `a list of sessions that is cut says so, unless that was asked for`() async throws {
    let log = try SQLiteLog(path: story.path("many.sqlite"))
    let records = (1...101).map { number in
      LogRecord(
        position: 0, source: .session("s\(number)"), name: "Own.event", sequence: 1,
        id: EventID(rawValue: UInt64(number) << 40 | 1), cause: nil, answers: nil, requests: [],
        time: Timestamp(milliseconds: Int64(number)), marks: [], payload: .nothing)
    }
    try await log.add(records)
    try await log.close()
    let run = try story.ghostlight("log", "sessions", "many.sqlite")
    #expect(run.code == 0 && run.lines.count == 100)
    #expect(run.complaint.contains("these are the youngest 100 sessions: list older ones with --limit"))
    for limit in ["7", "101", "1000"] {
      let some = try story.ghostlight("log", "sessions", "many.sqlite", "--limit", limit)
      #expect(some.lines.count == min(101, Int(limit) ?? 0) && some.complaint.isEmpty)
    }
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

  @Test func `what is long is cut for people, who can have all of it, and never for programs`() async throws {
    let log = try SQLiteLog(path: story.log)
    let app = LiveTest(RecordedStory.App(database: try .inMemory()), log: log)
    let title = String(repeating: "é", count: 450) + "the end"
    try await app.open("/").textbox("New todo").type(title + "\n")
    await app.settle()
    try await app.end()
    try await log.close()
    func lines(_ words: [String] = []) throws -> [String] {
      try RunningCommand(
        "ghostlight", ["log", "show", "events.sqlite", "--case", "TodoEvent.requestAddTodo"] + words, in: story.folder
      ).end().lines
    }
    let last = try #require(try lines().last)
    #expect(last.hasSuffix("é… and 59 characters more: --full"), "\(last)")
    for words in [["--full"], ["--format", "json"]] {
      #expect(try lines(words).last?.contains("the end") == true)
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

  @Test func `the last events are all of them if more are asked for than there are`() throws {
    let all = try story.ghostlight("log", "show", "events.sqlite")
    for lines in ["100000", "9223372036854775807"] {
      let run = try story.ghostlight("log", "tail", "events.sqlite", "--no-follow", "--lines", lines)
      #expect(run.code == 0 && run.output == all.output, "\(run.complaint)")
    }
  }

  @Test func `a chain of thousands is followed to its end`() async throws {
    try await story.writeLongChain()
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
    let verified = try story.ghostlight("verify", "bug.\(format)")
    #expect(verified.code == 0 && verified.complaint.isEmpty)
    #expect(verified.output.hasSuffix("events of session page 1 can be read: all of an export\n"))
  }

  /// A session of events with some text each.
  private func lines(_ count: Int, version: Int = 1, head: String = "") -> String {
    let head = "{\"ghostlight\":\"session\",\"format\":1,\"session\":\"long\"\(head)}"
    let events = (1...count).map { number in
      """
      {"position":\(number),"event":"Long.step","id":"7.\(number)","sequence":\(number),"session":"long",\
      "time":"2026-01-01T00:00:00.000000000Z","version":\(version),"payload":"this is step \(number)."}
      """
    }
    return ([head] + events).joined(separator: "\n")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: story.path(name)))
  }

  @Test func `lines may end as on Windows, and an incomplete session stays one`() throws {
    try write(lines(3, head: ",\"isIncomplete\":true").replacing("\n", with: "\r\n"), to: "bug.jsonl")
    let run = try story.ghostlight("log", "import", "copy.sqlite", "bug.jsonl")
    #expect(run.code == 0 && run.output == "imported 3 events of session long\n")
    let listed = try story.ghostlight("log", "sessions", "copy.sqlite")
    #expect(listed.lines.count == 1 && listed.output.hasSuffix(", 3 events, ended, incomplete\n"))
  }

  @Test func `an export may come through a pipe, and what comes through none is told`() throws {
    try write(lines(3), to: "bug.jsonl")
    let program = RunningCommand.products.appending(path: "ghostlight").path
    func importing(_ words: String) throws -> CommandRun {
      let script = words.replacing("IMPORT", with: "'\(program)' log import copy.sqlite")
      return try RunningCommand("/bin/sh", ["-c", script], in: story.folder).end()
    }
    let piped = try importing("cat bug.jsonl | IMPORT /dev/stdin")
    #expect(piped.code == 0 && piped.output == "imported 3 events of session long\n", "\(piped)")
    let empty = try importing("IMPORT /dev/null")
    #expect(empty.code == 1 && empty.complaint.contains("/dev/null is empty"), "\(empty)")
    let missing = try importing("IMPORT nowhere.jsonl")
    #expect(missing.code == 2 && missing.complaint.hasPrefix("ghostlight: nowhere.jsonl can't be read: No such file"))
  }

  @Test(arguments: [
    "log show LOG", "log tail LOG --no-follow", "log sessions LOG", "log export LOG long", "diagram LOG", "verify LOG",
  ])
  func `an export that comes through a pipe is read as one in a file`(words: String) throws {
    try write(lines(3), to: "bug.jsonl")
    let program = RunningCommand.products.appending(path: "ghostlight").path
    func run(_ input: String, _ log: String) throws -> CommandRun {
      let script = input + "'\(program)' " + words.replacing("LOG", with: log)
      return try RunningCommand("/bin/sh", ["-c", script], in: story.folder).end()
    }
    let (piped, read) = (try run("cat bug.jsonl | ", "/dev/stdin"), try run("", "bug.jsonl"))
    #expect(piped.code == 0 && piped.output == read.output && piped.complaint.isEmpty, "\(piped)")
    let log = try run("cat events.sqlite | ", "/dev/stdin")
    #expect(log.code == 1 && log.output.isEmpty, "\(log)")
  }

  @Test func `an export that comes through a pipe is played`() throws {
    let program = RunningCommand.products.appending(path: "todostream").path
    _ = try story.ghostlight("log", "export", "events.sqlite", "page 1", "--output", "page.jsonl")
    let played = try RunningCommand(
      "/bin/sh", ["-c", "cat page.jsonl | '\(program)' replay /dev/stdin"], in: story.folder
    ).end()
    #expect(played.code == 0 && played.output.contains("\npage 1: "), "\(played)")
  }

  @Test func `a file is called as it was said, also where SQLite would take that for a URI`() throws {
    try write(lines(3), to: "bug.jsonl")
    for name in ["file:copy.sqlite", ":copy.sqlite"] {
      #expect(try story.ghostlight("log", "import", name, "bug.jsonl").code == 0)
      #expect(try story.ghostlight("log", "sessions", name).lines.count == 1)
      #expect(FileManager.default.fileExists(atPath: story.path(name)))
    }
    #expect(!FileManager.default.fileExists(atPath: story.path("copy.sqlite")))
  }

  @Test(.timeLimit(.minutes(1))) func `a database is called as it was said, too`() throws {
    let server = try RunningCommand("todostream", ["--port", "0", "--database", "file:own.sqlite"], in: story.folder)
    _ = server.nextLine()
    server.stop()
    _ = server.end()
    for name in ["file:own.sqlite", "file:own.sqlite-events"] {
      #expect(FileManager.default.fileExists(atPath: story.path(name)), "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: story.path("own.sqlite")))
  }

  @Test(arguments: [true, false])
  func `an import for which there is no room says so, and leaves everything as it was`(isNew: Bool) throws {
    if !isNew {
      try write(lines(3).replacing("\"long\"", with: "\"short\""), to: "short.jsonl")
      #expect(try story.ghostlight("log", "import", "copy.sqlite", "short.jsonl").code == 0)
    }
    try write(lines(20_000), to: "bug.jsonl")
    let program = RunningCommand.products.appending(path: "ghostlight").path
    // No file may grow beyond 200 blocks of 512 bytes, or of 1,024: as on a full disk, writing fails on the way.
    let script = "trap '' XFSZ; ulimit -f 200; '\(program)' log import copy.sqlite bug.jsonl"
    let run = try RunningCommand("/bin/sh", ["-c", script], in: story.folder).end()
    #expect(run.code == 2 && run.output.isEmpty, "\(run)")
    #expect(run.complaint.contains("the log can't be written: ") && run.complaint.contains("run the command again"))
    #expect(!run.complaint.contains("kept in memory"))
    let left = try FileManager.default.contentsOfDirectory(atPath: story.folder.path)
    #expect(left.contains { $0.hasPrefix("copy.sqlite") } == !isNew, "\(left)")
    if isNew { return }
    #expect(try story.ghostlight("log", "sessions", "copy.sqlite").lines.map { $0.prefix(5) } == ["short"])
  }

  @Test func `a log is made by an import only in a folder that is there, and beside no other`() throws {
    try write(lines(3), to: "bug.jsonl")
    let before = try FileManager.default.contentsOfDirectory(atPath: story.folder.path).sorted()
    for (log, reason) in [
      ("no/copy.sqlite", "no/copy.sqlite can't be made: there is no folder "),
      ("bug.jsonl/copy.sqlite", "bug.jsonl/copy.sqlite can't be made: there is no folder "),
      ("events.sqlite-journal", "events.sqlite-journal belongs to events.sqlite: say another file"),
    ] {
      let run = try story.ghostlight("log", "import", log, "bug.jsonl")
      #expect(run.code == 2 && run.output.isEmpty && run.complaint.contains(reason), "\(run)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: story.folder.path).sorted() == before)
  }

  @Test func `an export that has been cut off is refused`() throws {
    try write(lines(3, head: ",\"events\":4"), to: "bug.jsonl")
    let run = try story.ghostlight("log", "import", "copy.sqlite", "bug.jsonl")
    #expect(run.code == 1 && run.complaint.contains("it should have 4 events, and has 3"))
    #expect(!FileManager.default.fileExists(atPath: story.path("copy.sqlite")))
  }

  @Test func `a log stays of its version, whatever is imported`() async throws {
    let log = try SQLiteLog(path: story.path("app.sqlite"), version: 3)
    log.note(user: "ann", of: "own")
    try await log.close()
    try write(lines(3, version: 1), to: "old.jsonl")
    let old = try story.ghostlight("log", "import", "app.sqlite", "old.jsonl")
    #expect(old.code == 0 && old.complaint.isEmpty)
    try write(lines(3, version: 4).replacing("\"long\"", with: "\"later\""), to: "new.jsonl")
    let new = try story.ghostlight("log", "import", "app.sqlite", "new.jsonl")
    #expect(new.code == 2 && new.complaint.contains("version 4, and the log is of version 3"))
    #expect(new.complaint.contains("import it into a log of its own"))
    #expect(try story.ghostlight("log", "sessions", "app.sqlite").lines.map { $0.prefix(4) } == ["long", "own "])
    try await SQLiteLog(path: story.path("app.sqlite"), version: 3).close()
    let own = try story.ghostlight("log", "import", "own.sqlite", "new.jsonl")
    #expect(own.code == 0)
  }

  @Test(arguments: ["json", "plist"])
  func `a session that is damaged isn't exported, but for what stands before on purpose`(format: String) throws {
    try write(lines(2_000), to: "long.jsonl")
    _ = try story.ghostlight("log", "import", "long.sqlite", "long.jsonl")
    var bytes = try Data(contentsOf: URL(filePath: story.path("long.sqlite")))
    let step = try #require(bytes.range(of: Data("this is step 1500.".utf8)))
    bytes[step.lowerBound] ^= 1
    try bytes.write(to: URL(filePath: story.path("long.sqlite")))
    let verified = try story.ghostlight("verify", "long.sqlite")
    #expect(verified.code == 1 && verified.complaint.contains("its checksum is wrong"))
    let tail = try story.ghostlight("log", "tail", "long.sqlite", "--no-follow", "--lines", "3")
    #expect(tail.code == 0 && tail.lines.map { $0.suffix(6) } == ["1998.\"", "1999.\"", "2000.\""])
    let shown = try story.ghostlight("log", "show", "long.sqlite")
    #expect(shown.code == 1 && shown.complaint.contains("are damaged, and passed over: its checksum is wrong"))
    #expect(shown.lines.count > 1_800 && shown.lines.count < 2_000 && shown.output.hasSuffix("2000.\"\n"))

    let words = ["log", "export", "long.sqlite", "long", "--format", format, "--output", "bug.\(format)"]
    let refused = try RunningCommand("ghostlight", words, in: story.folder).end()
    #expect(refused.code == 1 && refused.output.isEmpty)
    #expect(refused.complaint.contains("With --up-to-damage") && refused.complaint.contains("damaged behind event 1"))
    #expect(!FileManager.default.fileExists(atPath: story.path("bug.\(format)")))
    let printed = try story.ghostlight("log", "export", "long.sqlite", "long", "--format", format)
    #expect(printed.code == 1 && printed.output.isEmpty)

    let run = try RunningCommand("ghostlight", words + ["--up-to-damage"], in: story.folder).end()
    #expect(run.code == 0 && run.complaint.contains("events are exported, as an incomplete one"))
    let events = try story.ghostlight("log", "show", "bug.\(format)").lines
    #expect(events.count > 1_300 && events.count < 1_500)
    #expect(events.last?.contains("this is step \(events.count).") == true)
    let listed = try story.ghostlight("log", "sessions", "bug.\(format)").output
    #expect(listed.contains("long ") && listed.contains(", incomplete"))

    // SQLite can't read it at all: what is left of it has a hole.
    for place in 0..<100 { bytes[place] = 0 }
    try bytes.write(to: URL(filePath: story.path("long.sqlite")))
    #expect(try RunningCommand("ghostlight", words, in: story.folder).end().code == 1)
    let rest = try RunningCommand("ghostlight", words + ["--up-to-damage"], in: story.folder).end()
    #expect(rest.code == 0 && rest.complaint.contains("as an incomplete one"))
    #expect(try story.ghostlight("log", "show", "bug.\(format)").lines.count == events.count)
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
    for place in stride(from: bytes.count * 3 / 4, to: bytes.count, by: 97) { bytes[place] ^= 0x55 }
    try bytes.write(to: URL(filePath: story.path("broken.sqlite")))
    let bad = try story.ghostlight("verify", "broken.sqlite")
    #expect(bad.code == 1)
    #expect(bad.complaint.contains("ghostlight: damaged behind event ") || bad.complaint.contains("SQLite can't read"))
    let (all, left) = (try #require(Int(good.output.prefix { $0 != " " })), Int(bad.output.prefix { $0 != " " }))
    #expect(try #require(left) < all)
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
