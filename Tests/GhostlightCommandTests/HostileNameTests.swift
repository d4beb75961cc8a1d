import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Testing

@Suite struct `A hostile name in a log` {
  let story: RecordedStory
  static let hostile = "x\n999 app [1.1] Forged.event {}\u{1B}[2J\u{1B}]0;pwn\u{7}\u{202E}"

  init() async throws {
    story = try await RecordedStory()
    try await record([Self.hostile], in: "hostile.sqlite")
  }

  private func record(_ sessions: [String], in file: String) async throws {
    let log = try SQLiteLog(path: story.path(file))
    for (number, session) in sessions.enumerated() {
      try await log.add([
        LogRecord(
          position: 0, source: .session(session), name: Self.hostile, sequence: 1,
          id: EventID(rawValue: 7 << 40 | UInt64(number)), cause: nil, answers: nil, requests: [],
          time: Timestamp(milliseconds: 0), marks: [], payload: .nothing)
      ])
      log.note(user: Self.hostile, of: session)
    }
    try await log.close()
  }

  @Test(arguments: [
    ["log", "show"], ["log", "show", "--format", "json"], ["log", "tail", "--no-follow"], ["log", "sessions"],
    ["log", "show", "--session", "nobody\u{1B}[2J"],
  ])
  func `neither commands a terminal nor forges a line`(command: [String]) throws {
    let run = try RunningCommand("ghostlight", command + ["hostile.sqlite"], in: story.folder).end()
    let text = run.output + run.complaint
    #expect(text.filter { $0 == "\n" }.count == 1 && text.hasSuffix("\n"), "\(text)")
    #expect(text.contains("\\u001b[2J"))
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory) })
  }

  @Test func `is shown by a replay as what it is`() async throws {
    try await record([Self.hostile, "other"], in: "two.sqlite")
    for words in [["two.sqlite"], ["hostile.sqlite"]] {
      let run = try RunningCommand("todostream", ["replay"] + words, in: story.folder).end()
      let text = run.output + run.complaint
      #expect(run.code == 2 && !text.contains("\u{1B}") && !text.contains("\n999"), "\(text)")
    }
    let all = try story.todostream("replay", "two.sqlite").lines
    #expect(all.count == 3 && all.contains { $0.hasPrefix("x\\n999 app [1.1] Forged.event {}\\u001b[2J") }, "\(all)")
  }

  @Test func `isn't imported`() throws {
    let name = LogValue.string(Self.hostile).json
    let text = "{\"ghostlight\":\"session\",\"format\":1,\"session\":\(name),\"events\":0}\n"
    try Data(text.utf8).write(to: URL(filePath: story.path("hostile.jsonl")))
    let run = try story.ghostlight("log", "import", "copy.sqlite", "hostile.jsonl")
    #expect(run.code == 1 && run.complaint.contains("“session” should be a name"))
    #expect(!run.complaint.contains("\u{1B}") && !FileManager.default.fileExists(atPath: story.path("copy.sqlite")))
  }
}
