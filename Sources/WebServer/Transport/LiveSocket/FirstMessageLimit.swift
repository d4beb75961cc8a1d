import NIOCore
import NIOWebSocket

/// Lets a peer that hasn't said anything whole send only so many bytes.
///
/// The decoder behind it holds a frame until its last byte has come: everybody who has shaken hands, and hasn't said who he is, could have
/// it hold as much as the longest message. It leaves the pipeline when the first message has come.
final class FirstMessageLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The longest head of a frame. Source: RFC 6455, section 5.2.
  private static let headBytes = 14

  private var left: Int
  private var isLifted = false
  private var context: ChannelHandlerContext?

  /// - Parameter bytes: How long the first message may be.
  init(bytes: Int) { left = bytes + Self.headBytes }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What comes behind its end isn't held either.
    if left < 0 { return }
    left -= Self.unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    // The first message may have come together with others.
    if left < 0, !isLifted { context.fireErrorCaught(NIOWebSocketError.invalidFrameLength) }
  }

  /// The first message has come.
  func lift() {
    isLifted = true
    context?.pipeline.syncOperations.removeHandler(self, promise: nil)
  }
}
