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

  private func process(_ log: any EventLog) -> (store: SessionStore, stream: AppStream) {
    let journal = Journal(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let stream = AppStream()
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
    let back = try #require(await second.connect(session.id, token: session.token, visitor: "v"))
    #expect(await price(back) == "5")
  }

  @Test func `who has missed too much that it observes begins anew`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    // Not heard: the session ends before.
    await session.end()
    for number in 0...MissedEvents.limit { first.stream.send(MarketEvent.price(number)) }
    try await log.flush()
    #expect(await process(log).store.connect(session.id, token: session.token, visitor: "v") == nil)
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
