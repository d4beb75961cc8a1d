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
