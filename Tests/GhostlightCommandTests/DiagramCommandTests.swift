import EventLog
import EventLogSQLite
import EventStream
import Testing

@Suite struct `A diagram of a long log` {
  let story: RecordedStory

  init() async throws {
    story = try await RecordedStory()
    try await story.writeLongChain()
  }

  private func diagram(_ words: String...) throws -> CommandRun {
    try RunningCommand("ghostlight", ["diagram", "long.sqlite", "--format", "mermaid"] + words, in: story.folder).end()
  }

  /// How many messages there are in a diagram.
  private func arrows(_ run: CommandRun) -> Int { run.lines.count { $0.contains("Long.step") } }

  @Test(arguments: [[], ["--session", "s"], ["--session", "app"]])
  func `begins behind a place, however much of its chain stands before`(session: [String]) throws {
    // Of the app's own events there are half as many.
    let all = session.last == "app" ? 750 : 1_500
    let words = ["diagram", "long.sqlite", "--format", "mermaid", "--chain", "7.1", "--after", "2000"] + session
    let few = try RunningCommand("ghostlight", words + ["--limit", "20"], in: story.folder).end()
    #expect(few.code == 0 && arrows(few) == 20, "\(few.complaint)")
    #expect(few.output.contains("and \(all - 20) more"))
    let many = try RunningCommand("ghostlight", words + ["--limit", "2000"], in: story.folder).end()
    #expect(many.code == 0 && arrows(many) == all && !many.output.contains(" more"))
  }

  @Test func `tells how many events it leaves out, however many there are`() throws {
    let all = try diagram("--limit", "10")
    #expect(arrows(all) == 10 && all.output.contains("and 3490 more"))
    let app = try diagram("--limit", "10", "--session", "app", "--after", "3000")
    #expect(arrows(app) == 10 && app.output.contains("and 240 more"))
    let none = try diagram("--chain", "7.1", "--after", "3500")
    #expect(none.code == 2 && none.complaint.contains("no event is like that"))
  }

  @Test func `doesn't count screens, which nobody draws`() async throws {
    let log = try SQLiteLog(path: story.path("long.sqlite"))
    try await log.add(
      (1...50).map { number in
        LogRecord(
          position: 0, source: .session("s"), name: "SessionEvent.shown", sequence: 0,
          id: EventID(rawValue: 8 << 40 | UInt64(number)), cause: nil, answers: nil, requests: [],
          time: Timestamp(milliseconds: 4_000), marks: [], payload: .nothing)
      })
    try await log.close()
    let run = try diagram("--limit", "1", "--after", "3498")
    #expect(arrows(run) == 1 && run.output.contains("and 1 more"))
  }
}
