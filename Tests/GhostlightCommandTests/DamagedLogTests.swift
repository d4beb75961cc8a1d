import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Testing

@Suite struct `A damaged log` {
  let story: RecordedStory

  /// Imports a session of 2000 events that the first has caused, and flips a bit of one.
  init() async throws {
    story = try await RecordedStory()
    let events = (1...2_000).map { number in
      """
      {"position":\(number),"event":"Long.step","id":"7.\(number)","sequence":\(number),"session":"long",\
      \(number > 1 ? "\"cause\":\"7.1\"," : "")"time":"2026-01-01T00:00:00.000000000Z",\
      "payload":"this is step \(number)."}
      """
    }
    let head = "{\"ghostlight\":\"session\",\"format\":1,\"session\":\"long\"}"
    let export = try SessionExport(jsonLines: ([head] + events).joined(separator: "\n"))
    let log = try SQLiteLog(path: story.path("long.sqlite"))
    try await export.add(to: log)
    try await log.close()
    try change("long.sqlite") { bytes in
      let step = try #require(bytes.range(of: Data("this is step 1500.".utf8)))
      bytes[step.lowerBound] ^= 1
    }
  }

  private func change(_ name: String, _ body: (inout Data) throws -> Void) throws {
    let file = URL(filePath: story.path(name))
    var bytes = try Data(contentsOf: file)
    try body(&bytes)
    try bytes.write(to: file)
  }

  private func passesOver(_ run: CommandRun) -> Bool {
    run.code == 1 && run.complaint.components(separatedBy: "are damaged, and passed over").count == 2
  }

  @Test(arguments: [["log", "show"], ["log", "tail", "--no-follow"]])
  func `has its chains followed past the damage, which is told once`(command: [String]) throws {
    for (id, step) in [("7.1999", 1999), ("7.3", 3)] {
      let words = command + ["long.sqlite", "--chain", id]
      let run = try RunningCommand("ghostlight", words, in: story.folder).end()
      #expect(passesOver(run), "\(run)")
      #expect(run.lines.map { $0.hasSuffix("this is step 1.\"") || $0.hasSuffix("\(step).\"") } == [true, true])
    }
    let missing = try RunningCommand("ghostlight", command + ["long.sqlite", "--chain", "9.9"], in: story.folder).end()
    #expect(missing.code == 1 && missing.complaint.contains("no event 9.9 in what can be read"))
  }

  @Test func `is drawn past the damage`() throws {
    let run = try story.ghostlight(
      "diagram", "long.sqlite", "--session", "long", "--limit", "2000", "--format", "svg")
    #expect(passesOver(run) && run.output.contains("step 1300.") && run.output.contains("step 2000."))
    let chain = try story.ghostlight("diagram", "long.sqlite", "--chain", "7.1999", "--format", "mermaid")
    #expect(passesOver(chain) && chain.output.contains("step 1999.") && !chain.output.contains("step 3."))
  }

  @Test func `that SQLite can't read gives what is left, and always ends with 1`() throws {
    try change("events.sqlite") { for place in 0..<100 { $0[place] = 0 } }
    for command in [["log", "show"], ["log", "sessions"], ["log", "tail", "--no-follow"], ["diagram"], ["verify"]] {
      let run = try RunningCommand("ghostlight", command + ["events.sqlite"], in: story.folder).end()
      #expect(run.code == 1 && !run.output.isEmpty, "\(command): \(run)")
      #expect(!run.output.contains("Nothing is damaged"))
      #expect(!run.complaint.contains(".. "))
    }
    #expect(try story.ghostlight("verify", "events.sqlite").output.contains("The rest is lost"))
  }

  @Test func `of which nothing is left is said to be none`() throws {
    try Data("Dear diary".utf8).write(to: URL(filePath: story.path("diary.txt")))
    let run = try story.ghostlight("verify", "diary.txt")
    #expect(run.code == 1 && run.output.isEmpty && run.complaint.contains("nothing is left of a log in diary.txt"))
  }
}

@Suite struct `A diagram of a session` {
  @Test func `has what it names of the app's, however far before`() async throws {
    let story = try await RecordedStory()
    func record(_ number: UInt64, _ name: String, _ source: LogSource, cause: UInt64? = nil) -> LogRecord {
      LogRecord(
        position: 0, source: source, name: name, sequence: number, id: EventID(rawValue: 7 << 40 | number),
        cause: cause.map { EventID(rawValue: 7 << 40 | $0) }, answers: nil, requests: [],
        time: Timestamp(milliseconds: Int64(number)), marks: [], payload: .nothing)
    }
    let log = try SQLiteLog(path: story.path("far.sqlite"))
    let between = (2...12_000).map { record($0, "Other.step", .app) }
    try await log.add(
      [record(1, "Early.news", .app)] + between + [record(12_001, "Late.step", .session("s"), cause: 1)])
    try await log.close()
    let run = try story.ghostlight("diagram", "far.sqlite", "--session", "s", "--format", "mermaid")
    #expect(run.code == 0 && run.output.contains("Early.news") && run.output.contains("Late.step"))
    #expect(!run.output.contains("Other.step"))
  }
}
