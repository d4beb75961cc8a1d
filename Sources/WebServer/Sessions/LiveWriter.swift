internal import WebRenderer

/// Carries what a session's outbox holds to its page.
struct LiveWriter: Sendable {
  let session: WebSession
  let socket: LiveSocket
  let monitor: (any ServerMonitor)?
  let times: AnswerTimes?

  /// Sends until there is nothing more, or the page is gone.
  ///
  /// - Parameter connection: The number that the outbox gave.
  func write(as connection: Int) async {
    do {
      while true {
        switch session.outbox.next(for: connection) {
        case .messages(let messages):
          await session.journal?.settle()
          for message in messages { try await send(message) }
        case .fresh:
          guard let picture = await session.picture() else { return await socket.close(.gone) }
          await session.journal?.settle()
          try await send(
            ServerMessage.fresh(
              picture.sequence, html: picture.html, title: picture.title, path: picture.path,
              isNumberedAnew: picture.isNumberedAnew))
          session.noteShown(picture.sequence)
        case .replaced: return await socket.close(.replaced)
        case .nothing, .disconnected: return
        }
      }
    } catch {}
  }

  private func send(_ message: TextBuffer) async throws {
    try await socket.send(text: message.bytes)
    monitor?.messageSent(bytes: message.bytes.count)
    times?.sent(message)
  }
}
