internal import NIOCore
internal import Synchronization
internal import ViewKit
internal import WebRenderer

/// A page's connection: lets the page present itself, then carries its intents in, and patches out.
final class LiveConnection: LiveReceiver {
  private struct State {
    /// Who opened it; `nil` once he has presented himself.
    var caller: Caller?
    var session: WebSession?
    /// The number that the session's outbox gave.
    var number = 0
    var mistakes = 0
    var isRefused = false
    /// Whether the socket is closed, or the server is about to.
    var isOver = false
    /// Refuses a page that doesn't present itself; `nil` once it has said something.
    var limit: Task<Void, Never>?
  }

  private let socket: LiveSocket
  private let desk: ConnectionDesk
  private let times: AnswerTimes?
  private let state: Mutex<State>

  /// Who opens a connection, as far as the handshake tells.
  struct Caller: Sendable {
    /// What the cookie says.
    let visitor: String?
    /// Where the connection comes from.
    let address: String
    /// The apps whose sessions are open to him; all unless given.
    var admitted: [SessionStore]?
  }

  /// - Parameter patience: How long a page may take to say something.
  init(_ socket: LiveSocket, _ caller: Caller, at desk: ConnectionDesk, patience: Duration = .seconds(5)) {
    self.socket = socket
    state = Mutex(State(caller: caller))
    self.desk = desk
    times = desk.monitor.map(AnswerTimes.init)
    let limit = Task { [weak self] in
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      // It may have spoken since the time was over.
      guard let self, state.withLock({ $0.limit != nil }) else { return }
      await socket.close(.refused("the page didn't present itself in time"))
    }
    state.withLock { $0.limit = limit }
  }

  func noteBegin() { endLimit() }

  func take(_ message: ByteBuffer, since came: ContinuousClock.Instant) async {
    let (session, connection, isRefused) = state.withLock { ($0.session, $0.number, $0.isRefused) }
    if isRefused { return }
    guard let session else { return await present(message) }
    if session.outbox.isFlooded { return await refuse() }
    let came = desk.monitor.map { _ in came }
    do {
      let bytes = message.readableBytesView
      // What nobody records needn't wait: a page that hears nothing takes its connection for lost. What comes behind it does.
      let isUpkeep = ClientMessage.isUpkeep(bytes)
      if isUpkeep {
        try await receive(try ClientMessage(bytes), session, on: connection, since: came)
        await pause(for: 0, session, on: connection)
      } else if session.outbox.isCurrent(connection) {
        // Thousands of pages of one address may wait for their turn together.
        let quota = session.quota
        guard quota.hold(bytes: bytes.count) else { return await refuse(with: .tooMuchHeld) }
        defer { quota.letGo(bytes: bytes.count) }
        guard await pause(for: bytes.count, session, on: connection) else { return }
        let message = try ClientMessage(bytes)
        guard await waitForAnswers(before: message, session, on: connection) else { return }
        // Of a page that has gone hundreds may be left, and as many of each of its address.
        try await session.inTurn(isPatient: state.withLock { $0.isOver }) {
          try await receive(message, session, on: connection, since: came)
        }
      }
    } catch let error as MalformedMessage {
      session.outbox.hurry(ServerMessage.refused(0, .malformed, error.reason))
      let mistakes = state.withLock { state in
        state.mistakes += 1
        return state.mistakes
      }
      // Our own page makes none; whoever goes on like this is not one.
      if mistakes > 20 { await refuse() }
    } catch {}
  }

  func noteEnd() {
    let (session, number) = state.withLock { state in
      state.isOver = true
      return (state.session, state.number)
    }
    session?.pauses.end { $0 == .connection(number) }
  }

  func end() async {
    endLimit()
    let (session, number) = state.withLock { state in
      defer { state.session = nil }
      return (state.session, state.number)
    }
    guard let session else { return }
    session.outbox.disconnect(number)
    desk.disconnect(session)
  }

  // MARK: Presenting

  private func present(_ message: ByteBuffer) async {
    guard case .hello(let id, let token, let sequence)? = try? ClientMessage(message.readableBytesView) else {
      return await refuse("the first message must be [\"h\", session, token, sequence]")
    }
    let caller = state.withLock { state in
      defer { state.caller = nil }
      return state.caller
    }
    guard let caller else { return }
    let ticket = HelloTicket.draw()
    let found: (session: WebSession, client: String)?
    do throws(SessionStore.Refusal) {
      found = try await desk.connect(
        id, token: token, visitor: caller.visitor, from: caller.address, among: caller.admitted)
    } catch {
      state.withLock { $0.isRefused = true }
      return await socket.close(.later)
    }
    guard let (session, client) = found else {
      state.withLock { $0.isRefused = true }
      return await socket.close(.gone)
    }
    let writer = LiveWriter(session, socket, desk.monitor, times)
    session.noteWelcome()
    let last = session.lastFinished
    let place = session.outbox.place(of: sequence)
    let welcome = ServerMessage.welcome(
      lastIntent: last, maximumMessageBytes: desk.maximumMessageBytes, client: client,
      lacksPrivate: session.lacksPrivate, sequence: place)
    // Its page may have given it up while the session was brought back, and wait on another connection.
    var taken: Int?
    if !socket.isClosed {
      taken = session.outbox.connect(ticket, having: place, saying: welcome, confirming: last) {
        [departures = desk.departures] number, urgency in departures.add(writer, number, urgency)
      }
    }
    guard let number = taken else {
      state.withLock { $0.isRefused = true }
      desk.disconnect(session)
      return await socket.close(.replaced)
    }
    state.withLock { state in
      state.session = session
      state.number = number
    }
    session.pauses.endConnections(before: number)
  }

  private func endLimit() {
    let limit = state.withLock { state in
      defer { state.limit = nil }
      return state.limit
    }
    limit?.cancel()
  }

  private func refuse(_ reason: String = "the page doesn't keep to the protocol") async {
    await refuse(with: .refused(reason))
  }

  private func refuse(with closure: WebSocketClosure) async {
    let (session, number) = state.withLock { state in
      state.isRefused = true
      return (state.session, state.number)
    }
    session?.outbox.disconnect(number)
    await socket.close(closure)
  }

  // MARK: Taking intents

  /// Waits as long as the page must before more of what it says is taken.
  ///
  /// - Returns: False if that is in vain: the socket is closed, or another connection has taken over. The page says it again then.
  @discardableResult
  private func pause(for bytes: Int, _ session: WebSession, on connection: Int) async -> Bool {
    noteWaiting(
      await session.pause(for: bytes, .connection(connection)) { isInVain(session, on: connection) })
  }

  /// Waits for what the page has asked for, as ``pause(for:_:on:)`` does.
  private func waitForAnswers(
    before message: ClientMessage, _ session: WebSession, on connection: Int
  ) async -> Bool {
    noteWaiting(
      await session.waitForAnswers(before: message, .connection(connection)) { isInVain(session, on: connection) })
  }

  private func isInVain(_ session: WebSession, on connection: Int) -> Bool {
    state.withLock { $0.isOver } || !session.outbox.isCurrent(connection)
  }

  private func noteWaiting(_ isDone: Bool) -> Bool {
    // What comes behind what is left out is left out too.
    if !isDone { state.withLock { $0.isRefused = true } }
    return isDone
  }

  /// - Parameter came: When it came, if somebody wants to know.
  private func receive(
    _ message: ClientMessage, _ session: WebSession, on connection: Int, since came: ContinuousClock.Instant?
  ) async throws {
    switch message {
    case .hello: throw MalformedMessage(reason: "the page has presented itself already")
    case .question: answer(session)
    case .acknowledge(let sequence): session.outbox.acknowledge(sequence)
    case .privateContent(let intent):
      guard session.lacksPrivate, session.outbox.isCurrent(connection) else { return }
      do throws(IntentRefusal) { try await session.live.receivePrivate(intent) } catch {
        session.outbox.note(ServerMessage.refused(0, .init(error), error.description))
      }
    case .endOfPrivateContent:
      // On the one that has taken over, the page says all of it again.
      if session.outbox.isCurrent(connection) { session.noteLackOfPrivate(false) }
    case .intent(let number, let intent):
      let isTaken = Atomic(false)
      var isRefused = true
      defer {
        if isTaken.load(ordering: .relaxed), let came {
          desk.monitor?.intentTaken(after: .now - came, isRefused: isRefused)
        }
      }
      do throws(IntentRefusal) {
        try await session.receive(intent, number: number) {
          isTaken.store(accept(number, session, on: connection, since: came), ordering: .relaxed)
          return isTaken.load(ordering: .relaxed)
        }
        isRefused = false
        if isTaken.load(ordering: .relaxed) { confirm(number, session) }
      } catch {
        times?.forget(number)
      }
    case .visit(let number, let path, let isBack):
      let visit = SessionVisit(number: session.recordedNumber(number), path: path, isBack: isBack)
      let isTaken = Atomic(false)
      let leads = await session.live.visit(visit) {
        session.finish(number)
      } if: {
        isTaken.store(accept(number, session, on: connection, since: came), ordering: .relaxed)
        return isTaken.load(ordering: .relaxed)
      }
      guard isTaken.load(ordering: .relaxed) else { return }
      if let came { desk.monitor?.intentTaken(after: .now - came, isRefused: !leads) }
      confirm(number, session)
    }
  }

  /// Answers a page that asks whether it is heard, also while a picture is made for it: it would give the connection up, and ask for another.
  private func answer(_ session: WebSession) {
    if session.outbox.isHeld, socket.hasRoom, (try? socket.put(text: ServerMessage.answer.bytes)) != nil { return }
    session.outbox.hurry(ServerMessage.answer)
  }

  /// An intent is carried out: that is said, unless a patch tells of it.
  private func confirm(_ number: Int, _ session: WebSession) {
    session.outbox.confirm(number) { times?.noteNoPatch(number) }
  }

  /// Intents take effect once and in order. A page repeats those that it isn't sure of; of one that is under way nothing is said
  /// until it is done: the page keeps it, and it may not be recorded yet.
  private func accept(
    _ number: Int, _ session: WebSession, on connection: Int, since came: ContinuousClock.Instant?
  ) -> Bool {
    // On the one that has taken over, the page says it again.
    guard session.outbox.isCurrent(connection) else { return false }
    if session.take(number) {
      // Only what is in order: whatever else a page says would wait for an answer that never comes.
      if let came { times?.note(number, since: came) }
      return true
    }
    let last = session.lastTaken
    if number <= session.lastFinished {
      session.outbox.note(ServerMessage.refused(number, .repeated, "intent \(number) has been carried out already"))
    } else if number > last {
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
