import Testing
@testable import WebServer

@Suite(.timeLimit(.minutes(1)))
struct Shutdown {
  @Test func `ends open sockets and idle connections at once, each in its way`() async throws {
    let (goodbyes, farewell) = AsyncStream<[RawClient.Frame]>.makeStream()
    let clients = 20
    let duration = try await ContinuousClock().measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (connections, connected) = AsyncStream<Void>.makeStream()
        try await withServer(serve: { socket, _ in
          for await _ in socket.messages {}
          try? await socket.send(text: "last word")
        }) { port in
          for _ in 0..<clients {
            group.addTask {
              let frames = try await RawClient.connectLive(to: port) { client in
                connected.yield()
                return [try await client.readFrame(), try await client.readFrame()]
              }
              farewell.yield(frames)
            }
            group.addTask {
              try await RawClient.connect(to: port) { client in
                try await client.send("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try await client.read(through: "Hello!")
                connected.yield()
                _ = try await client.readToEnd()
              }
            }
            group.addTask {
              try await RawClient.connect(to: port) { client in
                try await client.send("GET /hel")
                connected.yield()
                _ = try await client.readToEnd()
              }
            }
          }
          for await _ in connections.prefix(clients * 3) {}
        }
        try await group.waitForAll()
      }
    }
    farewell.finish()
    let frames = await goodbyes.reduce(into: []) { $0.append($1) }
    #expect(frames.count == clients)
    #expect(frames.allSatisfy { $0.first == .text("last word") && $0.last?.code == 1001 })
    #expect(duration < .seconds(3))
  }

  @Test func `cuts off what doesn't end by itself`() async throws {
    let duration = try await ContinuousClock().measure {
      try await withServer {
        $0.shutdownGrace = .milliseconds(100)
      } serve: { _, _ in
        try? await Task.sleep(for: .seconds(30))
      } _: { port in
        try await RawClient.connectLive(to: port) { _ in }
      }
    }
    #expect(duration < .seconds(2))
  }
}
