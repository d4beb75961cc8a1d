import EventStream
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Testing

@testable import Analytics

/// Posts over a real socket, to a server that fails as real ones do.
@Suite(.serialized) struct HTTPAnalyticsTests {
  /// What the server got, and how it answers.
  final class Collector: Sendable {
    struct Post: Sendable {
      let key: String
      let type: String
      let own: [Int64]
      let numbers: [Int64]
    }
    struct State {
      var posts: [Post] = []
      var statuses: [Int] = []
      var accepted: [String: Post] = [:]
      var order: [String] = []
    }
    let state = Mutex(State())

    func take(_ key: String, _ type: String, _ body: Data) throws -> Int {
      struct Body: Decodable {
        struct Event: Decodable {
          let number: Int64
          let properties: [String: Int64]
        }
        let batch: String
        let events: [Event]
      }
      let content = try JSONDecoder().decode(Body.self, from: body)
      let post = Post(
        key: key, type: type, own: content.events.compactMap { $0.properties["own"] },
        numbers: content.events.map(\.number))
      #expect(content.batch == key)
      return state.withLock { state in
        state.posts.append(post)
        let status = state.statuses.isEmpty ? 204 : state.statuses.removeFirst()
        if status < 300, state.accepted[key] == nil {
          state.accepted[key] = post
          state.order.append(key)
        }
        return status
      }
    }
  }

  private func serve<Result: Sendable>(
    _ collector: Collector, _ body: @Sendable @escaping (String) async throws -> Result
  ) async throws -> Result {
    let router = Router()
    router.post("collect") { request, _ -> Response in
      let key = HTTPField.Name("Idempotency-Key").flatMap { request.headers[$0] } ?? ""
      let content = try await request.body.collect(upTo: 1 << 20)
      let status = try collector.take(key, request.headers[.contentType] ?? "", Data(content.readableBytesView))
      var headers = HTTPFields()
      if status == 429 { headers[.retryAfter] = "1" }
      if status == 302 { headers[.location] = "/elsewhere" }
      return Response(status: .init(code: status), headers: headers)
    }
    router.post("dawdle") { _, _ -> Response in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for _ in 0..<100 {
            try await writer.write(ByteBuffer(string: "."))
            try await Task.sleep(for: .milliseconds(50))
          }
          try await writer.finish(nil)
        })
    }
    let (ready, continuation) = AsyncStream.makeStream(of: Int.self)
    let server = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        try await server.run()
        return nil
      }
      group.addTask {
        for await port in ready { return try await body("http://127.0.0.1:\(port)/collect") }
        throw CancellationError()
      }
      defer { group.cancelAll() }
      while let next = try await group.next() {
        if let next { return next }
      }
      throw CancellationError()
    }
  }

  private var quick: AnalyticsPolicy {
    var policy = AnalyticsPolicy()
    policy.batchSize = 10
    policy.patience = .milliseconds(5)
    policy.storeInterval = .milliseconds(1)
    policy.firstPause = .milliseconds(5)
    policy.longestPause = .milliseconds(50)
    return policy
  }

  @Test func `batches arrive over a socket, whatever the server says first`() async throws {
    let collector = Collector()
    collector.state.withLock { $0.statuses = [500, 503, 302, 404, 204, 401] }
    try await serve(collector) { url in
      let outbox = try AnalyticsOutbox(to: HTTPAnalyticsEndpoint(url), backlog: nil, policy: quick)
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
      let outbox = try AnalyticsOutbox(to: endpoint, backlog: nil, policy: quick)
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
      let outbox = try AnalyticsOutbox(to: HTTPAnalyticsEndpoint(url), backlog: nil, policy: quick)
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
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if milliseconds == nil { #expect(text.hasSuffix("done\n")) }
    let last = text.split(separator: "\n").last { $0.hasPrefix("stored ") }
    return last.flatMap { Int64($0.dropFirst("stored ".count)) }
  }
}
