package import NIOCore

/// The text messages of one browser, complete and valid UTF-8, in the order in which they were sent.
///
/// The sequence ends when the browser closes or vanishes, when the socket is closed, and when the server begins to shut
/// down. It can be iterated once only. While nobody asks for the next message, the server soon stops reading.
package struct LiveMessages: AsyncSequence, Sendable {
  /// One message's UTF-8 bytes.
  package typealias Element = ByteBuffer

  let inbound: NIOAsyncChannelInboundStream<ByteBuffer>

  /// Begins the one iteration.
  package func makeAsyncIterator() -> Iterator {
    Iterator(inbound: inbound.makeAsyncIterator())
  }

  /// Waits for one message after another.
  package struct Iterator: AsyncIteratorProtocol {
    var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

    /// The next message, or nil when there will be no more.
    package mutating func next() async -> ByteBuffer? {
      try? await inbound.next()
    }

    /// The next message, or nil when there will be no more.
    package mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> ByteBuffer? {
      try? await inbound.next(isolation: actor)
    }
  }
}
