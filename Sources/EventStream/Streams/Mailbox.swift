internal import Synchronization

/// The way into a session from other threads: events wait here until the session takes them in. Thread-safe.
///
/// However many events come, the session is woken once until it has taken them.
public final class Mailbox: Sendable {
  struct State {
    var waiting = EventQueue(chunkSize: 1 << 9)
    var isWoken = false
    /// Whether it was woken for something that it waits for.
    var isHurried = false
    var isEnded = false
    /// The session's requests to the app that are unanswered.
    var asked: Set<UInt64> = []
    /// The requests to the app whose answers somebody awaits through the mailbox.
    var awaited: Set<UInt64> = []
    /// The requests that a server of the session answers, and has asked the app about: what it makes of that is still to come.
    var answering: Set<UInt64> = []
    var wake: Wake?

    /// Whether an answer of the app's is awaited, or one that is made of it.
    var isAwaiting: Bool { !awaited.isEmpty || !answering.isEmpty }

    /// Notes that the session is to be woken, unless that has been done.
    mutating func wakeUp(for arrival: Arrival) -> Wake? {
      if isWoken, isHurried || arrival == .news { return nil }
      isWoken = true
      isHurried = isHurried || arrival != .news
      return wake
    }
  }

  /// Why a session is woken.
  public enum Arrival: Sendable {
    /// Something has happened in the app that very many sessions may hear of.
    case news
    /// What concerns this session alone has come: an answer to what its user did, say.
    case own
  }

  /// Wakes the session, on whatever thread an event comes from. Called again when what it waits for comes after news.
  public typealias Wake = @Sendable (Arrival) -> Void

  let state = Lock(State())
  let app: AppStream
  private let origin: UInt64
  let waiters = Waiters()
  private let sent = Atomic<UInt64>(0)

  init(app: AppStream, origin: UInt64) {
    self.app = app
    self.origin = origin
  }

  /// Says how the session is woken.
  public func onArrival(_ wake: @escaping Wake) {
    let isWaiting = state.withLock { state in
      state.wake = wake
      state.isWoken = state.isWoken || !state.waiting.isEmpty
      return state.isWoken
    }
    if isWaiting { wake(.own) }
  }

  /// Sends an event as the session would: to the app, or into the session, as its reach says.
  public func send<Root: Event>(_ event: Root, causedBy cause: Envelope? = nil) {
    if Root.reach == .app { return sendToApp(event, causedBy: cause) }
    _ = push(event, causedBy: cause, accepted: nil)
  }

  private func sendToApp<Root: Event>(_ event: Root, causedBy cause: Envelope?) {
    let type = Root.eventType
    guard type.answerTags[event.tag] >= 0 else { return app.send(event, causedBy: cause) }
    _ = app.send(event, type, at: app.clock.now, causedBy: cause) { [self] request in
      awaitAnswer(to: request.id.rawValue, from: app.waiters)
    }
  }

  /// Sends a request as the session would, and waits for exactly its answer.
  ///
  /// - Throws: As ``AppStream/ask(_:_:timeout:causedBy:)``; ``AskError/ended`` also when the session ends.
  public func ask<Key: RequestKey>(
    _ path: CasePath<Key>, _ payload: Key.Payload, timeout: Duration = .seconds(30), causedBy cause: Envelope? = nil
  ) async throws -> Key.Success {
    if Key.Root.reach == .app { return try await askApp(Key.self, payload, timeout: timeout, causedBy: cause) }
    return try await waiters.ask(Key.self, timeout: timeout, clock: app.clock) { accepted in
      push(Key.event(payload), causedBy: cause, accepted: accepted)
    }
  }

  /// Asks the app, for as long as the session lives.
  private func askApp<Key: RequestKey>(
    _ key: Key.Type, _ payload: Key.Payload, timeout: Duration, causedBy cause: Envelope?
  ) async throws -> Key.Success {
    var asked: EventID?
    defer { if let asked { forgetAwaited(asked.rawValue) } }
    return try await app.waiters.ask(key, timeout: timeout, clock: app.clock) { accepted in
      if state.withLock({ $0.isEnded }) { return nil }
      asked = app.send(Key.event(payload), Key.Root.eventType, at: app.clock.now, causedBy: cause) { [self] request in
        accepted(request)
        noteAwaited(request.id.rawValue)
      }
      return asked
    }
  }

  private func forgetAwaited(_ request: UInt64) { remove(request, from: \.awaited) }

  /// Notes that a server of the session has asked the app about a request that it answers.
  func beginAnswering(_ request: UInt64) {
    state.withLock { state in
      if !state.isEnded { state.answering.insert(request) }
    }
  }

  /// Notes that a request is answered, or that what is waited for isn't the app's; does nothing if none was begun.
  func finishAnswering(_ request: UInt64) { remove(request, from: \.answering) }

  private func remove(_ request: UInt64, from requests: any WritableKeyPath<State, Set<UInt64>> & Sendable) {
    let wake = state.withLock { state -> Wake? in
      guard state[keyPath: requests].remove(request) != nil else { return nil }
      // Between two requests a session keeps no memory for them.
      if state[keyPath: requests].isEmpty { state[keyPath: requests] = [] }
      if state.isAwaiting || state.isEnded { return nil }
      // Whoever waits until nothing is awaited any more is told so by a turn.
      return state.wakeUp(for: .own)
    }
    wake?(.own)
  }

  private func noteAwaited(_ request: UInt64) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.awaited.insert(request) }
      return state.isEnded
    }
    if isEnded { app.waiters.fail(request, with: AskError.ended) }
  }

  /// Puts in an answer to a request of the session's, whatever the reach of its type.
  func takeIn(_ answer: some Event, to request: Envelope) { _ = push(answer, causedBy: request, accepted: nil) }

  /// Has events that are accepted here numbered behind one that was recorded.
  func goOn(behind recorded: EventID) {
    guard recorded.rawValue & ~0xFF_FFFF_FFFF == origin, recorded.rawValue & 1 << 39 != 0 else { return }
    _ = sent.max(recorded.rawValue & (1 << 39 - 1), ordering: .relaxed)
  }

  /// How many events were accepted here.
  var accepted: UInt64 { sent.load(ordering: .relaxed) }

  /// Goes on counting behind a number.
  func goOn(behind accepted: UInt64) { _ = sent.max(accepted, ordering: .relaxed) }

  /// Whether nobody waits for anything through it, be it of the session or of the app.
  var isIdle: Bool {
    waiters.isEmpty && state.withLock { $0.asked.isEmpty && !$0.isAwaiting && $0.waiting.isEmpty }
  }

  /// Puts in an event that is accepted here.
  private func push<Root: Event>(
    _ event: Root, causedBy cause: Envelope?, accepted: Accepted?
  ) -> EventID? {
    // Numbered in the upper half of the session's own range, so that it shares no id with what is sent inside.
    let number = sent.wrappingAdd(1, ordering: .relaxed).newValue | 1 << 39
    let type = Root.eventType
    let tag = event.tag
    let time = app.clock.now
    let envelope =
      if let cause { Envelope(type, tag: tag, sequence: number, id: origin | number, time: time, cause: cause) } else {
        Envelope(type, tag: tag, sequence: number, origin: origin, time: time)
      }
    return push(event, envelope, accepted: accepted) ? envelope.id : nil
  }

  /// Puts in an event that a stream has accepted.
  ///
  /// - Parameter accepted: Called before anybody can answer the event.
  /// - Returns: Whether the session goes on.
  @discardableResult
  func push<Root: Event>(_ event: Root, _ envelope: Envelope, accepted: Accepted? = nil) -> Bool {
    let (isTaken, wake) = state.withLock { state -> (Bool, Wake?) in
      if state.isEnded { return (false, nil) }
      accepted?(envelope)
      state.waiting.append(event, Root.eventType, envelope, turn: 0)
      return (true, state.wakeUp(for: .own))
    }
    wake?(.own)
    return isTaken
  }

  /// Puts in what very many others may hear of too.
  func push(_ news: News) {
    let wake = state.withLock { state -> Wake? in
      if state.isEnded { return nil }
      state.waiting.append(news)
      return state.wakeUp(for: .news)
    }
    wake?(.news)
  }

  /// Whether events wait to be taken in.
  public var hasArrivals: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Gives what waits in exchange for an empty queue; the next event wakes the session again.
  func take(_ empty: EventQueue) -> EventQueue {
    state.withLock { state in
      state.isWoken = false
      state.isHurried = false
      let full = state.waiting
      state.waiting = empty
      return full
    }
  }

  /// Has the session look whether there is something to do, though no event has come.
  func wakeUp() {
    state.withLock { $0.isEnded ? nil : $0.wakeUp(for: .own) }?(.own)
  }

  /// Has the answer to a request of the session's come in, when the app's stream delivers it.
  func awaitAnswer(to request: UInt64, from appWaiters: Waiters) {
    state.withLock { state in
      // Nobody would remove it any more.
      if state.isEnded { return }
      state.asked.insert(request)
      // Within the lock, so that an end that comes now finds both.
      appWaiters.add(request) { [weak self] answer in
        guard case .success((let event, let envelope)) = answer else { return }
        self?.takeAnswer(event, envelope)
      }
    }
  }

  /// Whether the session, or somebody through its mailbox, waits for the answer to any request to the app, or a server of the session
  /// makes its own of one; or has one to take in.
  var hasAsked: Bool {
    state.withLock { !$0.asked.isEmpty || $0.isAwaiting || $0.isHurried && !$0.waiting.isEmpty }
  }

  /// Whether the session waits for the answer to a request.
  func awaitsAnswer(to request: UInt64) -> Bool {
    request != 0 && state.withLock { $0.asked.contains(request) }
  }

  private func takeAnswer(_ event: some Event, _ envelope: Envelope) {
    // At once: whoever sees that it isn't asked for any more finds the answer.
    let wake = state.withLock { state -> Wake? in
      state.asked.remove(envelope.answersID)
      // Between two requests a session keeps no memory for them.
      if state.asked.isEmpty { state.asked = [] }
      if state.isEnded { return nil }
      state.waiting.append(event, type(of: event).eventType, envelope, turn: 0)
      return state.wakeUp(for: .own)
    }
    wake?(.own)
  }

  func end(leaving appWaiters: Waiters) {
    let (asked, awaited) = state.withLock { state in
      state.isEnded = true
      state.wake = nil
      defer { (state.asked, state.awaited, state.answering) = ([], [], []) }
      return (state.asked, state.awaited)
    }
    for request in asked { appWaiters.remove(request) }
    for request in awaited { appWaiters.fail(request, with: AskError.ended) }
    waiters.failAll(with: AskError.ended)
  }
}
