import EventStream
import Foundation
import Synchronization
import Testing

@testable import Analytics

@Suite(.timeLimit(.minutes(1))) struct AnalyticsServerTests {
  @Test func `what was reported last is in the backlog when the stream has finished, whatever the endpoint does`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "backlog.sqlite").path
    let endpoint = StubbornEndpoint()
    var policy = AnalyticsPolicy()
    policy.batchSize = 1
    let outbox = try AnalyticsOutbox(to: endpoint, backlog: path, policy: policy)
    outbox.report(AnalyticsEvent("first"), at: Timestamp(milliseconds: 0))
    try await outbox.store()
    let stream = AppStream()
    stream.start(
      AnalyticsServer(outbox) {
        Report(\ProbeEvent.happened, to: outbox) { AnalyticsEvent("happened", ["n": .whole(Int64($0))]) }
      })
    await endpoint.untilAsked()
    for number in 1...100 { stream.send(ProbeEvent.happened(number)) }
    // The endpoint doesn't let the post go, so this takes as long as it may.
    await stream.finish(within: .seconds(2))
    #expect(try AnalyticsBacklog(path: path, limit: 1_000).count == 101)
    endpoint.giveUp()
    await stream.finish(within: .seconds(60))
  }

  @Test func `who counts is told which event it was, also if that comes once more`() async throws {
    let endpoint = StubbornEndpoint()
    let arrivals = Arrivals(limit: 10)
    let id = EventID(rawValue: 3 << 40 | 127)
    for _ in 1...2 { arrivals.add(AnalyticsEvent("asked"), at: Timestamp(milliseconds: 5), of: id) }
    let backlog = try AnalyticsBacklog(path: nil, limit: 10)
    _ = try await backlog.append(arrivals)
    let body = String(decoding: try #require(await backlog.seal(atMost: 10)).body, as: UTF8.self)
    #expect(body.contains(#"{"number":1,"id":"3.127","name":"asked","properties":{},"time":5}"#))
    #expect(body.contains(#"{"number":2,"id":"3.127","name":"asked","properties":{},"time":5}"#))
    // A report says it by itself.
    let stream = AppStream()
    let (ids, noted) = AsyncStream.makeStream(of: EventID.self)
    let observer = stream.observe(\ProbeEvent.happened) { _, envelope in noted.yield(envelope.id) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "backlog.sqlite").path
    let reported = try AnalyticsOutbox(to: endpoint, backlog: path)
    stream.start(AnalyticsServer(reported) { Report(\ProbeEvent.happened, to: reported) { _ in AnalyticsEvent("it") } })
    stream.send(ProbeEvent.happened(1))
    try await reported.store()
    var iterator = ids.makeAsyncIterator()
    let first = try #require(await iterator.next())
    let batch = try #require(await AnalyticsBacklog(path: path, limit: 10).seal(atMost: 1))
    #expect(String(decoding: batch.body, as: UTF8.self).contains("\"id\":\"\(first)\""))
    observer.cancel()
    endpoint.giveUp()
    await stream.finish(within: .seconds(60))
  }

  /// As where two apps of one program report to it.
  @Test(arguments: [0, 1])
  func `two servers on one outbox post each event once, and close the endpoint when both have ended`(
    firstToEnd: Int
  ) async throws {
    let endpoint = CountingEndpoint()
    let outbox = try AnalyticsOutbox(to: endpoint, backlog: nil, policy: .quick)
    let streams = [AppStream(), AppStream()]
    func untilPosted(_ count: Int) async throws {
      for _ in 0..<2000 where outbox.counts.posted < count { try await Task.sleep(for: .milliseconds(5)) }
      #expect(outbox.counts.posted == count)
    }
    func finish(_ stream: AppStream) async {
      let begin = ContinuousClock.now
      await stream.finish(within: .seconds(50))
      #expect(.now - begin < .seconds(10))
    }
    for (index, stream) in streams.enumerated() {
      stream.start(
        AnalyticsServer(outbox) {
          Report(\ProbeEvent.happened, to: outbox) { AnalyticsEvent("happened", ["n": .whole(Int64($0))]) }
        })
      stream.send(ProbeEvent.happened(index))
      // So the first one is at work when the second comes, and both are there when one ends.
      try await untilPosted(index + 1)
    }
    for number in 3...40 { streams[number % 2].send(ProbeEvent.happened(number)) }
    await finish(streams[firstToEnd])
    #expect(endpoint.closings == 0)
    let other = streams[1 - firstToEnd]
    for number in 41...60 { other.send(ProbeEvent.happened(number)) }
    try await untilPosted(60)
    await finish(other)
    #expect(endpoint.closings == 1)
    // A number that came under two keys would be there twice.
    #expect(endpoint.batches.flatMap { Array($0.numbers) } == Array(1...60))
    #expect(outbox.counts.waiting == 0)
  }

  /// An endpoint that accepts everything, and leaves time for others to post meanwhile.
  private final class CountingEndpoint: AnalyticsEndpoint {
    private let state = Mutex<(batches: [AnalyticsBatch], closings: Int)>(([], 0))

    var batches: [AnalyticsBatch] { state.withLock { $0.batches } }
    var closings: Int { state.withLock { $0.closings } }

    func post(_ batch: AnalyticsBatch) async -> PostOutcome {
      state.withLock { $0.batches.append(batch) }
      for _ in 0..<10 { await Task.yield() }
      return .accepted
    }

    func close() async { state.withLock { $0.closings += 1 } }
  }

  /// An endpoint that doesn't answer, and doesn't care whether it is cancelled.
  private final class StubbornEndpoint: AnalyticsEndpoint {
    private let asked = AsyncStream<Void>.makeStream()
    private let end = Task { try? await Task.sleep(for: .seconds(3600)) }

    func untilAsked() async {
      for await _ in asked.stream { return }
    }

    func giveUp() { end.cancel() }

    func post(_ batch: AnalyticsBatch) async -> PostOutcome {
      asked.continuation.yield()
      _ = await end.value
      return .failed(reason: "given up")
    }
  }
}
