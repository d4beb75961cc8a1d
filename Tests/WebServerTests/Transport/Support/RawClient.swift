import NIOCore
import NIOPosix

/// A TCP client that sends the bytes it is told to, whatever the protocol says.
struct RawClient {
  struct Ended: Error {}

  let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var received = ByteBuffer()

  /// Connects, runs the body, and disconnects.
  static func connect<Result: Sendable>(
    to port: Int, _ body: (inout RawClient) async throws -> Result
  ) async throws -> Result {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var client = RawClient(outbound: outbound, inbound: inbound.makeAsyncIterator())
      return try await body(&client)
    }
  }

  func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  func send(_ bytes: [UInt8]) async throws {
    try await outbound.write(ByteBuffer(bytes: bytes))
  }

  /// Waits until exactly so many bytes have come.
  mutating func read(_ count: Int) async throws -> [UInt8] {
    while received.readableBytes < count {
      guard let more = try await inbound.next() else { throw Ended() }
      received.writeImmutableBuffer(more)
      received.discardReadBytes()
    }
    return received.readBytes(length: count) ?? []
  }

  /// Waits for the text, and returns everything up to and with it.
  mutating func read(through end: String) async throws -> String {
    var text = ""
    while !text.hasSuffix(end) {
      text += String(decoding: try await read(1), as: UTF8.self)
    }
    return text
  }

  /// Waits until the server disconnects, and returns what came before that.
  mutating func readToEnd() async throws -> String {
    while let more = try await inbound.next() {
      received.writeImmutableBuffer(more)
    }
    return received.readString(length: received.readableBytes) ?? ""
  }
}
