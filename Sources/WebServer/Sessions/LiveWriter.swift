internal import Synchronization
internal import WebRenderer

/// Carries what a session's outbox holds to the page on one connection.
final class LiveWriter: Sendable {
  enum Outcome {
    case sent
    /// The page doesn't read as fast as it is written to.
    case mustWait
    /// The connection is gone.
    case failed
  }

  let session: WebSession
  let socket: LiveSocket
  private let monitor: (any ServerMonitor)?
  private let times: AnswerTimes?
  /// What is taken out of the outbox reaches the socket before what is taken out behind it.
  private let sending = Mutex(())

  init(_ session: WebSession, _ socket: LiveSocket, _ monitor: (any ServerMonitor)?, _ times: AnswerTimes?) {
    self.session = session
    self.socket = socket
    self.monitor = monitor
    self.times = times
  }

  /// Says what is to be sent next.
  ///
  /// - Parameters:
  ///   - connection: The number that the outbox gave to the connection.
  ///   - urgency: How urgent it is.
  func next(for connection: Int, _ urgency: Outbox.Urgency) -> Outbox.Delivery {
    session.outbox.next(for: connection, urgency)
  }

  /// How urgent it is to send more, if there is more. If there isn't, the outbox tells when there is.
  func hasMore(for connection: Int) -> Outbox.Urgency? { session.outbox.hasMore(for: connection) }

  /// Takes out of the outbox what was to be sent, and hands it over to the socket. If there must be room before more is, the outbox is held
  /// until ``room(on:)`` returns.
  ///
  /// - Parameters:
  ///   - mark: What ``next(for:)`` has said.
  ///   - connection: The number that the outbox gave to the connection.
  ///   - sockets: Gets the socket, if it is to be flushed.
  func send(upTo mark: Outbox.Mark, for connection: Int, through sockets: inout [LiveSocket]) -> Outcome {
    sending.withLock { _ in
      let outcome = hand(session.outbox.take(upTo: mark, for: connection), to: &sockets)
      if case .mustWait = outcome, !session.outbox.hold(for: connection) { return .sent }
      return outcome
    }
  }

  /// Returns when the page has taken enough of what it was given.
  func room(on connection: Int) async {
    await socket.room()
    session.outbox.release(for: connection)
  }

  private func hand(_ messages: [TextBuffer], to sockets: inout [LiveSocket]) -> Outcome {
    do {
      var hasRoom = true
      for message in messages {
        let needsFlush: Bool
        (hasRoom, needsFlush) = try socket.add(text: message.bytes)
        if needsFlush { sockets.append(socket) }
        monitor?.messageSent(bytes: message.bytes.count)
        times?.sent(message)
      }
      return hasRoom ? .sent : .mustWait
    } catch { return .failed }
  }

  /// Sends the whole screen as it is. Nothing else is sent meanwhile.
  ///
  /// It is made as often as the page's user may do something, and behind others if that was often: it costs more, and a hello is enough
  /// to ask for it.
  ///
  /// - Parameter connection: The number that the outbox gave to the connection.
  /// - Returns: Whether the connection is to ask what comes next.
  func sendPicture(on connection: Int) async -> Bool {
    let isDue = await session.pauseForPicture(on: connection) {
      socket.isClosed || !session.outbox.isCurrent(connection)
    }
    // Who has taken over gets one of his own; that he has, this one hears when it asks.
    guard isDue, session.outbox.isCurrent(connection) else { return true }
    let picture = await session.inTurn { () async -> Picture? in
      // Another may have taken over while this one stood in the line.
      guard session.outbox.isCurrent(connection) else { return nil }
      return await session.picture(for: connection)
    }
    guard let picture else {
      if !session.outbox.isCurrent(connection) { return true }
      await socket.close(.gone)
      return false
    }
    await session.journal?.settle()
    let message = ServerMessage.fresh(
      picture.sequence, html: picture.html, title: picture.title, path: picture.path,
      isNumberedAnew: picture.isNumberedAnew, lastIntent: picture.lastIntent)
    var sockets: [LiveSocket] = []
    let outcome = sending.withLock { _ in hand(picture.notes + [message], to: &sockets) }
    LiveSocket.flush(sockets)
    if case .failed = outcome { return false }
    if case .mustWait = outcome { await socket.room() }
    session.outbox.release(for: connection)
    session.outbox.noteShown(picture.sequence, on: connection)
    return true
  }
}
