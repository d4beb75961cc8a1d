import EventStream
import Foundation
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
