internal import WebRenderer

/// Carries what a session's outbox holds to the page on one connection.
struct LiveWriter: Sendable {
  enum Outcome {
    case sent
    /// The page doesn't read as fast as it is written to.
    case mustWait
    /// The connection is gone.
    case failed
  }

  let session: WebSession
  let socket: LiveSocket
  let monitor: (any ServerMonitor)?
  let times: AnswerTimes?
  /// The number that the outbox gave to the connection.
  let connection: Int

  /// Takes out of the outbox what is to be sent next.
  func next() -> Outbox.Delivery { session.outbox.next(for: connection) }

  /// Whether there is more to send. If there isn't, the outbox tells when there is.
  var hasMore: Bool { session.outbox.hasMore(for: connection) }

  func send(_ messages: [TextBuffer]) -> Outcome {
    do {
      var hasRoom = true
      for message in messages {
        hasRoom = try socket.put(text: message.bytes)
        monitor?.messageSent(bytes: message.bytes.count)
        times?.sent(message)
      }
      return hasRoom ? .sent : .mustWait
    } catch { return .failed }
  }

  /// Sends the whole screen as it is.
  ///
  /// - Returns: Whether it was sent.
  func sendPicture() async -> Bool {
    guard let picture = await session.picture() else {
      await socket.close(.gone)
      return false
    }
    await session.journal?.settle()
    let message = ServerMessage.fresh(
      picture.sequence, html: picture.html, title: picture.title, path: picture.path,
      isNumberedAnew: picture.isNumberedAnew)
    let outcome = send([message])
    if case .failed = outcome { return false }
    if case .mustWait = outcome { await socket.room() }
    session.noteShown(picture.sequence)
    return true
  }
}
