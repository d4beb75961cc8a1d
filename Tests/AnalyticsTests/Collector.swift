import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Testing

@testable import Analytics

extension AnalyticsPolicy {
  /// For tests, which don't wait.
  static var quick: AnalyticsPolicy {
    var policy = AnalyticsPolicy()
    policy.batchSize = 10
    policy.patience = .milliseconds(5)
    policy.storeInterval = .milliseconds(1)
    policy.firstPause = .milliseconds(5)
    policy.longestPause = .milliseconds(50)
    return policy
  }
}

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

/// Runs a server for as long as the body does, which is given the address to post to.
func serve<Result: Sendable>(
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
