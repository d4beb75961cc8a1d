import EventLog
import Testing

@testable import DevTools

/// What the tools' diagrams are drawn of.
@Suite struct DiagramRecordsTests {
  private struct NothingToReplay: SessionReplaying {
    func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
      throw EventLogError.unknownEvent(name: session)
    }
  }

  private func parts(_ log: ArrayLog, keeping limit: Int = 100_000) -> DevToolsParts {
    DevToolsParts(log, replaying: NothingToReplay(), keeping: limit)
  }

  @Test func `an event's chain is drawn before anybody has read the log`() async throws {
    let parts = parts(.oneClick)
    #expect(try await parts.chain(of: 7).map(\.position) == [1, 2, 4, 5, 6, 7, 8])
    #expect(parts.index.lastPosition == 8)
  }

  @Test func `an event that isn't there is told`() async throws {
    let parts = parts(.oneClick)
    for position in [0, 9, .max] as [UInt64] {
      await #expect(throws: DevToolsParts.DiagramRefusal.notThere(position)) {
        _ = try await parts.chain(of: position)
      }
    }
  }

  @Test func `a chain is drawn whole, however far its events are apart, and behind damage`() async throws {
    let log = ArrayLog()
    log.add("A.root", on: .app)
    for _ in 1...12_000 { log.add("Other.event", on: .app) }
    log.add("A.effect", on: .app, cause: 1)
    log.damage(100...200)
    #expect(try await parts(log).chain(of: 1).map(\.position) == [1, 12_002])
  }

  @Test func `a session is drawn with what belongs to it, however much else happens`() async throws {
    let log = ArrayLog()
    for number in 1...10_000 {
      if number.isMultiple(of: 400) {
        log.add("Own.request", on: .session("mine"))
      } else if number > 400, number % 400 == 1 {
        log.add("Store.request", on: .app, cause: UInt64(number - 1))
      } else {
        log.add("Other.event", on: number.isMultiple(of: 2) ? .app : .session("other"))
      }
    }
    let records = try await parts(log).stretch(of: "mine", from: 400, to: 10_000)
    let own: [UInt64] = (1...25).map { $0 * 400 }
    let others: [UInt64] = (1...24).map { $0 * 400 + 1 }
    #expect(records.filter { $0.source == .session("mine") }.map(\.position) == own)
    #expect(records.filter { $0.source == .app }.map(\.position) == others)
    #expect(records.count == own.count + others.count)
  }
}
