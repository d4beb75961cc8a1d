import HTTPTypes
import Testing
@testable import WebServer

@Suite(.timeLimit(.minutes(1)))
struct Upgrades {
  let hello = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test func `are refused with the status and the text that was decided`() async throws {
    try await withServer(decide: { _ in
      .refuse(status: .tooManyRequests, text: "Later, please.")
    }) { port in
      let answer = try await answer(to: RawClient.handshake(), port: port)
      #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
      #expect(answer.contains("content-type: text/plain"))
      #expect(answer.hasSuffix("\r\n\r\nLater, please."))
    }
  }

  @Test func `are decided by the request, and hand the context on`() async throws {
    try await withServer(
      decide: { request in
        .accept("\(request.head.path ?? "") from \(request.remoteAddress ?? "")")
      },
      serve: { socket, context in
        try? await socket.send(text: context)
      }
    ) { port in
      try await RawClient.connect(to: port) { client in
        try await client.send(RawClient.handshake(path: "/live?page=1"))
        _ = try await client.read(through: "\r\n\r\n")
        #expect(try await client.readFrame() == .text("/live?page=1 from 127.0.0.1"))
        #expect(try await client.readFrame().code == 1000)
      }
    }
  }

  @Test(arguments: [("/live/0.123?page=1", true), ("/live/", true), ("/lively", false), ("/liv", false)])
  func `are taken under their path too, and nowhere else`(path: String, isTaken: Bool) async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        try await client.send(RawClient.handshake(path: path))
        #expect(try await client.read(through: "\r\n\r\n").hasPrefix(isTaken ? "HTTP/1.1 101 " : "HTTP/1.1 404 "))
      }
    }
  }

  @Test(arguments: [
    ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8"),
    ("Sec-WebSocket-Key", "X-Key"),
    ("dGhlIHNhbXBsZSBub25jZQ==", "abc"),
  ])
  func `with a broken handshake are bad requests`(part: String, replacement: String) async throws {
    try await withServer { port in
      let parts = RawClient.handshake().split(separator: part, omittingEmptySubsequences: false)
      let answer = try await answer(to: parts.joined(separator: replacement), port: port)
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(answer.contains("sec-websocket-version: 13\r\n"))
    }
  }

  /// Proxies that keep connections got 404.
  @Test func `work on a connection that has served requests`() async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        for _ in 0..<2 {
          try await client.send(hello)
          _ = try await client.read(through: "Hello!")
        }
        try await client.send(RawClient.handshake())
        #expect(try await client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 101 "))
        for text in ["one", "two"] {
          try await client.send(.text(text))
          #expect(try await client.readFrame() == .text(text))
        }
        try await client.send(.close(1000))
        #expect(try await client.readFrame() == .close(1000))
        #expect(try await client.readToEnd() == "")
      }
    }
  }

  @Test func `wait until the requests before them are answered`() async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        try await client.send(hello + hello + RawClient.handshake())
        for _ in 0..<2 { _ = try await client.read(through: "Hello!") }
        #expect(try await client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 101 "))
        try await client.send(.text("hi"))
        #expect(try await client.readFrame() == .text("hi"))
      }
    }
  }

  @Test func `are refused on a connection that has served requests, too`() async throws {
    try await withServer(decide: { _ in
      .refuse(status: .tooManyRequests, text: "Later, please.")
    }) { port in
      try await RawClient.connect(to: port) { client in
        try await client.send(hello)
        _ = try await client.read(through: "Hello!")
        try await client.send(RawClient.handshake())
        let answer = try await client.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.hasSuffix("Later, please."))
      }
    }
  }

  @Test func `on a connection that has served requests end when the server does`() async throws {
    let (frames, heard) = AsyncStream<RawClient.Frame>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (connections, connected) = AsyncStream<Void>.makeStream()
      try await withServer { port in
        group.addTask { [hello] in
          try await RawClient.connect(to: port) { client in
            try await client.send(hello)
            _ = try await client.read(through: "Hello!")
            try await client.send(RawClient.handshake())
            _ = try await client.read(through: "\r\n\r\n")
            connected.yield()
            heard.yield(try await client.readFrame())
          }
        }
        for await _ in connections.prefix(1) {}
      }
      try await group.waitForAll()
    }
    #expect(await frames.first { _ in true }?.code == 1001)
  }

  @Test func `that nobody decides are given up`() async throws {
    try await withServer {
      $0.maximumUpgradeTime = .milliseconds(50)
    } decide: { _ in
      try? await Task.sleep(for: .milliseconds(500))
      return .accept("")
    } _: { port in
      let answer = try await answer(to: RawClient.handshake(), port: port)
      #expect(answer == "")
    }
  }

  private func answer(to request: String, port: Int) async throws -> String {
    try await RawClient.connect(to: port) { client in
      try await client.send(request)
      return try await client.readToEnd()
    }
  }
}
