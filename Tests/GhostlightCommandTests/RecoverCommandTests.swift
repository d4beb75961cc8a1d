import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Ghostlight
import Testing

@Suite struct `A log that is recovered` {
  let story: RecordedStory

  init() async throws { story = try await RecordedStory() }

  private func recover(_ log: String, to target: String = "new.sqlite") throws -> CommandRun {
    try story.ghostlight("log", "recover", log, "--to", target)
  }

  private func change(_ name: String, _ body: (inout Data) throws -> Void) throws {
    var bytes = try contents(name)
    try body(&bytes)
    try bytes.write(to: URL(filePath: story.path(name)))
  }

  private func contents(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: story.path(name))) }

  /// Whether the new log is sound, and for its owner alone.
  private func isSound(_ target: String = "new.sqlite") throws -> Bool {
    let run = try story.ghostlight("verify", target)
    let rights = try FileManager.default.attributesOfItem(atPath: story.path(target))[.posixPermissions] as? Int
    return run.code == 0 && run.output.hasSuffix("Nothing is damaged.\n") && rights == 0o600
  }

  /// Writes the log `long.sqlite` of sessions with so many events, in turns.
  private func writeSessions(_ names: [String], events: Int) async throws {
    let log = try SQLiteLog(path: story.path("long.sqlite"))
    for first in stride(from: 1, through: events, by: 500) {
      let records = (first..<min(first + 500, events + 1)).flatMap { number in
        names.enumerated().map { index, name in record(UInt64(number), of: name, 7 + UInt64(index)) }
      }
      try await log.add(records)
    }
    try await log.close()
  }

  private func record(_ number: UInt64, of session: String, _ identity: UInt64) -> LogRecord {
    LogRecord(
      position: 0, source: .session(session), name: "Long.step", sequence: number,
      id: EventID(rawValue: identity << 40 | number), cause: nil, answers: nil, requests: [],
      time: Timestamp(milliseconds: Int64(number)), marks: [], payload: .nothing)
  }

  @Test func `without being damaged is listed as before, and its sessions come back`() async throws {
    let before = try contents("events.sqlite")
    let run = try recover("events.sqlite")
    #expect(run.code == 0 && run.complaint.isEmpty, "\(run)")
    #expect(run.lines.count == 2 && run.lines[1] == "Nothing is lost.")
    #expect(run.lines[0].contains(/^recovered \d+ events of 2 sessions into new.sqlite$/))
    #expect(try contents("events.sqlite") == before && isSound())
    for command in [["log", "show"], ["log", "show", "--format", "json"], ["log", "sessions"]] {
      let (old, new) = (
        try RunningCommand("ghostlight", command + ["events.sqlite"], in: story.folder).end(),
        try RunningCommand("ghostlight", command + ["new.sqlite"], in: story.folder).end()
      )
      #expect(old.output == new.output && new.code == 0)
    }
    let played = try story.todostream("replay", "new.sqlite")
    #expect(played.code == 0 && played.lines.last == "2 of 2 sessions play as they were recorded")
    // As a server opens it.
    let log = try SQLiteLog(path: story.path("new.sqlite"))
    for name in ["page 1", "page 2"] {
      #expect(try await !SessionRecording.read(name, from: log).turns.isEmpty)
    }
    try await log.close()
  }

  @Test func `is the same app's, and no other's`() async throws {
    let todostream = LogOwner("Todostream")
    try await SQLiteLog(path: story.log, of: todostream).close()
    #expect(try recover("events.sqlite").code == 0)
    #expect(throws: EventLogError.self) {
      try SQLiteLog(path: story.path("new.sqlite"), of: LogOwner("TodoMVC"))
    }
    try await SQLiteLog(path: story.path("new.sqlite"), of: todostream).close()
  }

  @Test func `of which SQLite can't read whose it is, says so`() async throws {
    try change("events.sqlite") { for place in 0..<100 { $0[place] = 0 } }
    let run = try recover("events.sqlite")
    #expect(run.code == 1 && run.complaint.contains("new.sqlite is the log of the first app that opens it"), "\(run)")
  }

  @Test(arguments: 0..<6) func `has all that is whole where a page is overwritten`(seed: Int) async throws {
    try await writeSessions(["a", "b"], events: 2_000)
    var page = 0
    try change("long.sqlite") { bytes in
      // Behind the first pages, which say what a log is.
      page = 9 + (seed * 7_919) % (bytes.count / 4_096 - 9)
      bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
    }
    let run = try recover("long.sqlite")
    #expect(run.code == (run.complaint.isEmpty ? 0 : 1), "page \(page): \(run)")
    #expect(try isSound(), "page \(page)")
    let log = try SQLiteLog(reading: story.path("new.sqlite"))
    for session in try await log.sessions(limit: .max) {
      let records = try await log.records(of: .session(session.id), after: 0, limit: .max)
      let follow = records.map(\.sequence) == Array(1...UInt64(records.count))
      #expect(follow && (records.count == 2_000 || run.code == 1), "page \(page): \(session)")
    }
    try await log.close()
  }

  @Test func `tells which sessions are cut, and how much of them is left out`() async throws {
    try await writeSessions(["whole"], events: 100)
    let log = try SQLiteLog(path: story.path("long.sqlite"))
    try await log.add((1...50).map { record($0, of: "holed", 9) } + (61...100).map { record($0, of: "holed", 9) })
    try await log.add((5...20).map { record($0, of: "headless", 10) })
    try await log.close()
    let run = try recover("long.sqlite")
    #expect(run.code == 1 && run.lines == ["recovered 150 events of 2 sessions into new.sqlite"], "\(run)")
    let complaints = run.complaint.split(separator: "\n")
    #expect(complaints.count == 2 && complaints.allSatisfy { $0.hasPrefix("ghostlight: session h") })
    #expect(complaints.first?.contains("headless is left out, for its beginning is lost; 16 events of it") == true)
    #expect(complaints.last?.contains("holed is cut behind event 150, and counts as incomplete") == true)
    #expect(complaints.last?.hasSuffix("40 events of it that can be read are left out") == true)
    let listed = try story.ghostlight("log", "sessions", "new.sqlite").lines
    #expect(listed.count == 2 && listed[0].hasPrefix("holed ") && listed[0].hasSuffix(", 50 events, incomplete"))
    #expect(listed[1].hasPrefix("whole ") && listed[1].hasSuffix(", 100 events"))
    #expect(try isSound())
  }

  @Test(arguments: ["cut", "head", "wal"]) func `that SQLite can't read ends with 1`(damage: String) async throws {
    try await writeSessions(["a", "b"], events: 3_000)
    switch damage {
    case "cut": try change("long.sqlite") { $0 = $0.prefix($0.count * 2 / 3) }
    case "head": try change("long.sqlite") { for place in 0..<100 { $0[place] = 0 } }
    default:
      let log = try SQLiteLog(path: story.path("long.sqlite"))
      for number in 1...100 { try await log.add([record(UInt64(number), of: "late", 11)]) }
      let files = try ["long.sqlite", "long.sqlite-wal"].map { ($0, try contents($0)) }
      try await log.close()
      for (name, bytes) in files { try bytes.write(to: URL(filePath: story.path(name))) }
      try change("long.sqlite-wal") { $0[$0.count / 2] ^= 1 }
    }
    let before = try contents("long.sqlite")
    let run = try recover("long.sqlite")
    #expect(run.code == 1 && run.complaint.hasPrefix("ghostlight: SQLite can't read the file: "), "\(run)")
    #expect(run.lines.count == 2 && run.lines[1] == "The rest is lost, and nobody knows how much that is.")
    #expect(try contents("long.sqlite") == before && isSound())
    let log = try SQLiteLog(reading: story.path("new.sqlite"))
    for name in ["a", "b"] {
      let records = try await log.records(of: .session(name), after: 0, limit: .max)
      #expect(damage == "cut" ? !records.isEmpty : records.count == 3_000)
      #expect(records.map(\.sequence) == Array(1...UInt64(records.count)))
    }
    try await log.close()
  }

  @Test func `isn't made where there is something already, or where nothing can be`() async throws {
    let files = FileManager.default
    try Data("mine".utf8).write(to: URL(filePath: story.path("mine")))
    try Data("mine".utf8).write(to: URL(filePath: story.path("other-wal")))
    try files.createSymbolicLink(atPath: story.path("nowhere"), withDestinationPath: "missing")
    let before = try files.contentsOfDirectory(atPath: story.folder.path).filter { !$0.hasPrefix("events") }.sorted()
    for (target, reason) in [
      ("mine", "mine is there already"), (".", ". is there already"), ("nowhere", "nowhere is there already"),
      ("other", "other-wal is there already, and belongs to another log"), ("mine-wal", "mine-wal belongs to mine"),
      ("no/new.sqlite", "no/new.sqlite can't be made: No such file or directory"),
    ] {
      let run = try recover("events.sqlite", to: target)
      #expect(run.code == 2 && run.output.isEmpty && run.complaint.contains(reason), "\(run)")
    }
    #expect(try contents("mine") == Data("mine".utf8) && contents("other-wal") == Data("mine".utf8))
    let after = try files.contentsOfDirectory(atPath: story.folder.path).filter { !$0.hasPrefix("events") }.sorted()
    #expect(after == before)
  }

  @Test func `is never the damaged one, nor what belongs to it`() throws {
    let before = try contents("events.sqlite")
    for target in ["events.sqlite", "./events.sqlite", "events.sqlite-wal", "events.sqlite-files/new"] {
      let run = try recover("events.sqlite", to: target)
      #expect(run.code == 64 && run.complaint.contains("Error: --to \(target) is the log, or belongs to it"), "\(run)")
    }
    try before.write(to: URL(filePath: story.path("new.sqlite-lock")))
    let run = try recover("new.sqlite-lock")
    #expect(run.code == 64 && run.complaint.contains("new.sqlite-lock is what belongs to --to new.sqlite"), "\(run)")
    #expect(try contents("events.sqlite") == before && contents("new.sqlite-lock") == before)
  }

  @Test func `has to be one, and to be there`() throws {
    try Data("Dear diary".utf8).write(to: URL(filePath: story.path("diary.txt")))
    let diary = try recover("diary.txt")
    #expect(diary.code == 1 && diary.complaint.contains("nothing is left of a log in diary.txt"))
    let missing = try recover("missing.sqlite")
    #expect(missing.code == 2 && missing.complaint.contains("there is no file missing.sqlite"))
    _ = try story.ghostlight("log", "export", "events.sqlite", "page 1", "--output", "bug.jsonl")
    let export = try recover("bug.jsonl")
    #expect(export.code == 2 && export.complaint.contains("bug.jsonl is an exported session, and no log"))
    let untold = try story.ghostlight("log", "recover", "events.sqlite")
    #expect(untold.code == 64 && untold.complaint.contains("--to"))
    #expect(!FileManager.default.fileExists(atPath: story.path("new.sqlite")))
  }

  @Test func `for which there is no room says so, and leaves nothing behind`() async throws {
    try await writeSessions(["a", "b"], events: 20_000)
    let program = RunningCommand.products.appending(path: "ghostlight").path
    // As on a full disk, writing fails on the way: see the same test of imports.
    let script = "trap '' XFSZ; ulimit -f 200; '\(program)' log recover long.sqlite --to new.sqlite"
    let run = try RunningCommand("/bin/sh", ["-c", script], in: story.folder).end()
    #expect(run.code == 2 && run.output.isEmpty, "\(run)")
    #expect(run.complaint.contains("the log can't be written: ") && run.complaint.contains("run the command again"))
    let left = try FileManager.default.contentsOfDirectory(atPath: story.folder.path)
    #expect(!left.contains { $0.hasPrefix("new.sqlite") }, "\(left)")
  }

  /// Writes the log `large.sqlite`, eight megabytes of events that take a page each.
  private func writeLargeEvents() async throws {
    let text = LogValue.object([LogField("text", .string(String(repeating: "x", count: 3_600)))])
    let records = try (1...2_000).map { number in
      try LogRecord(
        .object([
          LogField("position", .integer(Int128(number))), LogField("event", .string("Long.text")),
          LogField("id", .string("7.\(number)")), LogField("sequence", .integer(Int128(number))),
          LogField("time", .string("2026-11-21T17:00:00.000000000Z")), LogField("session", .string("a")),
          LogField("payload", text),
        ]))
    }
    let log = try SQLiteLog(path: story.path("large.sqlite"))
    try await log.add(records)
    try await log.close()
  }

  /// It was said to be whole, and was cut off: what SQLite keeps beside a file is no longer than the limit, and what is moved from there
  /// into the file when that is closed is.
  @Test func `for which there is room only beside it isn't taken for whole`() async throws {
    try await writeLargeEvents()
    let program = RunningCommand.products.appending(path: "ghostlight").path
    // Six megabytes.
    let script = "trap '' XFSZ; ulimit -f 12288; '\(program)' log recover large.sqlite --to new.sqlite"
    let run = try RunningCommand("/bin/sh", ["-c", script], in: story.folder).end()
    #expect(run.code == 2 && run.output.isEmpty, "\(run)")
    #expect(run.complaint.contains("See whether there is room, and run the command again"), "\(run)")
    let left = try FileManager.default.contentsOfDirectory(atPath: story.folder.path)
    #expect(!left.contains { $0.hasPrefix("new.sqlite") }, "\(left)")
    #expect(try recover("large.sqlite").code == 0)
    #expect(try isSound())
  }

  @Test func `by a command that is killed isn't there, and can be made again`() async throws {
    try await writeSessions(["a", "b"], events: 20_000)
    let program = RunningCommand.products.appending(path: "ghostlight").path
    let script = """
      '\(program)' log recover long.sqlite --to new.sqlite & command=$!
      until ls new.sqlite.unfinished-* >/dev/null 2>&1 || ! kill -0 $command; do :; done
      kill -9 $command; wait $command
      """
    let run = try RunningCommand("/bin/sh", ["-c", script], in: story.folder).end()
    #expect(run.code != 0 && run.output.isEmpty, "\(run)")
    let left = try FileManager.default.contentsOfDirectory(atPath: story.folder.path)
    #expect(!left.contains("new.sqlite") && left.contains { $0.hasPrefix("new.sqlite.unfinished-") }, "\(left)")
    #expect(try recover("long.sqlite").code == 0)
    #expect(try isSound())
  }
}
