import EventStream
import Foundation
import Synchronization
import Testing

@testable import Analytics

/// Posts over a real socket, to a server that fails as real ones do.
@Suite(.serialized) struct HTTPAnalyticsTests {
  @Test func `batches arrive over a socket, whatever the server says first`() async throws {
    let collector = Collector()
    collector.state.withLock { $0.statuses = [500, 503, 302, 404, 204, 401] }
    try await serve(collector) { url in
      let outbox = try AnalyticsOutbox(to: HTTPAnalyticsEndpoint(url), backlog: nil, policy: .quick)
      let running = Task { await outbox.run() }
      for number in 1...35 {
        outbox.report(AnalyticsEvent("probe", ["own": .whole(Int64(number))]), at: Timestamp(milliseconds: 0))
      }
      for _ in 0..<2000 where outbox.counts.posted < 35 { try await Task.sleep(for: .milliseconds(5)) }
      running.cancel()
      await running.value
      #expect(outbox.counts.posted == 35)
      #expect(outbox.counts.failures == 5)
    }
    let state = collector.state.withLock {
      ($0.posts, $0.order.compactMap { [accepted = $0.accepted] key in accepted[key] })
    }
    #expect(state.0.allSatisfy { $0.type == "application/json" })
    #expect(state.1.flatMap(\.own) == Array(1...35))
  }

  @Test func `a server that doesn't come to an end holds nothing up`() async throws {
    let (counts, time) = try await serve(Collector()) { url in
      let slow = url.replacing("/collect", with: "/dawdle")
      let endpoint = try HTTPAnalyticsEndpoint(slow, timeout: .milliseconds(400))
      let outbox = try AnalyticsOutbox(to: endpoint, backlog: nil, policy: .quick)
      let running = Task { await outbox.run() }
      let begin = ContinuousClock.now
      outbox.report(AnalyticsEvent("probe", ["own": 1]), at: Timestamp(milliseconds: 0))
      for _ in 0..<800 where outbox.counts.posted < 1 { try await Task.sleep(for: .milliseconds(5)) }
      running.cancel()
      await running.value
      return (outbox.counts, ContinuousClock.now - begin)
    }
    // What it has accepted isn't posted again.
    #expect(counts.posted == 1 && counts.failures == 0)
    #expect(time < .seconds(3))
  }

  @Test func `a server that asks for time gets it`() async throws {
    let collector = Collector()
    collector.state.withLock { $0.statuses = [429] }
    let time = try await serve(collector) { url in
      let outbox = try AnalyticsOutbox(to: HTTPAnalyticsEndpoint(url), backlog: nil, policy: .quick)
      let running = Task { await outbox.run() }
      let begin = ContinuousClock.now
      outbox.report(AnalyticsEvent("probe", ["own": 1]), at: Timestamp(milliseconds: 0))
      for _ in 0..<2000 where outbox.counts.posted < 1 { try await Task.sleep(for: .milliseconds(5)) }
      running.cancel()
      await running.value
      return ContinuousClock.now - begin
    }
    #expect(time >= .milliseconds(950))
  }

  @Test func `an endpoint posts again when its server is started again`() async throws {
    let collector = Collector()
    let counts = try await serve(collector) { url in
      let outbox = try AnalyticsOutbox(to: HTTPAnalyticsEndpoint(url), backlog: nil, policy: .quick)
      for round in 1...3 {
        let stream = AppStream()
        stream.start(AnalyticsServer(outbox) {})
        outbox.report(AnalyticsEvent("probe", ["own": .whole(Int64(round))]), at: Timestamp(milliseconds: 0))
        for _ in 0..<2000 where outbox.counts.posted < round { try await Task.sleep(for: .milliseconds(5)) }
        await stream.finish(within: .seconds(30))
      }
      return outbox.counts
    }
    #expect(counts.posted == 3 && counts.failures == 0, "\(counts)")
    #expect(collector.state.withLock { $0.posts.flatMap(\.own) } == [1, 2, 3])
  }

  @Test func `an endpoint may go without being closed, used or not`() async throws {
    // A client that goes without being shut down ends the process, in a debug build.
    #expect(throws: AnalyticsError.self) {
      _ = try AnalyticsOutbox(
        to: HTTPAnalyticsEndpoint("http://127.0.0.1:9/collect"), backlog: "/dev/null/backlog.sqlite")
    }
    let outcome = try await serve(Collector()) { url in
      let body = Array("{\"batch\":\"a\",\"events\":[]}".utf8)
      return try await HTTPAnalyticsEndpoint(url).post(AnalyticsBatch(key: "a", numbers: 1...1, count: 1, body: body))
    }
    #expect(outcome == .accepted)
  }

  @Test(arguments: [
    ("120", Duration.seconds(120)), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)), ("soon", nil), ("-5", nil),
    ("", nil),
    ("Sun, 06 Nov 1994 08:48:37 GMT", .zero),
  ])
  func `Retry-After is read as seconds or as a date`(text: String, pause: Duration?) {
    // 1994-11-06 08:49:00
    #expect(RetryAfter.duration(text, now: Date(timeIntervalSince1970: 784_111_740)) == pause)
  }

  @Test func `an address that is none is refused`() {
    #expect(throws: AnalyticsError.address("stats.example.org")) { try HTTPAnalyticsEndpoint("stats.example.org") }
  }

  /// A real process, killed again and again wherever it is; each next one goes on.
  @Test func `a killed process loses nothing that it had stored, and nothing counts twice`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "analytics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let backlog = folder.appending(path: "backlog.sqlite").path
    let collector = Collector()
    let stored = try await serve(collector) { url in
      var stored: [ClosedRange<Int64>] = []
      for round in 0..<8 {
        collector.state.withLock { $0.statuses = Array(repeating: 503, count: round % 3) }
        let first = Int64(round) * 10_000 + 1
        let isLast = round == 7
        let last = try await probe(
          url, backlog, first: first, count: isLast ? 10 : 9_000, killAfter: isLast ? nil : 40 + 17 * round)
        if let last { stored.append(first...last) }
      }
      return stored
    }
    let state = collector.state.withLock { $0 }
    let got = state.order.compactMap { state.accepted[$0] }
    let numbers = got.flatMap(\.numbers)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "an event was accepted twice, or out of order")
    let own = Set(got.flatMap(\.own))
    #expect(own.count == numbers.count)
    for range in stored { #expect(range.allSatisfy(own.contains), "\(range) was stored and not posted") }
    #expect(stored.count >= 4)
  }

  /// Starts a process and kills it after a while.
  ///
  /// - Returns: The last number that it said was stored.
  private func probe(_ url: String, _ backlog: String, first: Int64, count: Int, killAfter milliseconds: Int?)
    async throws
    -> Int64?
  {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
      .appending(path: "analytics-probe")
    process.arguments = [url, backlog, "\(first)", "\(count)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    if let milliseconds {
      try await Task.sleep(for: .milliseconds(milliseconds + 60))
      kill(process.processIdentifier, SIGKILL)
    }
    // Not on a thread that the collector may need.
    let read = output.fileHandleForReading
    let data = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: read.readDataToEndOfFile()) }
    }
    let text = String(decoding: data, as: UTF8.self)
    process.waitUntilExit()
    if milliseconds == nil { #expect(text.hasSuffix("done\n")) }
    let last = text.split(separator: "\n").last { $0.hasPrefix("stored ") }
    return last.flatMap { Int64($0.dropFirst("stored ".count)) }
  }
}
