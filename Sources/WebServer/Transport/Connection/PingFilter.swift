import NIOCore
import NIOHTTP2

/// Keeps a client's pings from what looks after the streams of its connection: that counts those of its whole life, and ends it without a
/// word at the third that came less than half a minute after another, with all that is under way. They are answered before, and floods of
/// them end there.
final class PingFilter: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Answers to its own say that all that was sent before has been seen.
    if case .ping(_, ack: false) = unwrapInboundIn(data).payload { return }
    context.fireChannelRead(data)
  }
}
