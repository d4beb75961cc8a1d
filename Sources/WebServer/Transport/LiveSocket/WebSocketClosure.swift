import NIOCore

/// Why a WebSocket ends, as its close frame says it.
///
/// Source: RFC 6455, section 7.4.
package struct WebSocketClosure: Sendable, Equatable {
  /// The status code, such as 1000 or, for the application's own meanings, 4000 to 4999.
  package let code: UInt16

  /// A text for developers, at most 123 bytes of it are sent.
  package let reason: String

  /// Names a reason to close.
  package init(code: UInt16, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// All is said.
  package static let normal = Self(code: 1000)
  /// The server shuts down; the browser may come back soon.
  package static let goingAway = Self(code: 1001, reason: "The server is shutting down.")
  /// The peer broke the rules of RFC 6455.
  package static let protocolError = Self(code: 1002)
  /// The peer sent a binary message.
  package static let unacceptableData = Self(code: 1003, reason: "Only text messages are spoken here.")
  /// The peer sent a text that isn't UTF-8.
  package static let invalidText = Self(code: 1007, reason: "A text message must be UTF-8.")
  /// The peer sent a message beyond the limit.
  package static let messageTooLarge = Self(code: 1009, reason: "The message is too long.")
  /// The peer sends pings, pongs or empty fragments without end.
  package static let tooManyFrames = Self(code: 1008, reason: "There are too many frames that say nothing.")

  /// The peer sent a message in more pieces than anybody needs.
  package static let tooManyFragments = Self(code: 1008, reason: "The message is in too many fragments.")

  /// The peer has begun a message and doesn't come to its end. Its network is to blame more often than what it says, which it may say
  /// again.
  package static let messageTooSlow = Self(code: 1013, reason: "The message takes too long.")

  /// The body of the close frame. A control frame holds 125 bytes, two of which are the code.
  var payload: ByteBuffer {
    var payload = ByteBuffer(integer: code)
    for scalar in reason.unicodeScalars {
      let encoded = String(scalar).utf8
      guard payload.readableBytes + encoded.count <= 125 else { break }
      payload.writeBytes(encoded)
    }
    return payload
  }

  /// What is wrong with the body of a peer's close frame, or nil if it may be echoed.
  static func fault(in payload: ByteBuffer) -> WebSocketClosure? {
    var payload = payload
    guard payload.readableBytes > 0 else { return nil }
    switch payload.readInteger(as: UInt16.self) {
    case .some(1000...1003), .some(1007...1014), .some(3000...4999):
      return payload.holdsUTF8 ? nil : .invalidText
    case _:
      return .protocolError
    }
  }
}

extension ByteBuffer {
  /// Whether the readable bytes are well-formed UTF-8.
  var holdsUTF8: Bool {
    (try? UTF8Span(validating: readableBytesUInt8Span)) != nil
  }
}
