internal import Logging
internal import NIOCore
internal import ViewKit
internal import WebRenderer

/// A page's connection: lets the page present itself, then carries patches out and intents in.
struct LiveConnection: Sendable {
  /// The sessions of all apps of the server: a session's id tells which it belongs to.
  let stores: [SessionStore]
  let configuration: ServerConfiguration
  let logger: Logger
  var monitor: (any ServerMonitor)?

  /// Serves a socket until the page goes, another connection takes its session over, or the server shuts down.
  ///
  /// - Parameter visitor: What the cookie of the handshake says.
  func serve(_ socket: LiveSocket, visitor: String?) async {
    var messages = socket.messages.makeAsyncIterator()
    guard let first = await firstMessage(&messages, socket) else { return }
    guard case .hello(let id, let token, let sequence)? = try? ClientMessage(first.readableBytesView) else {
      return await socket.close(.refused("the first message must be [\"h\", session, token, sequence]"))
    }
    guard let session = await connect(id, token: token, visitor: visitor) else { return await socket.close(.gone) }
    monitor?.connectionBegan()
    defer { monitor?.connectionEnded() }
    session.noteShown(sequence)
    let number = session.outbox.connect(having: sequence)
    session.outbox.note(ServerMessage.welcome(lastIntent: session.lastFinished))
    let writing = Task { await write(session, number, to: socket) }
    let isOurs = await read(&messages, session)
    session.outbox.disconnect(number)
    await writing.value
    if !isOurs { await socket.close(.refused("the page doesn't keep to the protocol")) }
    session.disconnect(grace: configuration.sessionGrace)
  }

  private func connect(_ id: String, token: String, visitor: String?) async -> WebSession? {
    for store in stores {
      if let session = await store.connect(id, token: token, visitor: visitor) { return session }
    }
    return nil
  }

  private func firstMessage(_ messages: inout LiveMessages.Iterator, _ socket: LiveSocket) async -> ByteBuffer? {
    let limit = Task {
      guard (try? await Task.sleep(for: .seconds(5))) != nil else { return }
      await socket.close(.refused("the page didn't present itself within 5 seconds"))
    }
    defer { limit.cancel() }
    return await messages.next()
  }

  // MARK: Out

  private func write(_ session: WebSession, _ number: Int, to socket: LiveSocket) async {
    while true {
      do {
        switch await session.outbox.next(for: number) {
        case .messages(let messages):
          await session.journal?.settle()
          for message in messages {
            try await socket.send(text: ByteBuffer(bytes: message.bytes))
            monitor?.messageSent(bytes: message.bytes.count)
          }
        case .fresh:
          guard let picture = await session.picture() else { return await socket.close(.gone) }
          await session.journal?.settle()
          let message = ServerMessage.fresh(
            picture.sequence, html: picture.html, title: picture.title, path: picture.path,
            isNumberedAnew: picture.isNumberedAnew)
          try await socket.send(text: ByteBuffer(bytes: message.bytes))
          session.noteShown(picture.sequence)
          monitor?.messageSent(bytes: message.bytes.count)
        case .replaced: return await socket.close(.replaced)
        case .disconnected: return
        }
      } catch { return }
    }
  }

  // MARK: In

  /// - Returns: False for a page that can't be one of ours.
  private func read(_ messages: inout LiveMessages.Iterator, _ session: WebSession) async -> Bool {
    var mistakes = 0
    while let bytes = await messages.next() {
      if session.outbox.isFlooded { return false }
      let wait = session.throttle()
      if wait > .zero { try? await Task.sleep(for: wait) }
      do {
        try await receive(try ClientMessage(bytes.readableBytesView), session)
      } catch let error as MalformedMessage {
        session.outbox.note(ServerMessage.refused(0, .malformed, error.reason))
        mistakes += 1
        // Our own page makes none; whoever goes on like this is not one.
        if mistakes > 20 { return false }
      } catch {}
    }
    return true
  }

  private func receive(_ message: ClientMessage, _ session: WebSession) async throws {
    switch message {
    case .hello: throw MalformedMessage(reason: "the page has presented itself already")
    case .acknowledge(let sequence): session.outbox.acknowledge(sequence)
    case .intent(let number, let intent):
      guard accept(number, session) else { return }
      let before = session.outbox.sequence
      let begin = monitor.map { _ in ContinuousClock.now }
      var isRefused = true
      defer {
        if let begin { monitor?.intentTaken(after: .now - begin, isRefused: isRefused) }
      }
      do throws(IntentRefusal) {
        try await session.live.receive(intent, number: number) { session.finish(number) }
        isRefused = false
        if session.outbox.sequence == before { session.outbox.note(ServerMessage.done(number)) }
      } catch {
        session.outbox.note(ServerMessage.refused(number, .init(error), error.description))
        session.finish(number)
      }
    case .visit(let number, let path, let isBack):
      guard accept(number, session) else { return }
      let before = session.outbox.sequence
      _ = await session.live.visit(SessionVisit(number: number, path: path, isBack: isBack)) { session.finish(number) }
      if session.outbox.sequence == before { session.outbox.note(ServerMessage.done(number)) }
    }
  }

  /// Intents take effect once and in order. A page repeats those that it isn't sure of.
  private func accept(_ number: Int, _ session: WebSession) -> Bool {
    if session.take(number) { return true }
    let last = session.lastTaken
    if number <= last {
      session.outbox.note(ServerMessage.refused(number, .repeated, "intent \(number) has been carried out already"))
    } else {
      session.outbox.note(
        ServerMessage.refused(number, .order, "expected intent \(last + 1), found \(number); send them in order"))
    }
    return false
  }
}

extension ServerMessage.Refusal {
  init(_ refusal: IntentRefusal) {
    self =
      switch refusal {
      case .notOnScreen: .absent
      case .notReachable: .unreachable
      case .notAllowed: .forbidden
      case .wrongValue: .value
      }
  }
}

extension WebSocketClosure {
  /// The page's session is gone: the page begins another.
  static let gone = WebSocketClosure(code: 4404, reason: "the session is gone")
  /// Another connection speaks for the session.
  static let replaced = WebSocketClosure(code: 4409, reason: "another connection has taken over")
  /// The page doesn't keep to the protocol.
  static func refused(_ reason: String) -> WebSocketClosure { WebSocketClosure(code: 1008, reason: reason) }
}
