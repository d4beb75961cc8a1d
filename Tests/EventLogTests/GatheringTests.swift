import EventLog
import EventStream
import Testing

/// Who waits for durability may leave others some time to become durable with it.
@Suite struct `A log that gathers` {
  let store = FaultyStore()

  func open() throws -> StoredLog<FaultyStore> {
    var limits = LogLimits()
    limits.gathering = .seconds(60)
    return try StoredLog(store, limits: limits)
  }

  @Test func `writes those who wait together, when one of them doesn't want to wait for more`() async throws {
    let log = try open()
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(1))
    async let patient: Void = log.flush(gathering: .seconds(60))
    try await Task.sleep(for: .milliseconds(50))
    #expect(store.writes == 0)
    stream.send(Sample.count(2))
    try await log.flush()
    try await patient
    #expect(store.writes == 1)
    try await log.close()
  }

  @Test func `writes what nobody joins when the time is over`() async throws {
    let log = try open()
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(1))
    let begin = ContinuousClock.now
    try await log.flush(gathering: .milliseconds(30))
    #expect(.now - begin >= .milliseconds(30) && .now - begin < .seconds(30))
    #expect(store.writes == 1)
    // There is nothing to wait for.
    try await log.flush(gathering: .seconds(60))
    stream.send(Sample.count(2))
    async let patient: Void = log.flush(gathering: .seconds(60))
    try await Task.sleep(for: .milliseconds(20))
    try await log.close()
    try await patient
    #expect(store.writes == 2)
  }
}
