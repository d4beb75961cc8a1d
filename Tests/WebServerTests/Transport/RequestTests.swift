import Testing
@testable import WebServer

@Suite(.timeLimit(.minutes(1)))
struct `Ordinary requests` {
  let hello = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test func `share a connection that is kept alive`() async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        for _ in 0..<3 {
          try await client.send(hello)
          #expect(try await client.read(through: "Hello!").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
      }
    }
  }

  @Test func `are answered in order when they are pipelined`() async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        try await client.send(hello + hello)
        _ = try await client.read(through: "Hello!")
        _ = try await client.read(through: "Hello!")
      }
    }
  }

  @Test(arguments: [
    "HTTP/1.0\r\n", "HTTP/1.0\r\nHost: localhost\r\n", "HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n",
  ])
  func `end their connection where the client keeps none`(rest: String) async throws {
    try await withServer {
      $0.idleTimeout = .seconds(3600)
    } _: { port in
      let answer = try await RawClient.connect(to: port) { client in
        try await client.send("GET /hello \(rest)\r\n")
        return try await client.readToEnd()
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("Hello!"))
    }
  }

  @Test func `share a connection also by HTTP 1.0, if the client says so`() async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        for _ in 0..<2 {
          try await client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
          #expect(try await client.read(through: "Hello!").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
      }
    }
  }

  @Test(arguments: ["h2c", "websocket"])
  func `may ask for an upgrade that nobody offers`(name: String) async throws {
    try await withServer { port in
      let answer = try await RawClient.connect(to: port) { client in
        try await client.send(
          "GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: \(name)\r\n\r\n")
        return try await client.readToEnd()
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("Hello!"))
    }
  }

  /// What stands behind it isn't decoded, and was kept whole for as long as the connection was idle.
  @Test(arguments: ["GET /large HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: x", "CONNECT a:1 HTTP/1.1"])
  func `that are the last may not be followed by very much`(head: String) async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        try await client.send("\(head)\r\nHost: localhost\r\n\r\n")
        let end = ContinuousClock.now + .seconds(5)
        await #expect(throws: (any Error).self) {
          while .now < end { try await client.send(String(repeating: "x", count: 65_536)) }
        }
      }
    }
  }

  @Test func `with too long a head are bad requests`() async throws {
    try await withServer { port in
      let answer = try await RawClient.connect(to: port) { client in
        try await client.send("GET /hello HTTP/1.1\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n")
        return try await client.readToEnd()
      }
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test(arguments: [
    "GET /hello HTTP/1.1\r\n\r\n", "GET /hello HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n",
    "GET /hello HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "POST /hello HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi",
    RawClient.handshake().replacing("Host: localhost\r\n", with: ""),
  ])
  func `without a host, or with two, are bad requests`(request: String) async throws {
    try await withServer { port in
      let answer = try await RawClient.connect(to: port) { client in
        try await client.send(request)
        return try await client.readToEnd()
      }
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(answer.hasSuffix("A request needs one Host field, no more and no less."))
    }
  }

  @Test func `without a host are refused when those before them are answered, and none behind them is`() async throws {
    try await withServer { port in
      try await RawClient.connect(to: port) { client in
        try await client.send(hello + hello + "GET /hello HTTP/1.1\r\n\r\n" + hello)
        for _ in 0..<2 {
          #expect(try await client.read(through: "Hello!").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        let rest = try await client.readToEnd()
        #expect(rest.hasPrefix("HTTP/1.1 400 ") && !rest.contains("Hello!"))
      }
    }
  }

  @Test func `lose their connection when it idles too long`() async throws {
    try await withServer {
      $0.idleTimeout = .milliseconds(50)
    } _: { port in
      let silent = try await RawClient.connect(to: port) { try await $0.readToEnd() }
      #expect(silent == "")
      let answer = try await RawClient.connect(to: port) { client in
        try await client.send(hello)
        return try await client.readToEnd()
      }
      #expect(answer.hasSuffix("Hello!"))
    }
  }

  /// The rest of its answer was never written, so the server waited for ever.
  @Test func `lose their connection when their answer isn't read`() async throws {
    try await withServer {
      $0.idleTimeout = .milliseconds(100)
    } _: { port in
      try await RawClient.connect(to: port) { client in
        try await client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await client.read(through: "\r\n\r\n")
        try await Task.sleep(for: .seconds(2))
        let rest = try await client.readToEnd()
        #expect(rest.utf8.count < largeAnswer)
      }
    }
  }
}
