import Synchronization
import Testing
@testable import WebServer

@Suite(.timeLimit(.minutes(1)))
struct `Back-pressure` {
  @Test func `sending waits for a peer that doesn't read`() async throws {
    let total = 2000
    let message = String(repeating: "x", count: 64 * 1024)
    let sent = Counter()
    try await withServer(serve: { socket, _ in
      for _ in 0..<total {
        guard (try? await socket.send(text: message)) != nil else { return }
        sent.increment()
      }
    }) { port in
      try await RawClient.connectLive(to: port) { client in
        let stalled = try await sent.settledValue()
        // 125 MiB are to be sent; what the kernel holds for both sides is far less than half of that.
        #expect(stalled > 0)
        #expect(stalled < total / 2)
        for _ in 0..<total {
          let size = try await client.readFrame().payload.count
          guard size == message.utf8.count else { return #expect(size == message.utf8.count) }
        }
      }
    }
    #expect(sent.value == total)
  }

  /// Its answers to pings come behind what it reads, and it was cut off in the middle, again and again.
  @Test func `a peer that reads a large message slowly isn't cut off`() async throws {
    let message = String(repeating: "x", count: largeAnswer)
    try await withServer {
      $0.pingInterval = .milliseconds(300)
    } serve: { socket, _ in
      try? await socket.send(text: message)
      for await _ in socket.messages {}
    } _: { port in
      try await RawClient.connectLive(to: port) { client in
        for _ in 0..<10 {
          #expect(try await client.read(largeAnswer / 10).count == largeAnswer / 10)
          try await Task.sleep(for: .milliseconds(300))
        }
      }
    }
  }

  /// The answer to its goodbye waited behind what it didn't read, and its connection with it, for ever.
  @Test func `a peer that says goodbye and doesn't read is cut off`() async throws {
    let message = String(repeating: "x", count: 64 * 1024)
    let (sent, closed) = (Counter(), Counter())
    try await withServer {
      $0.closeTimeout = .milliseconds(100)
    } serve: { socket, _ in
      while (try? await socket.send(text: message)) != nil { sent.increment() }
      // Returns when the connection is closed.
      await socket.close(.normal)
      closed.increment()
    } _: { port in
      try await RawClient.connectLive(to: port) { client in
        _ = try await sent.settledValue()
        try await client.send(.close(1000))
        #expect(try await closed.settledValue() == 1)
      }
    }
  }

  /// Each ping that was answered at once cost memory for as long as its peer read nothing.
  @Test func `of the pings of a peer that doesn't read only the last is answered`() async throws {
    let (total, pings) = (2000, 900)
    let message = String(repeating: "x", count: 64 * 1024)
    let sent = Counter()
    try await withServer(serve: { socket, _ in
      for _ in 0..<total {
        guard (try? await socket.send(text: message)) != nil else { return }
        sent.increment()
      }
      for await _ in socket.messages {}
    }) { port in
      try await RawClient.connectLive(to: port) { client in
        _ = try await sent.settledValue()
        for number in 1...pings {
          try await client.send(RawClient.Frame(opcode: 9, payload: Array("\(number)".utf8)))
        }
        try await Task.sleep(for: .milliseconds(300))
        var (texts, pongs): (Int, [String]) = (0, [])
        while texts < total || pongs.last != "\(pings)" {
          let frame = try await client.readFrame()
          if frame.opcode == 10 { pongs.append(String(decoding: frame.payload, as: UTF8.self)) } else { texts += 1 }
        }
        #expect(pongs.count < pings / 2)
      }
    }
  }
}

/// Counts in one task, is watched from another.
private final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func increment() {
    count.withLock { $0 += 1 }
  }

  /// Waits until the count hasn't changed for 300 ms.
  func settledValue() async throws -> Int {
    var last = -1
    while last != value || last == 0 {
      last = value
      try await Task.sleep(for: .milliseconds(300))
    }
    return last
  }
}
