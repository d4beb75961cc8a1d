import EventLog
import EventStream
import Logging
import Synchronization
import Testing

@testable import WebServer

/// A log forgets what is too much: of whom nobody waits for first.
@Suite struct LogKeeperTests: CountingProcesses {
  private static let usual = ServerConfiguration()

  /// Looks after a log without waiting.
  private func keep(
    _ log: any EventLog, besides store: SessionStore, _ configuration: ServerConfiguration,
    by clock: (@Sendable () -> Timestamp)? = nil, telling told: Told = Told(),
    until isDone: @Sendable () async throws -> Bool
  ) async throws {
    var keeper = LogKeeper(log: log, store: store, configuration: configuration, logger: told.logger())
    if let clock { keeper.clock = clock }
    keeper.times = LogKeeper.Times(
      beforeOld: .zero, betweenOld: .milliseconds(20), beforeSize: .zero, betweenSizes: .milliseconds(5),
      afterFailure: .milliseconds(5))
    let task = Task { [keeper] in await keeper.run() }
    defer { task.cancel() }
    for _ in 0..<1_000 where try await !isDone() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await isDone())
  }

  @Test func `of a log that is too large those sessions go that don't live, and the others go on`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let (gone, living) = (try await open(store), try await open(store))
    for session in [living, gone] { try await press(session, times: 9) }
    await store.dismiss(gone)
    var configuration = Self.usual
    configuration.maximumLogBytes = 1
    try await keep(log, besides: store, configuration) { try await log.sessions(limit: 9).count == 1 }
    #expect(try await log.session(living.id) != nil)
    try await press(living, times: 1, from: 10)
    try await log.flush()
    let next = process(log)
    let back = try #require(try await next.connect(living.id, token: living.token, visitor: "v", from: "a"))
    #expect(await text(back) == "10")
    #expect(try await next.connect(gone.id, token: gone.token, visitor: "v", from: "a") == nil)
  }

  /// Twenty pages made more than could be forgotten, and the log grew without an end.
  @Test func `who acts much acts less while the log is larger than it may be`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await open(store)
    try await press(session, times: 9)
    let journal = try #require(store.journal)
    var configuration = Self.usual
    configuration.maximumLogBytes = 1
    try await keep(log, besides: store, configuration) { journal.isHoldingBack }
    // Four seconds' worth, less what the acts themselves say.
    for _ in 0..<31 { #expect(session.throttle(20).own == .zero) }
    for _ in 0..<8 { _ = session.throttle(20) }
    #expect(session.throttle(20).own > .zero)
    // Who doesn't, and what isn't recorded, waits no longer than before.
    #expect(session.throttle(20).shared == .zero)
    let other = try await open(store)
    for _ in 0..<200 { #expect(other.throttle(0).own == .zero) }
    configuration.maximumLogBytes = 4_000_000_000
    try await keep(log, besides: store, configuration) { !journal.isHoldingBack }
    for _ in 0..<200 { #expect(other.throttle(20).own == .zero) }
  }

  /// All that nobody was looking at was gone for good.
  @Test func `a clock that is set wrong for a while has nothing forgotten`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await open(store)
    try await press(session, times: 9)
    await store.dismiss(session)
    let looks = Mutex(0)
    // At every other look it is a year too fast.
    let clock: @Sendable () -> Timestamp = {
      let isWrong = looks.withLock { looks in
        looks += 1
        return looks % 2 == 0
      }
      return EventClock.coarse.now.advanced(by: isWrong ? .seconds(365 * 86_400) : .zero)
    }
    try await keep(log, besides: store, Self.usual, by: clock) { looks.withLock { $0 } > 5 }
    #expect(try await log.sessions(limit: 9).count == 1)
  }

  /// Their pages were told that they are gone, and threw away what only these sessions knew, although nothing was gone.
  @Test func `sessions that a log fails to forget come back`() async throws {
    let log = try HeldLog()
    let store = process(log)
    let session = try await open(store)
    try await press(session, times: 9)
    await store.dismiss(session)
    log.failsToForget = true
    var configuration = Self.usual
    configuration.logMemory = .zero
    // The second begins when all of the first is over.
    try await keep(log, besides: store, configuration) { log.failures > 1 }
    let back = try #require(try await store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "9")
  }

  /// A tool that was forgotten had the next start read for half a minute, and nobody had been told.
  @Test(arguments: [0, 4_000_000_000])
  func `somebody who has been reading for long is told of once`(_ bytes: Int) async throws {
    let log = try HeldLog()
    let store = process(log)
    var configuration = Self.usual
    configuration.maximumLogBytes = bytes
    for (held, count) in [(LogKeeper.mostHeld - 1, 0), (LogKeeper.mostHeld, 1)] {
      log.heldBytes = held
      let told = Told()
      let timesTold: @Sendable () -> Int = {
        told.lines.withLock { $0 }.filter { $0.contains("somebody has been reading the log for long") }.count
      }
      let looks = Mutex(0)
      try await keep(log, besides: store, configuration, telling: told) {
        let isLate = looks.withLock { looks in
          looks += 1
          return looks > 20
        }
        return isLate && timesTold() >= count
      }
      #expect(timesTold() == count)
    }
  }

  @Test(arguments: [0, 4_000_000_000])
  func `of a log that may be as large as it is nothing goes but what is too old`(_ bytes: Int) async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await open(store)
    try await press(session, times: 9)
    await store.dismiss(session)
    let count = try await log.records(of: nil, after: 0, limit: .max).count
    var configuration = Self.usual
    configuration.maximumLogBytes = bytes
    try await keep(log, besides: store, configuration) { true }
    try await Task.sleep(for: .milliseconds(100))
    #expect(try await log.records(of: nil, after: 0, limit: .max).count == count)
    configuration.logMemory = .zero
    try await keep(log, besides: store, configuration) { try await log.sessions(limit: 9).isEmpty }
  }
}
