import HTTPTypes
import Hummingbird
import Logging
import NIOCore
@testable import WebServer

/// More bytes than the kernel holds for both sides.
let largeAnswer = 40_000_000

/// Runs a server on a free port while the body talks to it, then shuts it down as SIGTERM would.
func withServer(
  configure: (inout TransportConfiguration) -> Void = { _ in },
  decide: @escaping @Sendable (UpgradeRequest) async -> UpgradeDecision<String> = { _ in .accept("") },
  serve: @escaping @Sendable (TestSocket, String) async -> Void = echo,
  _ body: (_ port: Int) async throws -> Void
) async throws {
  var configuration = TransportConfiguration(port: 0)
  configure(&configuration)
  let (ports, ready) = AsyncStream<Int>.makeStream()
  let router = Router()
  router.get("hello") { _, _ in "Hello!" }
  router.get("large") { _, _ in String(repeating: "x", count: largeAnswer) }
  let transport = try LiveTransport(
    configuration: configuration, responder: router.buildResponder(), upgradePath: "/live", decide: decide,
    receive: { socket, context in TestSocket(socket, context, serve) }, onReady: { ready.yield($0) },
    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { ready.finish() }
      try await transport.run()
    }
    for await port in ports {
      try await body(port)
      group.cancelAll()
    }
    try await group.waitForAll()
  }
}

/// A socket whose messages are iterated; it closes when that is over.
struct TestSocket: LiveReceiver {
  let messages: AsyncStream<ByteBuffer>
  private let socket: LiveSocket
  private let received: AsyncStream<ByteBuffer>.Continuation
  private let serving: AsyncStream<Void>

  init(_ socket: LiveSocket, _ context: String, _ serve: @escaping @Sendable (TestSocket, String) async -> Void) {
    self.socket = socket
    (messages, received) = AsyncStream.makeStream()
    let served: AsyncStream<Void>.Continuation
    (serving, served) = AsyncStream.makeStream()
    Task { [self] in
      await serve(self, context)
      served.finish()
      await socket.finish()
    }
  }

  func take(_ message: ByteBuffer, since came: ContinuousClock.Instant) async { received.yield(message) }

  func end() async {
    received.finish()
    for await _ in serving {}
  }

  func send(text: some Collection<UInt8> & Sendable) async throws { try await socket.send(text: text) }
  func send(text: String) async throws { try await socket.send(text: text) }
  func close(_ closure: WebSocketClosure) async { await socket.close(closure) }
}

/// Sends every message back.
@Sendable func echo(_ socket: TestSocket, _ context: String) async {
  for await message in socket.messages {
    guard (try? await socket.send(text: message.readableBytesView)) != nil else { return }
  }
}
