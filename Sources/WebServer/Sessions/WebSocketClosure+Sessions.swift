/// What ends the connections of sessions, and what their pages do then.
extension WebSocketClosure {
  /// The page's session is gone: the page begins another.
  static let gone = WebSocketClosure(code: 4404, reason: "the session is gone")
  /// The session can't be brought back now, or this address has asked in vain too often: the page tries again.
  static let later = WebSocketClosure(code: 1013, reason: "the session can't be brought back just now; try again later")
  /// This address has said too much that waits to be taken in: the page says it again, however often.
  static let tooMuchHeld = WebSocketClosure(code: 4013, reason: "too much is said at once; try again later")
  /// Another connection speaks for the session.
  static let replaced = WebSocketClosure(code: 4409, reason: "another connection has taken over")
  /// The page doesn't keep to the protocol.
  static func refused(_ reason: String) -> WebSocketClosure { WebSocketClosure(code: 1008, reason: reason) }
}
