import Testing
@testable import WebServer

@Suite(.timeLimit(.minutes(1)))
struct `Live socket` {
  @Test func `a message comes back from a server that echoes`() async throws {
    try await withServer { port in
      let answer = try await RawClient.connectLive(to: port) { client in
        try await client.send(.text("Grüße"))
        return try await client.readFrame()
      }
      #expect(answer == .text("Grüße"))
    }
  }

  @Test func `frames sent together with the handshake are not lost`() async throws {
    try await withServer { port in
      let answer = try await RawClient.connect(to: port) { client in
        try await client.send(Array(RawClient.handshake().utf8) + [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])
        _ = try await client.read(through: "\r\n\r\n")
        return try await client.readFrame()
      }
      #expect(answer == .text("hi"))
    }
  }

  @Test func `fragments make one message, even with a ping between them`() async throws {
    try await withServer { port in
      let answers = try await RawClient.connectLive(to: port) { client in
        try await client.send(.text("a"), isFinal: false)
        try await client.send(.init(opcode: 9, payload: [7]))
        try await client.send(.init(opcode: 0, payload: Array("bc".utf8)))
        return [try await client.readFrame(), try await client.readFrame()]
      }
      #expect(answers == [.init(opcode: 10, payload: [7]), .text("abc")])
    }
  }

  @Test(arguments: [
    (RawClient.Frame(opcode: 1, payload: Array(repeating: 0x78, count: 70_000)), 1009),
    (RawClient.Frame(opcode: 1, payload: [0xc3, 0x28]), 1007),
    (RawClient.Frame(opcode: 2, payload: [1]), 1003),
    (RawClient.Frame(opcode: 0, payload: [1]), 1002),
    (RawClient.Frame(opcode: 3, payload: [1]), 1002),
    (RawClient.Frame.close(1005), 1002),
    (RawClient.Frame.close(4001), 4001),
  ])
  func `the close code says what was wrong`(frame: RawClient.Frame, code: Int) async throws {
    try await withServer { port in
      let answer = try await RawClient.connectLive(to: port) { client in
        try await client.send(frame)
        return try await client.readFrame()
      }
      #expect(answer.code == code)
    }
  }

  /// A frame was held until its last byte, as long as the longest message, of everybody who had shaken hands.
  @Test func `what hasn't come to its end isn't held of a peer that hasn't said anything`() async throws {
    try await withServer {
      $0.maximumFirstMessageBytes = 100
    } _: { port in
      let code = try await RawClient.connectLive(to: port) { client in
        // The beginning of a text of 60,000 bytes.
        try await client.send([0x81, 0xfe, 0xea, 0x60, 0, 0, 0, 0] + [UInt8](repeating: 0x78, count: 200))
        return try await client.readFrame().code
      }
      #expect(code == 1009)
    }
  }

  /// Of each of thousands of connections half a megabyte was held for a minute and more.
  @Test(arguments: [false, true])
  func `an address has only so many long messages on their way`(inFragments: Bool) async throws {
    try await withServer {
      // As many as make 16 MB: two.
      $0.maximumMessageBytes = 8 << 20
    } _: { port in
      // The beginning of a text of 30,000 bytes.
      @Sendable func begin(_ client: inout RawClient) async throws {
        let text = String(repeating: "x", count: 20_000)
        if inFragments { return try await client.send(.text(text), isFinal: false) }
        try await client.send([0x81, 0xfe, 0x75, 0x30, 0, 0, 0, 0] + Array(text.utf8))
      }
      @Sendable func end(_ client: inout RawClient) async throws {
        let text = String(repeating: "x", count: 10_000)
        if inFragments { return try await client.send(.init(opcode: 0, payload: Array(text.utf8))) }
        try await client.send(Array(text.utf8))
      }
      try await RawClient.connectLive(to: port) { first in
        try await begin(&first)
        try await RawClient.connectLive(to: port) { second in
          try await begin(&second)
          // It has been read, and so has what came before.
          try await Task.sleep(for: .milliseconds(200))
          try await RawClient.connectLive(to: port) { third in
            try await third.send(.text("short"))
            #expect(try await third.readFrame() == .text("short"))
            try await begin(&third)
            #expect(try await third.readFrame().code == 4013)
          }
          try await end(&first)
          #expect(try await first.readFrame().payload.count == 30_000)
          try await RawClient.connectLive(to: port) { third in
            try await begin(&third)
            try await end(&third)
            #expect(try await third.readFrame().payload.count == 30_000)
          }
        }
      }
    }
  }

  @Test func `a peer that has said something short may send more, also at the same time`() async throws {
    try await withServer {
      $0.maximumFirstMessageBytes = 100
    } _: { port in
      let sizes = try await RawClient.connectLive(to: port) { client in
        let short: [UInt8] = [0x81, 0x81, 0, 0, 0, 0, 0x78]
        try await client.send(short + [0x81, 0xfe, 3, 0xe8, 0, 0, 0, 0] + [UInt8](repeating: 0x78, count: 1_000))
        try await client.send(.text(String(repeating: "x", count: 20_000)))
        var sizes: [Int] = []
        for _ in 0..<3 { sizes.append(try await client.readFrame().payload.count) }
        return sizes
      }
      #expect(sizes == [1, 1_000, 20_000])
    }
  }

  @Test func `an unmasked frame ends the connection`() async throws {
    try await withServer { port in
      let code = try await RawClient.connectLive(to: port) { client in
        try await client.send(.text("a"), isMasked: false)
        let code = try await client.readFrame().code
        _ = try await client.readToEnd()
        return code
      }
      #expect(code == 1002)
    }
  }

  @Test func `the server ends the connection after the peer's close`() async throws {
    try await withServer { port in
      try await RawClient.connectLive(to: port) { client in
        try await client.send(.close(1000))
        #expect(try await client.readFrame() == .close(1000))
        #expect(try await client.readToEnd() == "")
      }
    }
  }

  @Test func `a close by the server carries its code, and sending fails afterwards`() async throws {
    let (errors, report) = AsyncStream<TransportError?>.makeStream()
    try await withServer(serve: { socket, _ in
      await socket.close(.init(code: 4002, reason: "Enough."))
      do {
        try await socket.send(text: "more")
        report.yield(nil)
      } catch {
        report.yield(error as? TransportError)
      }
    }) { port in
      try await RawClient.connectLive(to: port) { client in
        let frame = try await client.readFrame()
        #expect(frame.code == 4002)
        try await client.send(.close(4002))
        #expect(try await client.readToEnd() == "")
      }
      #expect(await errors.first { _ in true } == .socketClosed)
    }
  }

  @Test func `a peer that answers no ping is cut off`() async throws {
    try await withServer {
      $0.pingInterval = .milliseconds(20)
    } _: { port in
      let (frames, rest) = try await RawClient.connectLive(to: port) { client in
        let frames = [try await client.readFrame(), try await client.readFrame()]
        return (frames, try await client.readToEnd())
      }
      #expect(frames.map(\.opcode) == [9, 9])
      #expect(rest == "")
    }
  }
}
