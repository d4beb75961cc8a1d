import EventLog
import EventMacros
import EventStream
import Logging
import Testing
import ViewKit

@testable import WebServer

/// What a session that returns is told of what happened while it was away.
@Suite struct MissedEventsTests {
  @Event(reach: .app)
  enum MarketEvent {
    case price(Int)
    case noise(Int)
  }

  private final class Board: Controller {
    let price = Label("none")
    override func loadView() -> View { Stack.main(price) }
    override func viewDidLoad() {
      on(\MarketEvent.price) { board, price in board.price.text = "\(price)" }
    }
  }

  private struct App: LiveApp {
    let name = "Market"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Board() } }) }
  }

  private func process(_ log: any EventLog, _ clock: EventClock = .coarse) -> (store: SessionStore, stream: AppStream) {
    let journal = Journal(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let stream = AppStream(clock: clock)
    stream.add(LogTap(log))
    return (SessionStore(App(), stream: stream, configuration: ServerConfiguration(), journal: journal), stream)
  }

  private func price(_ session: WebSession) async -> String? {
    await session.live.withScreen { tree in
      (1...50).lazy.compactMap { tree.view($0) }.first { $0.kind == .label }?[text: .text]
    } ?? nil
  }

  @Test func `a page of a busy app returns however much has happened that it doesn't observe`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    for number in 0..<MissedEvents.limit + 10_000 {
      if number == 30_000 { first.stream.send(MarketEvent.price(5)) }
      first.stream.send(MarketEvent.noise(number))
    }
    try await log.flush()
    let second = process(log).store
    let back = try #require(try await second.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await price(back) == "5")
  }

  @Test func `a clock that was set back hides nothing of what was missed`() async throws {
    let log = try MemoryLog()
    let clock = ManualClock(Timestamp(milliseconds: 7_200_000))
    let first = process(log, clock.eventClock)
    for number in 0..<100 { first.stream.send(MarketEvent.price(number)) }
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    await session.end()
    clock.advance(by: .seconds(-3_600))
    first.stream.send(MarketEvent.price(777))
    try await log.flush()
    let second = process(log, clock.eventClock).store
    let back = try #require(try await second.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await price(back) == "777")
  }

  @Test func `who has missed too much that it observes begins anew`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    // Not heard: the session ends before.
    await session.end()
    for number in 0...MissedEvents.limit { first.stream.send(MarketEvent.price(number)) }
    try await log.flush()
    #expect(try await process(log).store.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
  }

  @Test func `what happened is read once for all who return, in the order in which it happened`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    for number in 0..<5_000 { first.stream.send(MarketEvent.price(number)) }
    let places: [UInt64] = [1, 1_001, 2_001, 4_990]
    let history = AppHistory()
    // The later place first: what stands before is read besides.
    for place in places.reversed() + places {
      let found = try await history.events(after: place, from: log, limit: .max) { _ in true }
      #expect(found.map(\.position) == Array(place + 1...5_000))
    }
    first.stream.send(MarketEvent.price(0))
    #expect(try await history.events(after: 4_999, from: log, limit: 9) { _ in true }.count == 2)
  }

  /// A log that takes its time.
  private struct SlowLog: EventLog {
    let log: MemoryLog
    func append<Root: Event>(
      _ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks
    ) -> LogPlace { .nowhere }
    func flush() async throws { try await log.flush() }
    func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord] {
      try await Task.sleep(for: .milliseconds(20))
      return try await log.records(of: source, after: position, limit: limit)
    }
    func sessions(limit: Int) async throws -> [RecordedSession] { [] }
    func session(_ id: String) async throws -> RecordedSession? { nil }
    func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws {}
    func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? { nil }
    func removeAll(before time: Timestamp, unless isNeeded: @Sendable (String) -> Bool) async throws {}
    func close() async throws {}
  }

  @Test func `what happened isn't forgotten while somebody still reads it`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    for number in 0..<5_000 { first.stream.send(MarketEvent.price(number)) }
    try await log.flush()
    // Kept for less time than it takes to read.
    let history = AppHistory(keptFor: .milliseconds(1))
    for _ in 0..<3 {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let found = try await history.events(after: 0, from: SlowLog(log: log), limit: .max) { _ in true }
            return found.map(\.position) == Array(1...5_000)
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      // It is forgotten now and then, and read anew.
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test func `a place is found from its time, near the end and far from it`() async throws {
    let log = try MemoryLog()
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let stream = AppStream(clock: clock.eventClock)
    stream.add(LogTap(log))
    for number in 0..<3_000 {
      clock.advance(by: .milliseconds(1))
      stream.send(MarketEvent.noise(number))
    }
    try await log.flush()
    for time in [1, 2, 700, 1_500, 2_999, 3_000] {
      let place = try await AppHistory.place(
        before: Timestamp(milliseconds: Int64(time)), searchingFrom: 3_000, in: log)
      #expect(place < UInt64(time))
      #expect(place + 2 >= UInt64(time))
    }
  }
}
