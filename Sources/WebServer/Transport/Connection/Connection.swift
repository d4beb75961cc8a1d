import HummingbirdCore
import HummingbirdHTTP2
import NIOCore
import NIOHTTPTypes

/// What a client turned out to speak.
enum Connection: Sendable {
  case http1(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
  case http2(HTTP2Channel.Value)
  /// A live socket was opened, which serves itself.
  case live
  /// The connection was refused with an answer, and closes by itself.
  case refused
  /// Its address has as many as it may have.
  case tooMany
}

/// A connection whose protocol is still to be found out.
struct PendingConnection: ServerChildChannelValue {
  let channel: any Channel
  let negotiated: EventLoopFuture<Connection>
}
