import EventLog
import EventStream
import Testing

@Suite struct `An export's sequences` {
  /// An event, as it is told apart here.
  struct Step: Sendable {
    var sequence: Int
    var name = "Sample.tick"
    /// The number of its id, where that isn't the sequence.
    var id: Int?
    var beginsTurn = false

    static func next(_ sequence: Int) -> Step { Step(sequence: sequence) }
    static func turn(_ sequence: Int) -> Step { Step(sequence: sequence, beginsTurn: true) }
    /// What is noted of an event.
    static func shown(_ sequence: Int) -> Step { Step(sequence: sequence, name: "SessionEvent.shown") }
    static let returning = Step(sequence: 0, name: "SessionEvent.returning", id: 77)
    static func returned(_ sequence: Int) -> Step {
      Step(sequence: sequence, name: "SessionEvent.returned", beginsTurn: true)
    }
  }

  private func lines(_ steps: [Step], head: String = "") -> String {
    let events = steps.enumerated().map { index, step in
      #"{"position":\#(index + 1),"event":"\#(step.name)","id":"1.\#(step.id ?? step.sequence)","sequence":\#(step.sequence),"#
        + #""session":"a","marks":\#(step.beginsTurn ? 3 : 0),"time":"2026-01-01T00:00:00.0Z","payload":3}"#
    }
    return ([#"{"ghostlight":"session","format":2,"session":"a"\#(head)}"#] + events).joined(separator: "\n")
  }

  @Test(
    arguments: [
      [.turn(1), .next(2), .shown(2), .turn(3), .shown(3), .next(4)],
      // It came back, and what it had done last wasn't written, or it does less now.
      [.turn(1), .next(2), .returning, .returned(5), .next(6)],
      [.turn(1), .next(2), .next(3), .returning, .returning, .turn(2), .returned(3)],
      // It goes on from a moment of another; the second was told first what it had missed.
      [.turn(1), .next(2), .returned(5), .next(6)],
      [.turn(1), .next(2), .turn(5), .next(6), .returned(7), .turn(8)],
    ] as [[Step]])
  func `go on behind each other, but where it has come back`(steps: [Step]) async throws {
    let export = try SessionExport(jsonLines: lines(steps))
    #expect(export.records.count == steps.count)
    let log = try MemoryLog()
    try await export.add(to: log)
    #expect(try await SessionExport("a", from: log)?.records.count == steps.count)
  }

  @Test(
    arguments: [
      ([.turn(1), .next(3), .next(4)], 1), ([.turn(1), .next(2), .next(2)], 2),
      ([.turn(1), .next(999_999), .next(3)], 1),
      // Of the first, what follows tells.
      ([.turn(1), .next(2), .turn(999_999), .next(4)], 2), ([.turn(1), .turn(3)], 1),
      ([.turn(1), .turn(3), .next(4), .turn(5), .returned(6)], 1), ([.turn(1), .returning, .turn(9), .next(11)], 3),
    ] as [([Step], Int)])
  func `are refused with the line where something is missing`(steps: [Step], gap: Int) async throws {
    // The same number twice is another event, unless it has the same id.
    let steps = steps.enumerated().map { index, step in
      index > 0 && step.sequence == steps[index - 1].sequence ? Step(sequence: step.sequence, id: 50) : step
    }
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: lines(steps)) }
    #expect(error?.description.contains("line \(gap + 2): the event has the sequence \(steps[gap].sequence)") == true)

    // As a log has them from which something was lost.
    let records = steps.indices.map { record($0, in: steps) }
    let log = try MemoryLog()
    try await log.add(records)
    let refusal = await #expect(throws: EventLogError.self) { _ = try await SessionExport("a", from: log) }
    guard case .damaged(let position, _, _)? = refusal else {
      Issue.record("\(refusal as Any)")
      return
    }
    #expect(position == UInt64(gap))
    let rest = try #require(try await SessionExport("a", from: log, upToDamage: true))
    #expect(rest.records.count == gap && rest.session.isIncomplete && rest.session.count == gap)
  }

  private func record(_ index: Int, in steps: [Step]) -> LogRecord {
    let step = steps[index]
    return LogRecord(
      position: UInt64(index + 1), source: .session("a"), name: step.name, sequence: UInt64(step.sequence),
      id: EventID(rawValue: 1 << 40 | UInt64(step.id ?? step.sequence)), cause: nil, answers: nil, requests: [],
      time: Timestamp(milliseconds: 0), marks: step.beginsTurn ? [.input, .beginsTurn] : [], payload: .nothing)
  }

  @Test(
    arguments: [
      ([.next(6), .next(7)], nil), ([.shown(5), .turn(6)], nil), ([.returning, .turn(9)], nil), ([.returned(9)], nil),
      ([.next(7)], 0), ([.turn(7)], 0), ([.turn(7), .turn(8)], 0), ([.next(5)], 0), ([.next(6), .next(8)], 1),
    ] as [([Step], Int?)])
  func `go on behind the snapshot that a reading begins with`(steps: [Step], gap: Int?) {
    let last = EventID(rawValue: 1 << 40 | 5)
    // Another event of the same number isn't the one that is in the snapshot.
    let steps = steps.map { $0.name == "Sample.tick" && $0.sequence == 5 ? Step(sequence: 5, id: 50) : $0 }
    var numbering = SessionNumbering(behind: 5, last, at: 40)
    var found: SessionNumbering.Gap?
    for index in steps.indices where found == nil { found = numbering.gap(before: record(index, in: steps)) }
    found = found ?? numbering.gapAtEnd
    #expect(found?.count == gap)
    if gap == 0 { #expect(found?.position == 40) }
  }

  @Test func `begin with one, unless it follows on a snapshot or is incomplete`() throws {
    let steps: [Step] = [.turn(4), .next(5)]
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: lines(steps)) }
    #expect(error?.description.contains("line 2: the event has the sequence 4") == true)
    for head in [#","isIncomplete":true"#, #","snapshot":{"position":1,"content":""}"#] {
      #expect(try SessionExport(jsonLines: lines(steps, head: head)).records.count == 2)
    }
  }
}
