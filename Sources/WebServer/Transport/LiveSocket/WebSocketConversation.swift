import NIOCore
import NIOWebSocket

/// The server's side of a WebSocket: takes frames, says what to do about them.
///
/// It does no I/O and knows no time. Source: RFC 6455, sections 5 and 7.
struct WebSocketConversation {
  enum Action: Equatable {
    case nothing
    /// A complete message, known to be UTF-8.
    case deliver(ByteBuffer)
    case ping
    case pong(ByteBuffer)
    /// Send a close frame, and discard everything until the peer answers.
    case sayGoodbye(ByteBuffer)
    /// Send a close frame, then disconnect.
    case answerGoodbye(ByteBuffer)
    case disconnect
  }

  private enum Phase {
    case open
    case closing
    case closed
  }

  private let maximumMessageBytes: Int
  /// How long a message may be now: before the peer has said anything whole, less.
  private var mostBytes: Int
  private var phase = Phase.open
  /// What has come of a message that isn't whole, and in how many pieces; none while there is no such message.
  private(set) var message = ByteBuffer()
  private var fragments = 0
  /// More pieces nobody needs: browsers make them thousands of bytes long.
  static let mostFragments = 4_096
  /// How many ping intervals have come to their end since a message began that isn't whole.
  private var intervals = 0
  /// So many it may take, and one more for so many bytes that have come: whoever answers pings would have the server keep it for ever.
  static let (mostIntervals, bytesPerInterval) = (3, 81_920)
  private var unansweredPings = 0
  /// How many frames have said nothing since the last ping interval was over: pings, pongs, and fragments of no length.
  private var emptyFrames = 0
  /// So many nobody needs: browsers send none but pongs, other peers ping every few seconds.
  static let mostEmptyFrames = 1_000
  /// Whether the server is going to end, which gives an unreasoned ``close(_:)`` its code.
  var isShuttingDown = false

  /// - Parameters:
  ///   - maximumMessageBytes: How long a message may be.
  ///   - maximumFirstBytes: How long the first may be; as long as others unless given.
  init(maximumMessageBytes: Int, maximumFirstBytes: Int? = nil) {
    self.maximumMessageBytes = maximumMessageBytes
    mostBytes = min(maximumFirstBytes ?? maximumMessageBytes, maximumMessageBytes)
  }

  var isOpen: Bool { phase == .open }

  mutating func receive(_ frame: WebSocketFrame) -> Action {
    unansweredPings = 0
    switch phase {
    case .open: return converse(frame)
    case .closing: return frame.opcode == .connectionClose ? disconnect() : .nothing
    case .closed: return .nothing
    }
  }

  /// The decoder gave up: no frame can be read any more.
  mutating func fail(_ error: NIOWebSocketError) -> Action {
    switch error {
    case .invalidFrameLength: close(.messageTooLarge)
    case .fragmentedControlFrame, .multiByteControlFrameLength: close(.protocolError)
    }
  }

  /// The server wants to end; without a reason it says whether that's normal or a shutdown.
  mutating func close(_ closure: WebSocketClosure?) -> Action {
    guard phase == .open else { return .nothing }
    phase = .closing
    forgetMessage()
    return .sayGoodbye((closure ?? (isShuttingDown ? .goingAway : .normal)).payload)
  }

  /// The connection is gone, or has to go.
  mutating func disconnect() -> Action {
    guard phase != .closed else { return .nothing }
    phase = .closed
    return .disconnect
  }

  /// A ping interval is over. A peer that leaves two pings unanswered is gone; one that is still there after a goodbye has to go, and so
  /// has one that doesn't come to the end of its message.
  ///
  /// - Parameters:
  ///   - couldHear: False when the server itself didn't want to read, which is no fault of the peer's.
  ///   - isTaking: Whether the peer has taken some of what was written, and has more to take: its pong comes behind that.
  mutating func tick(couldHear: Bool, isTaking: Bool = false) -> Action {
    guard phase == .open else {
      phase = .closed
      return .disconnect
    }
    emptyFrames = 0
    guard couldHear else { return .ping }
    if isTaking { unansweredPings = 0 }
    guard unansweredPings < 2 else { return disconnect() }
    if fragments > 0 {
      intervals += 1
      if intervals > Self.mostIntervals + message.readableBytes / Self.bytesPerInterval {
        return close(.messageTooSlow)
      }
    }
    if isTaking { return .nothing }
    unansweredPings += 1
    return .ping
  }
}

extension WebSocketConversation {
  private mutating func converse(_ frame: WebSocketFrame) -> Action {
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(.protocolError) }
    if frame.opcode.isControlOpcode || !frame.fin && frame.length == 0 {
      emptyFrames += 1
      if emptyFrames > Self.mostEmptyFrames { return close(.tooManyFrames) }
    }
    switch frame.opcode {
    case .text where fragments == 0, .continuation where fragments > 0:
      return append(frame)
    case .binary where fragments == 0:
      return close(.unacceptableData)
    case .ping:
      return .pong(frame.unmaskedData)
    case .pong:
      return .nothing
    case .connectionClose:
      let payload = frame.unmaskedData
      if let fault = WebSocketClosure.fault(in: payload) { return close(fault) }
      phase = .closed
      return .answerGoodbye(payload)
    case _:
      return close(.protocolError)
    }
  }

  private mutating func append(_ frame: WebSocketFrame) -> Action {
    let size = message.readableBytes + frame.data.readableBytes
    guard size <= mostBytes else { return close(.messageTooLarge) }
    fragments += 1
    guard fragments <= Self.mostFragments else { return close(.tooManyFragments) }
    if fragments == 1 {
      message = frame.unmaskedData
    } else {
      // In place, as nothing else holds what is there: copied each time, many pieces would cost their number squared.
      message.writeImmutableBuffer(frame.unmaskedData)
    }
    guard frame.fin else { return .nothing }
    let whole = message
    forgetMessage()
    mostBytes = maximumMessageBytes
    return whole.holdsUTF8 ? .deliver(whole) : close(.invalidText)
  }

  private mutating func forgetMessage() {
    message = ByteBuffer()
    fragments = 0
    intervals = 0
  }
}
