import HTTPTypes
import Hummingbird
import Logging
import NIOCore
@testable import WebServer

/// Runs a server on a free port while the body talks to it, then shuts it down as SIGTERM would.
func withServer(
  configure: (inout TransportConfiguration) -> Void = { _ in },
  decide: @escaping @Sendable (UpgradeRequest) async -> UpgradeDecision<String> = { _ in .accept("") },
  serve: @escaping @Sendable (LiveSocket, String) async -> Void = echo,
  _ body: (_ port: Int) async throws -> Void
) async throws {
  var configuration = TransportConfiguration(port: 0)
  configure(&configuration)
  let (ports, ready) = AsyncStream<Int>.makeStream()
  let router = Router()
  router.get("hello") { _, _ in "Hello!" }
  let transport = try LiveTransport(
    configuration: configuration, responder: router.buildResponder(), upgradePath: "/live", decide: decide,
    serve: serve, onReady: { ready.yield($0) }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
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

/// Sends every message back.
@Sendable func echo(_ socket: LiveSocket, _ context: String) async {
  for await message in socket.messages {
    guard (try? await socket.send(text: message)) != nil else { return }
  }
}
