import HummingbirdCore
import HummingbirdHTTP2
import NIOCore
import NIOHTTPTypes

/// What a client turned out to speak.
enum Connection<Context: Sendable>: Sendable {
  case http1(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
  case http2(HTTP2Channel.Value)
  case live(NIOAsyncChannel<ByteBuffer, ByteBuffer>, Context)
  /// The connection was refused with an answer, and closes by itself.
  case refused
}

/// A connection whose protocol is still to be found out.
struct PendingConnection<Context: Sendable>: ServerChildChannelValue {
  let channel: any Channel
  let negotiated: EventLoopFuture<Connection<Context>>
}
