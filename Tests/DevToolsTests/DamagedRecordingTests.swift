import EventLog
import EventStream
import Foundation
import GhostlightTesting
import Testing
import ViewKit
import WebServer

@testable import DevTools

/// Moments of recordings of which some can't be read, or has been forgotten.
@Suite struct DamagedRecordingTests {
  /// A log some of whose places can't be read any more.
  private final class Damaged: EventLog {
    private let log: any EventLog
    private let places: ClosedRange<UInt64>

    init(_ log: any EventLog, _ places: ClosedRange<UInt64>) {
      self.log = log
      self.places = places
    }

    func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord] {
      let records = try await log.records(of: source, after: position, limit: limit)
      let before = records.prefix { !places.contains($0.position) }
      if before.isEmpty, !records.isEmpty {
        throw EventLogError.damaged(position: position, through: places.upperBound, reason: "its checksum is wrong")
      }
      return Array(before)
    }

    func append<Root: Event>(_ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks) -> LogPlace {
      .nowhere
    }
    func flush() async throws {}
    func sessions(limit: Int) async throws -> [RecordedSession] { try await log.sessions(limit: limit) }
    func session(_ id: String) async throws -> RecordedSession? { try await log.session(id) }
    func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws {}
    func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? {
      try await log.snapshot(of: session, before: position)
    }
    func removeAll(before time: Timestamp, now: Timestamp, unless isNeeded: @Sendable (String) -> Bool) async throws {}
    func close() async throws {}
  }

  private let test = LiveTest(RecordingReplayTests.Counter())

  /// The places of clicks in a recorded session.
  private func click(times: Int) async throws -> [UInt64] {
    let page = try await test.open("/")
    for _ in 0..<times { try await page.button("One more").click() }
    let log = try #require(test.log)
    try await log.flush()
    return try await log.records(of: .session("page 1"), after: 0, limit: .max)
      .filter { $0.name == "SessionEvent.acted" }.map(\.position)
  }

  /// All of them were.
  @Test func `moments before a damage are shown, and those behind it aren't`() async throws {
    let places = try await click(times: 20)
    let log = Damaged(try #require(test.log), places[10]...places[11])
    let replay = RecordingReplay(RecordingReplayTests.Counter(), log)
    for index in [9, 0, 4] {
      #expect(try await replay.screen(of: "page 1", at: places[index]).outline.contains("“\(index + 1)”"))
    }
    for index in [10, 15] {
      await #expect(throws: EventLogError.self) { _ = try await replay.screen(of: "page 1", at: places[index]) }
    }
    // One that was shown before can be shown again.
    #expect(try await replay.screen(of: "page 1", at: places[9]).outline.contains("“10”"))
  }
}
