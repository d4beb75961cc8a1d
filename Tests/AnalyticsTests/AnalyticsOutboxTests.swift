import EventStream
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Analytics

/// An endpoint in memory that can be told how to answer.
final class TestEndpoint: AnalyticsEndpoint {
  private let state = Mutex<(batches: [AnalyticsBatch], outcomes: [PostOutcome], isDown: Bool)>(([], [], false))

  /// Every batch that was posted, accepted or not.
  var batches: [AnalyticsBatch] { state.withLock { $0.batches } }
  func answerNext(_ outcomes: PostOutcome...) { state.withLock { $0.outcomes += outcomes } }
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  func post(_ batch: AnalyticsBatch) async -> PostOutcome {
    state.withLock { state in
      state.batches.append(batch)
      if state.isDown { return .failed(reason: "down") }
      return state.outcomes.isEmpty ? .accepted : state.outcomes.removeFirst()
    }
  }
}

@Suite struct AnalyticsOutboxTests {
  private let endpoint = TestEndpoint()
  private let clock = ManualClock(Timestamp(milliseconds: 1_000))

  private func outbox(_ change: (inout AnalyticsPolicy) -> Void = { _ in }, at path: String? = nil) throws
    -> AnalyticsOutbox
  {
    var policy = AnalyticsPolicy()
    policy.batchSize = 3
    change(&policy)
    return try AnalyticsOutbox(to: endpoint, backlog: path, policy: policy, clock: clock.eventClock, chance: { 1 })
  }

  private func report(_ numbers: ClosedRange<Int>, to outbox: AnalyticsOutbox) {
    for number in numbers {
      outbox.report(AnalyticsEvent("added", ["n": .whole(Int64(number))]), at: Timestamp(milliseconds: Int64(number)))
    }
  }

  /// How long a machine that is busy with other things may take.
  private let patience = Duration.seconds(30)

  private func until(_ isTrue: () -> Bool) async throws {
    let end = ContinuousClock.now + patience
    while !isTrue(), .now < end { try await Task.sleep(for: .milliseconds(2)) }
    #expect(isTrue())
  }

  /// Runs an outbox, moving the clock on until something is so.
  private func run(_ outbox: AnalyticsOutbox, until isTrue: () -> Bool) async throws {
    let running = Task { await outbox.run() }
    let end = ContinuousClock.now + patience
    while !isTrue(), .now < end {
      clock.advance(by: .milliseconds(500))
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(isTrue())
    running.cancel()
    await running.value
  }

  @Test func `events arrive in order, in batches, as JSON`() async throws {
    let outbox = try outbox()
    report(1...7, to: outbox)
    try await outbox.store()
    try await run(outbox) { outbox.counts.posted == 7 }
    #expect(endpoint.batches.map(\.numbers) == [1...3, 4...6, 7...7])
    let body = String(decoding: endpoint.batches[2].body, as: UTF8.self)
    #expect(
      body == """
        {"batch":"\(endpoint.batches[2].key)","dropped":0,"events":[{"number":7,"name":"added","properties":{"n":7},"time":7}]}
        """)
    #expect(Set(endpoint.batches.map(\.key)).count == 3)
  }

  @Test func `any value is valid JSON`() async throws {
    let outbox = try outbox()
    outbox.report(
      AnalyticsEvent(
        "a \"name\"\n\u{0}\u{2028}",
        ["text": "</script>\\", "nan": .number(.nan), "half": 0.5, "flag": true, "int": -3]),
      at: Timestamp(milliseconds: -1))
    try await outbox.store()
    try await run(outbox) { outbox.counts.posted == 1 }
    let object =
      try JSONSerialization.jsonObject(with: Data(try #require(endpoint.batches.first).body)) as? [String: Any]
    #expect((object?["events"] as? [[String: Any]])?.count == 1)
  }

  @Test func `a failed batch is posted again as it was, under its key`() async throws {
    let outbox = try outbox()
    endpoint.answerNext(.failed(reason: "503", retryAfter: .seconds(30)), .failed(reason: "cut"), .accepted)
    report(1...2, to: outbox)
    try await outbox.store()
    let begin = clock.now
    try await run(outbox) { outbox.counts.posted == 2 }
    #expect(endpoint.batches.count == 3)
    #expect(Set(endpoint.batches).count == 1)
    #expect(clock.now.since(begin) >= .seconds(32))
    #expect(outbox.counts.failures == 2)
    #expect(outbox.counts.trouble == nil)
  }

  @Test func `beyond the limit the oldest are dropped and counted, and the endpoint is told`() async throws {
    let outbox = try outbox { $0.backlogLimit = 10 }
    report(1...25, to: outbox)
    try await outbox.store()
    #expect(outbox.counts.waiting == 10)
    #expect(outbox.counts.dropped == 15)
    try await run(outbox) { outbox.counts.posted == 10 }
    #expect(endpoint.batches.first?.numbers == 16...18)
    #expect(String(decoding: try #require(endpoint.batches.first).body, as: UTF8.self).contains("\"dropped\":15"))
  }

  @Test func `what is full in memory drops its oldest too`() async throws {
    let outbox = try outbox { $0.memoryLimit = 4 }
    report(1...10, to: outbox)
    try await outbox.store()
    #expect(outbox.counts.waiting == 4)
    #expect(outbox.counts.dropped == 6)
  }

  @Test func `the batch under way isn't dropped`() async throws {
    let backlog = try AnalyticsBacklog(path: nil, limit: 5)
    let arrivals = Arrivals(limit: 10)
    func append() async throws {
      for number in 1...5 { arrivals.add(AnalyticsEvent("\(number)"), at: Timestamp(milliseconds: 0)) }
      #expect(try await backlog.append(arrivals))
    }
    try await append()
    let batch = try #require(try await backlog.seal(atMost: 3))
    try await append()
    #expect(try await backlog.seal(atMost: 3) == batch)
    #expect(backlog.count == 5)
    #expect(backlog.dropped == 5)
    try await backlog.remove(batch)
    #expect(try await backlog.seal(atMost: 3)?.numbers == 9...10)
    #expect(try await backlog.append(arrivals) == false)
  }

  @Test func `what becomes of a batch breaks no other one's seal`() async throws {
    let backlog = try AnalyticsBacklog(path: nil, limit: 10)
    let arrivals = Arrivals(limit: 10)
    for number in 1...6 { arrivals.add(AnalyticsEvent("\(number)"), at: Timestamp(milliseconds: 0)) }
    #expect(try await backlog.append(arrivals))
    let first = try #require(try await backlog.seal(atMost: 3))
    try await backlog.remove(first)
    let second = try #require(try await backlog.seal(atMost: 3))
    // It is told once more, and late.
    try await backlog.remove(first)
    #expect(backlog.isSealed && backlog.count == 3)
    try await backlog.unseal(first)
    #expect(backlog.isSealed)
    #expect(try await backlog.seal(atMost: 1) == second)
    try await backlog.unseal(second)
    #expect(!backlog.isSealed)
    #expect(try await backlog.seal(atMost: 1)?.numbers == 4...4)
  }

  /// The program ended where it read them.
  @Test func `what is no event any more in a damaged backlog is dropped, and the others are posted`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let backlog = try AnalyticsBacklog(path: folder.appending(path: "backlog.sqlite").path, limit: 10)
    let arrivals = Arrivals(limit: 10)
    for number in 1...5 { arrivals.add(AnalyticsEvent("\(number)"), at: Timestamp(milliseconds: 0)) }
    #expect(try await backlog.append(arrivals))
    let other = try DatabaseQueue(path: folder.appending(path: "backlog.sqlite").path)
    try await other.write { try $0.execute(sql: "UPDATE event SET content = 7 WHERE number <> 4") }
    try other.close()
    let batch = try #require(try await backlog.seal(atMost: 3))
    #expect(batch.count == 1 && String(decoding: batch.body, as: UTF8.self).contains("\"number\":4,\"name\":\"4\""))
    #expect(backlog.count == 1 && backlog.dropped == 4)
    try await backlog.remove(batch)
    #expect(try await backlog.seal(atMost: 3) == nil)
    #expect(backlog.count == 0)
  }

  /// It was posted each second, as long as the disk was full.
  @Test func `what has arrived isn't posted again while it can't be forgotten`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "backlog.sqlite").path
    let outbox = try outbox(at: path)
    report(1...3, to: outbox)
    try await outbox.store()
    let other = try DatabaseQueue(path: path)
    try await other.write {
      try $0.execute(sql: "CREATE TRIGGER full BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    var rounds = 0
    try await run(outbox) {
      rounds += 1
      if rounds == 300 { try? other.write { try $0.execute(sql: "DROP TRIGGER full") } }
      return outbox.counts.posted == 3
    }
    #expect(rounds > 300)
    #expect(endpoint.batches.count == 1)
    #expect(outbox.counts.waiting == 0)
  }

  /// As where the process before was still at it when this one opened the file. It looked for them again and again, without a pause.
  @Test func `what somebody else has posted is waited for no longer`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "backlog.sqlite").path
    let outbox = try outbox(at: path)
    report(1...2, to: outbox)
    try await outbox.store()
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "DELETE FROM event") }
    try await run(outbox) { outbox.counts.waiting == 0 }
    report(3...5, to: outbox)
    try await outbox.store()
    try await run(outbox) { outbox.counts.posted == 3 }
    #expect(outbox.counts.waiting == 0 && endpoint.batches.count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func `a disk that is slow is noticed by nobody else`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // More of them than there are threads that tasks share; each has to wait for somebody who writes the same file.
    let paths = (0..<2 * ProcessInfo.processInfo.activeProcessorCount + 2).map { folder.appending(path: "\($0)").path }
    let outboxes = try paths.map { try outbox(at: $0) }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let others = try paths.map { [configuration] in try DatabaseQueue(path: $0, configuration: configuration) }
    for other in others { try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) } }
    for outbox in outboxes { report(1...3, to: outbox) }
    let storing = outboxes.map { outbox in Task { try await outbox.store() } }
    // As long as the first of them waits, others' tasks get their turns, and who asks how it goes is told at once.
    try await Task.sleep(for: .milliseconds(50))
    let begin = ContinuousClock.now
    for _ in 0..<200 { await Task.detached {}.value }
    #expect(outboxes.allSatisfy { $0.counts.waiting == 3 })
    #expect(.now - begin < .seconds(1))
    for other in others { try await other.writeWithoutTransaction { try $0.rollback() } }
    for task in storing { try await task.value }
    #expect(outboxes.allSatisfy { $0.counts.waiting == 3 })
  }

  @Test func `a backlog is for its owner alone, and in the file that was said whatever that is called`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // SQLite would take it for a URI, and leave out what stands before the name.
    let named = "file:analytics-\(UUID().uuidString)"
    defer {
      try? FileManager.default.removeItem(at: folder)
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: named + ending) }
    }
    for path in [folder.appending(path: "backlog.sqlite").path, named] {
      let outbox = try outbox(at: path)
      report(1...3, to: outbox)
      try await outbox.store()
      for file in [path, path + "-wal"] {
        let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(rights == 0o600, "\(file)")
      }
      // Closed, it would take its write-ahead log along.
      withExtendedLifetime(outbox) {}
    }
  }

  @Test func `a backlog isn't kept in another program's database, which stays as it is`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, sql) in [
      ("log", "PRAGMA application_id = \(0x474C_6F67)"), ("recipes", "CREATE TABLE recipe (name)"),
      ("notes", "CREATE TABLE note (text); CREATE TABLE tag (name)"),
    ] {
      let path = folder.appending(path: name).path
      let other = try DatabaseQueue(path: path)
      try await other.write { try $0.execute(sql: sql) }
      try other.close()
      let before = try Data(contentsOf: URL(filePath: path))
      let error = #expect(throws: AnalyticsError.self) { _ = try outbox(at: path) }
      #expect(error == .foreignBacklog(path: path))
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
    // One of the first versions, which didn't say whose they are.
    let path = folder.appending(path: "backlog").path
    let first = try outbox(at: path)
    report(1...3, to: first)
    try await first.store()
    let old = try DatabaseQueue(path: path)
    try await old.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = 0") }
    try old.close()
    #expect(try outbox(at: path).counts.waiting == 3)
  }

  @Test func `what was reported last is stored when the server ends`() async throws {
    let outbox = try outbox { $0.batchSize = 100 }
    let running = Task { await outbox.run() }
    report(1...5, to: outbox)
    running.cancel()
    await running.value
    try await run(outbox) { outbox.counts.posted == 5 }
    #expect(endpoint.batches.map(\.numbers) == [1...5])
  }

  @Test func `an endpoint that is down for a day gets everything when it is back`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outbox = try outbox({ $0.batchSize = 100 }, at: folder.appending(path: "backlog.sqlite").path)
    endpoint.isDown = true
    let running = Task { await outbox.run() }
    // An event a minute.
    for minute in 1...1440 {
      report(minute...minute, to: outbox)
      clock.advance(by: .seconds(60))
      if minute % 60 == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
    try await outbox.store()
    #expect(outbox.counts.waiting == 1440)
    let tries = endpoint.batches.count
    #expect(tries < 350)
    endpoint.isDown = false
    let end = ContinuousClock.now + patience
    while outbox.counts.posted < 1440, .now < end {
      clock.advance(by: .seconds(10))
      try await Task.sleep(for: .milliseconds(1))
    }
    running.cancel()
    await running.value
    var got: [ClosedRange<Int64>] = []
    for batch in endpoint.batches[tries...] { got.append(batch.numbers) }
    #expect(got.first?.lowerBound == 1)
    #expect(zip(got, got.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound })
    #expect(got.last?.upperBound == 1440)
    #expect(outbox.counts.dropped == 0)
  }

  @Test func `a file that is none is refused in words that help`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString).sqlite")
    try Data(repeating: 7, count: 5000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = #expect(throws: AnalyticsError.self) { _ = try outbox(at: file.path) }
    #expect(error?.description.contains("move the file away") == true)
  }

  @Test func `reporting costs the stream little, even when the endpoint hangs`() async throws {
    let outbox = try AnalyticsOutbox(to: HangingEndpoint(), backlog: nil)
    let stream = AppStream()
    stream.start(
      AnalyticsServer(outbox) {
        Report(\ProbeEvent.happened, to: outbox) { AnalyticsEvent("happened", ["n": .whole(Int64($0))]) }
      })
    let clock = ContinuousClock()
    for number in 0..<1000 { stream.send(ProbeEvent.happened(number)) }
    // The best of some rounds counts: in the others the machine may have done something else.
    let rounds = (0..<8).map { _ in
      clock.measure { for number in 0..<2_500 { stream.send(ProbeEvent.happened(number)) } }
    }
    let time = (rounds.min() ?? .zero) / 2_500
    print("a reported event costs \(time)")
    // Without optimisation; a write to a disk or a socket would cost more.
    #expect(time < .microseconds(60))
    stream.end()
  }

  private struct HangingEndpoint: AnalyticsEndpoint {
    func post(_ batch: AnalyticsBatch) async -> PostOutcome {
      try? await Task.sleep(for: .seconds(3600))
      return .failed(reason: "hung")
    }
  }
}
