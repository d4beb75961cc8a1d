import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import WebServer

@Suite struct LiveInboundTests {
  /// Takes its time, and notes how long each message had waited for its turn.
  private final class Slow: LiveReceiver {
    private let found = Mutex<[Duration]>([])
    var waits: [Duration] { found.withLock { $0 } }

    func take(_ message: ByteBuffer, since came: ContinuousClock.Instant) async {
      found.withLock { $0.append(.now - came) }
      try? await Task.sleep(for: .milliseconds(50))
    }

    func end() async {}
  }

  /// The server's figures began when a task took it.
  @Test func `a message has come when it is read, not when it is its turn`() async throws {
    let receiver = Slow()
    let inbound = LiveInbound(receiver, LiveSocket(channel: EmbeddedChannel()))
    for _ in 0..<3 { #expect(inbound.add(ByteBuffer(string: "x"))) }
    while receiver.waits.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(receiver.waits[1] >= .milliseconds(45) && receiver.waits[2] >= .milliseconds(90), "\(receiver.waits)")
  }

  /// Where a connection is reset, all that the system has of it is read at once. Taking one moved all others, under a lock that the event
  /// loop needed: forty such connections held the server up for a minute.
  @Test func `however much has been read at once, the rest of it costs nothing, and of too much the connection ends`()
    async throws
  {
    let receiver = Counting()
    let inbound = LiveInbound(receiver, LiveSocket(channel: NIOAsyncTestingChannel()))
    let message = ByteBuffer(string: "[\"a\",0]")
    var taken = 0
    let time = ContinuousClock().measure { while taken < 1_000_000, inbound.add(message) { taken += 1 } }
    #expect(taken < 1_000_000 && time < .seconds(5))
    #expect(!inbound.add(ByteBuffer(repeating: 7, count: 3 << 20)))
    inbound.finish()
    while !receiver.hasEnded { try await Task.sleep(for: .milliseconds(1)) }
    #expect(receiver.count == taken)
  }

  private final class Counting: LiveReceiver {
    private let state = Mutex((count: 0, hasEnded: false))
    var count: Int { state.withLock { $0.count } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    func take(_ message: ByteBuffer, since came: ContinuousClock.Instant) async { state.withLock { $0.count += 1 } }
    func end() async { state.withLock { $0.hasEnded = true } }
  }
}
