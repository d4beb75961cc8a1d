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
    for _ in 0..<3 { inbound.add(ByteBuffer(string: "x")) }
    while receiver.waits.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(receiver.waits[1] >= .milliseconds(45) && receiver.waits[2] >= .milliseconds(90), "\(receiver.waits)")
  }
}
