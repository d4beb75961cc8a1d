import EventLogSQLite
import EventStream
import Foundation
import Testing

@testable import EventLog

@Suite struct `An event that carries what is no value` {
  let story: RecordedStory

  /// Writes a log of three events, the second of which carries an array without an end.
  init() async throws {
    story = try await RecordedStory()
    let names = [LogName(kind: .case, number: 1, text: "Odd.step")]
    var builder = BlockBuilder(version: 1, size: 4_000)
    builder.define(names)
    builder.define(session: "odd", number: 1)
    let payloads: [[UInt8]] = [[0x41, UInt8(ascii: "a")], [ValueTag.array], [0x41, UInt8(ascii: "c")]]
    for (index, payload) in payloads.enumerated() {
      let number = UInt64(index + 1)
      let record = CodedRecord(
        position: number, source: 1, name: 1, sequence: number, id: 7 << 40 | number, cause: 0, answers: 0,
        requests: [],
        time: Int64(number), marks: 0, isWhole: false)
      builder.append(record, payload: payload[...])
    }
    var group = LogGroup(version: 1)
    group.blocks = [builder.finish()]
    group.names = names
    group.chapters = [NewChapter(number: 1, session: "odd", began: 1)]
    let store = try SQLiteStore(path: story.path("odd.sqlite"))
    try store.write(group)
    try await store.close()
  }

  @Test(arguments: [["log", "show"], ["log", "tail", "--no-follow"]], ["text", "json"])
  func `is passed over, and told`(command: [String], format: String) throws {
    let words = command + ["odd.sqlite", "--format", format]
    let run = try RunningCommand("ghostlight", words, in: story.folder).end()
    #expect(run.code == 1, "\(run)")
    #expect(run.lines.map { $0.contains("\"a\"") || $0.contains("\"c\"") } == [true, true], "\(run)")
    #expect(run.complaint.hasPrefix("ghostlight: event 2 is damaged, and passed over: "), "\(run)")
    #expect(!run.complaint.contains("Malformed") && run.complaint.split(separator: "\n").count == 1, "\(run)")
  }
}
