import EventLog
import EventMacros
import EventStream
import Foundation
import Logging
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// What a session that returns is told of what happened while it was away.
@Suite struct MissedEventsTests {
  @Event(reach: .app)
  enum MarketEvent {
    case price(Int)
    case noise(Int)
    case words(String)
    @Answered(by: \.dealt) case deal(Deal)
    @News case dealt(Result<Deal, DealFailure>)
  }

  struct Deal: Sendable, Equatable, Codable, Addressed {
    let addressee: String
    let price: Int
  }

  struct DealFailure: AnswerFailure { init(_ error: any Error) {} }

  private final class Board: Controller {
    let price = Label("none")
    override func loadView() -> View {
      Stack.main(price, Button("Bid") { [unowned self] in send(MarketEvent.noise(7)) })
    }
    override func viewDidLoad() {
      on(\MarketEvent.price) { board, price in board.price.text = "\(price)" }
      onSuccess(of: \MarketEvent.dealt) { board, deal in board.price.text = "\(deal.price)" }
    }
  }

  private struct App: LiveApp {
    let name = "Market"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Board() } }) }
  }

  private func process(
    _ log: any EventLog, _ clock: EventClock = .coarse, configuration: ServerConfiguration = ServerConfiguration()
  ) -> (store: SessionStore, stream: AppStream) {
    let journal = Journal(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let stream = AppStream(clock: clock)
    stream.add(LogTap(log))
    return (SessionStore(App(), stream: stream, configuration: configuration, journal: journal), stream)
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

  @Test func `news for others count for nothing, however many there are`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    let visitor = await session.live.concerns.visitor
    for number in 0..<MissedEvents.limit + 10_000 {
      let addressee = number == 30_000 ? visitor : "another"
      first.stream.send(MarketEvent.dealt(.success(Deal(addressee: addressee, price: number))))
    }
    try await log.flush()
    let second = process(log).store
    let back = try #require(try await second.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await price(back) == "30000")
  }

  @Test func `who has missed what nobody can read isn't shown a screen without it`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    await session.end()
    try await log.flush()
    let last = try #require(try await log.records(of: nil, after: 0, limit: .max).last)
    let unreadable = LogRecord(
      position: last.position + 1, source: .app, name: "MarketEvent.price", sequence: 1,
      id: EventID(rawValue: 9 << 40 | 1), cause: nil, answers: nil, requests: [], time: EventClock.coarse.now,
      marks: [], version: last.version, payload: try LogPayload(MarketEvent.words("five")))
    try await log.add([unreadable])
    let second = process(log).store
    #expect(try await second.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
  }

  @Test func `of what carries much only the last is kept for others, and they have all of it`() async throws {
    let log = try MemoryLog()
    let stream = AppStream()
    stream.add(LogTap(log))
    for number in 0..<40 { stream.send(MarketEvent.words(String(repeating: "\(number % 10)", count: 1 << 20))) }
    try await log.flush()
    let watched = WatchedLog(log)
    let history = AppHistory()
    for turn in 0..<2 {
      let before = watched.reads
      let found = try await history.events(
        since: Timestamp(nanoseconds: 0), orBehind: 0, from: watched, limit: .max
      ) { _, _ in true }
      #expect(found.map(\.position) == Array(1...40))
      // What it looks for at the end is one reading; what isn't kept takes more.
      if turn > 0 { #expect(watched.reads > before + 1) }
    }
    let few = try await history.events(
      since: Timestamp(nanoseconds: 0), orBehind: 0, from: watched, limit: .max, bytes: 5 << 20
    ) { _, _ in true }
    #expect((5...6).contains(few.count))
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

  /// Keeps the app's stream busy with an event until it is let go on.
  private final class Busy: Tap {
    private let isBusy = Mutex(true)
    func goOn() { isBusy.withLock { $0 = false } }
    func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
      while isBusy.withLock({ $0 }) { usleep(1_000) }
    }
  }

  /// It was delivered, and recorded, behind what was read of the log, and before the session observed anything.
  @Test func `what the app's stream has accepted and not delivered when a session returns comes to it`() async throws {
    let log = try MemoryLog()
    let session = try await process(log).store.open("/", visitor: "v", reading: ["en"], from: "a")
    await session.end()
    try await log.flush()
    let (store, stream) = process(log)
    let busy = Busy()
    stream.add(busy)
    Thread.detachNewThread { stream.send(MarketEvent.noise(1)) }
    while stream.acceptedCount < 1 { try await Task.sleep(for: .milliseconds(1)) }
    stream.send(MarketEvent.price(42))
    async let returned = store.connect(session.id, token: session.token, visitor: "v", from: "a")
    while try await log.records(of: .session(session.id), after: 0, limit: .max).last?.name != "SessionEvent.returning"
    {
      try await Task.sleep(for: .milliseconds(1))
    }
    // Long enough to read what it has missed.
    try await Task.sleep(for: .milliseconds(300))
    busy.goOn()
    let back = try #require(try await returned)
    for _ in 0..<1_000 where await price(back) != "42" { try await Task.sleep(for: .milliseconds(2)) }
    #expect(await price(back) == "42")
  }

  @Test func `a session returns although the app's stream stands still, and its process ends`() async throws {
    let log = try MemoryLog()
    let session = try await process(log).store.open("/", visitor: "v", reading: ["en"], from: "a")
    await session.end()
    try await log.flush()
    var configuration = ServerConfiguration()
    configuration.patienceForApp = .milliseconds(50)
    let (store, stream) = process(log, configuration: configuration)
    let busy = Busy()
    defer { busy.goOn() }
    stream.add(busy)
    Thread.detachNewThread { stream.send(MarketEvent.noise(1)) }
    while stream.acceptedCount < 1 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await store.connect(session.id, token: session.token, visitor: "v", from: "a") != nil)
    await store.end()
  }

  /// The process had time to make it, and the next one couldn't tell that it hadn't.
  @Test func `what waits for the disk when the process ends is sent before that`() async throws {
    final class Heard: Tap {
      private let events = Mutex(0)
      var count: Int { events.withLock { $0 } }
      func receive<Root: Event>(_ event: Root, _ envelope: Envelope) { events.withLock { $0 += 1 } }
    }
    let log = try HeldLog()
    let (store, stream) = process(log)
    let heard = Heard()
    stream.add(heard)
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    let button = try #require(
      await session.live.withScreen { tree in (1...50).first { tree.view($0) is Button } } ?? nil)
    log.hold()
    try await session.live.receive(Intent(.view(button), .tap, .none), number: 1)
    async let isOver: Void = store.end()
    // The session waits for the log, and so does the end.
    while log.waiting < 2 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(heard.count == 0)
    log.release()
    await isOver
    #expect(heard.count == 1)
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

  /// A log whose events are a millisecond apart: the time of each is its place.
  private func logOfTimes(upTo end: Int) async throws -> (log: MemoryLog, stream: AppStream) {
    let log = try MemoryLog()
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let stream = AppStream(clock: clock.eventClock)
    stream.add(LogTap(log))
    for number in 0..<end {
      clock.advance(by: .milliseconds(1))
      stream.send(MarketEvent.noise(number))
    }
    try await log.flush()
    return (log, stream)
  }

  @Test func `what happened is read once for all who return, in the order in which it happened`() async throws {
    let (log, stream) = try await logOfTimes(upTo: 5_000)
    let watched = WatchedLog(log)
    let history = AppHistory()
    // The later place first: what stands before is read besides.
    let places = [4_990, 2_001, 1_001, 1]
    for (turn, place) in (places + places.reversed() + places).enumerated() {
      let before = watched.reads
      let found = try await history.events(
        since: Timestamp(milliseconds: Int64(place)), orBehind: 5_000, from: watched, limit: .max
      ) { _, _ in true }
      let first = Int(try #require(found.first).position)
      #expect((place - 2...place).contains(first))
      #expect(found.map(\.position) == Array(UInt64(first)...5_000))
      // Where all of it is known, it is only looked for more.
      if turn >= places.count { #expect(watched.reads == before + 1) }
    }
    stream.send(MarketEvent.price(0))
    let more = try await history.events(
      since: Timestamp(milliseconds: 5_000), orBehind: 4_999, from: watched, limit: 9
    ) { _, _ in true }
    #expect(more.count == 2)
  }

  @Test func `whoever returns has what is younger than a moment, and what stands behind a place`() async throws {
    let (log, _) = try await logOfTimes(upTo: 1_500)
    let history = AppHistory()
    for _ in 0..<300 {
      let (time, place) = (Int.random(in: 1...1_500), UInt64.random(in: 1...1_500))
      let found = try await history.events(
        since: Timestamp(milliseconds: Int64(time)), orBehind: place, from: log, limit: .max
      ) { _, _ in true }
      let all = min(UInt64(time), place + 1)...1_500
      #expect(found.map(\.position).suffix(all.count) == Array(all)[...], "\(time), \(place)")
      #expect(found.count <= all.count + 2)
    }
  }

  /// What a thousand sessions record of an event stands behind it, and behind others that they haven't heard yet.
  @Test func `whoever has heard late is told of what stands far before that`() async throws {
    let log = try MemoryLog()
    let clock = ManualClock(Timestamp(milliseconds: 7_200_000))
    let stream = AppStream(clock: clock.eventClock)
    stream.add(LogTap(log))
    stream.send(MarketEvent.price(1))
    stream.send(MarketEvent.price(2))
    let journal = Journal(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    for _ in 0..<1_000 { await journal.noteReturn(of: "a", isAlone: false) }
    let history = AppHistory()
    for place in [900, 100, 60, 3, 1_000] as [UInt64] {
      let time = Timestamp(milliseconds: 7_198_000)
      for history in [history, AppHistory()] {
        let found = try await history.events(since: time, orBehind: place, from: log, limit: 9) { _, _ in true }
        #expect(found.map(\.position) == [1, 2], "\(place)")
      }
    }
  }

  @Test func `a clock that was set back later hides nothing of what stood before`() async throws {
    let log = try MemoryLog()
    let clock = ManualClock(Timestamp(milliseconds: 100_000))
    let stream = AppStream(clock: clock.eventClock)
    stream.add(LogTap(log))
    for number in 0..<300 {
      clock.advance(by: .seconds(number == 100 ? -150 : 1))
      stream.send(MarketEvent.noise(number))
    }
    try await log.flush()
    let history = AppHistory()
    for (time, place) in [(160, 62), (188, 90), (170, 80)] as [(Int64, UInt64)] {
      let time = Timestamp(milliseconds: 1_000 * time)
      let found = try await history.events(since: time, orBehind: place, from: log, limit: .max) { _, _ in true }
      let first = try #require(found.first)
      #expect(first.position <= UInt64(time.milliseconds / 1_000 - 100), "\(place)")
      #expect(found.map(\.position) == Array(first.position...300))
    }
  }

  /// A log that counts how often it is read, and takes its time.
  private final class WatchedLog: EventLog {
    let log: MemoryLog
    private let pause: Duration?
    private let count = Mutex(0)

    init(_ log: MemoryLog, pause: Duration? = nil) {
      self.log = log
      self.pause = pause
    }

    var reads: Int { count.withLock { $0 } }

    func append<Root: Event>(
      _ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks
    ) -> LogPlace { .nowhere }
    func flush() async throws { try await log.flush() }
    func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord] {
      count.withLock { $0 += 1 }
      if let pause { try await Task.sleep(for: pause) }
      return try await log.records(of: source, after: position, limit: limit)
    }
    func sessions(limit: Int) async throws -> [RecordedSession] { [] }
    func session(_ id: String) async throws -> RecordedSession? { nil }
    func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws {}
    func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? { nil }
    func removeAll(before time: Timestamp, now: Timestamp, unless isNeeded: @Sendable (String) -> Bool) async throws {}
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
            let slow = WatchedLog(log, pause: .milliseconds(20))
            let found = try await history.events(
              since: Timestamp(nanoseconds: 0), orBehind: 5_000, from: slow, limit: .max
            ) { _, _ in true }
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
    let (log, _) = try await logOfTimes(upTo: 3_000)
    for time in [1, 2, 700, 1_500, 2_999, 3_000] {
      let place = try await AppHistory.place(
        before: Timestamp(milliseconds: Int64(time)), searchingFrom: 3_000, in: log)
      #expect(place < UInt64(time))
      #expect(place + 2 >= UInt64(time))
    }
  }
}
