internal import EventLog
internal import EventStream
internal import Foundation
internal import Synchronization
internal import ViewKit

/// A session that is being made, for what must be made before it.
private final class Made: Sendable {
  private struct Holder { weak var session: WebSession? }

  private let holder = Mutex(Holder())

  var session: WebSession? { holder.withLock { $0.session } }

  func note(_ session: WebSession) { holder.withLock { $0.session = session } }
}

/// The sessions of an app, by id. Thread-safe.
final class SessionStore: Sendable {
  private struct State {
    var sessions: [String: WebSession] = [:]
    var visitors: [String: RateLimit] = [:]
    /// The sessions that are being brought back.
    var returning: [String: Task<Void, Never>] = [:]
    var isEnded = false
  }

  /// Why a session can't be opened.
  enum Refusal: Error {
    case tooMany
    case tooFast(retryAfter: Duration)
  }

  private let state = Mutex(State())
  /// After a crash all pages come back at once. What a session is brought back from takes a megabyte meanwhile, and a core.
  private let returns = Turnstile(places: 8)
  /// Sessions that have been begun for a page that is on its way.
  let continued = ContinuedSessions()
  /// Names the files that the app's pages load.
  let client: String
  private let app: any LiveApp
  private let stream: AppStream
  private let turns: TurnQueue
  private let configuration: ServerConfiguration
  private let monitor: (any ServerMonitor)?
  private let onFailure: FailureHandler?
  private let files: UploadHome
  let journal: Journal?

  /// - Parameter journal: Where sessions are recorded; they end with the process unless given.
  init(
    _ app: any LiveApp, stream: AppStream, configuration: ServerConfiguration, monitor: (any ServerMonitor)? = nil,
    onFailure: FailureHandler? = nil, journal: Journal? = nil
  ) {
    self.journal = journal
    turns = TurnQueue(settle: journal.map { journal in { @Sendable in await journal.settle() } })
    self.app = app
    client = ClientFile.version(styledBy: app.styleSheet)
    self.monitor = monitor
    self.onFailure = onFailure
    self.stream = stream
    self.configuration = configuration
    files = UploadHome(
      in: configuration.fileFolder.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory,
      bytes: configuration.maximumFileBytesInAll)
  }

  /// How many sessions there are.
  var count: Int { state.withLock { $0.sessions.count } }

  /// The names of the sessions that there are, and of those that are being brought back.
  var identifiers: Set<String> { state.withLock { Set($0.sessions.keys).union($0.returning.keys) } }

  /// Opens a session whose page has still to connect.
  ///
  /// - Parameter address: Where the request comes from, for the rate limit.
  func open(_ path: String, visitor: String, reading languages: [String], from address: String) async throws(Refusal)
    -> WebSession
  {
    let (id, token) = (RandomToken.make(), RandomToken.make())
    let opening = SessionOpening(
      path: path, visitor: Visitor(id: VisitorCookie.identifier(of: visitor), languages: languages),
      proof: journal == nil ? "" : SessionProof.made(of: token, visitor: visitor),
      program: journal?.program ?? "")
    let session = makeSession(id, token: token, visitor: visitor, opening)
    try admit(session, from: address)
    journal?.log.note(user: opening.visitor.id, of: id)
    _ = await session.live.open(opening) { [weak session] _ in session.map(WebScreen.init) }
    return session
  }

  /// Takes a new session in, if there is room and its browser doesn't open too many.
  func admit(_ session: WebSession, from address: String) throws(Refusal) {
    let refusal = state.withLock { state -> Refusal? in
      if state.isEnded || state.sessions.count >= configuration.maximumSessions { return .tooMany }
      let rate = configuration.pagesPerSecond
      var limit = state.visitors[address] ?? RateLimit(rate: rate, burst: 3 * rate, now: .now)
      let wait = limit.take(now: .now)
      if wait > .zero { limit.giveBack() }
      state.visitors[address] = limit
      if wait > .zero { return .tooFast(retryAfter: wait) }
      state.sessions[session.id] = session
      return nil
    }
    if let refusal { throw refusal }
    monitor?.sessionBegan()
  }

  func makeSession(
    _ id: String, token: String, visitor: String, _ opening: SessionOpening
  ) -> WebSession {
    let recorder = journal?.recorder(of: id)
    var makeRecorder: (@Sendable () -> any SessionRecorder)?
    if let recorder { makeRecorder = { recorder } }
    var durable: (@Sendable () async -> Void)?
    if let journal { durable = { await journal.settle() } }
    let made = Made()
    let live = LiveSession(
      app.session(for: opening.visitor), app: stream, onNews: { [turns] in turns.add($0) }, onFailure: onFailure,
      recorder: makeRecorder,
      durable: durable,
      keeper: recorder.flatMap { makeKeeper(of: id, opening.visitor, made, $0) },
      tappedBy: { [monitor] in monitor?.sessionTaps() ?? [] })
    let session = WebSession(
      id: id, token: token, visitor: visitor, live: live, configuration: configuration,
      deadline: .now + configuration.firstConnectionGrace, files: files, journal: journal,
      recorder: recorder, actsBefore: opening.actsBefore ?? 0)
    made.note(session)
    return session
  }

  private func makeKeeper(
    of id: String, _ visitor: Visitor, _ made: Made, _ recorder: LogRecorder
  ) -> (@Sendable () -> any SnapshotKeeper)? {
    guard let journal, journal.snapshotInterval > 0 else { return nil }
    return { [app] in
      SnapshotWriter(id, in: journal, recorder) {
        app.session(for: visitor)
      } counts: {
        made.session.map { ($0.outbox.sequence, $0.lastFinished, $0.lastOfOtherProgram) } ?? (0, 0, -1)
      }
    }
  }

  // MARK: Bringing back

  /// Lets a page connect to its session, which is brought back from its recording if it isn't in memory any more.
  ///
  /// - Returns: `nil` if what the page presents is wrong, or its session can't be brought back.
  func connect(_ id: String, token: String, visitor: String?) async -> WebSession? {
    if let session = connectPresent(id, token: token, visitor: visitor) { return session }
    guard let journal, let visitor, RandomToken.isOne(id) else { return nil }
    await bringBack(id, token: token, visitor: visitor, from: journal)
    return connectPresent(id, token: token, visitor: visitor)
  }

  /// Brings a session back, once however many ask for it.
  private func bringBack(_ id: String, token: String, visitor: String, from journal: Journal) async {
    let task = state.withLock { state -> Task<Void, Never>? in
      if let task = state.returning[id] { return task }
      if state.isEnded || state.sessions[id] != nil || state.sessions.count >= configuration.maximumSessions {
        return nil
      }
      let task = Task {
        let session = await returns.pass { await rebuild(id, token: token, visitor: visitor, from: journal) }
        if !finishReturn(of: id, session) { await session?.end() }
      }
      state.returning[id] = task
      return task
    }
    await task?.value
  }

  /// - Returns: Whether the session came in time.
  private func finishReturn(of id: String, _ session: WebSession?) -> Bool {
    state.withLock { state in
      state.returning[id] = nil
      if state.isEnded { return false }
      state.sessions[id] = session
      if session != nil { monitor?.sessionBegan() }
      return true
    }
  }

  /// The session that a page speaks for, if what it presents is right.
  func session(_ id: String, token: String, visitor: String?) -> WebSession? {
    guard let session = state.withLock({ $0.sessions[id] }), let visitor else { return nil }
    guard RandomToken.isEqual(session.token, token), RandomToken.isEqual(session.visitor, visitor) else { return nil }
    return session
  }

  /// Lets a page connect to its session, if what it presents is right. The session isn't swept away from now on.
  private func connectPresent(_ id: String, token: String, visitor: String?) -> WebSession? {
    guard let session = session(id, token: token, visitor: visitor) else { return nil }
    return state.withLock { state in
      guard state.sessions[id] === session else { return nil }
      session.connect()
      return session
    }
  }

  /// Ends the sessions whose pages have been gone for too long, again and again until the task is cancelled.
  func sweepForever() async {
    let pause = min(.seconds(1), configuration.sessionGrace / 4)
    while (try? await Task.sleep(for: max(pause, .milliseconds(10)))) != nil { await sweep(now: .now) }
  }

  func sweep(now: ContinuousClock.Instant) async {
    let over = state.withLock { state in
      let over = state.sessions.values.filter { $0.isOver(now: now) }
      for session in over { state.sessions[session.id] = nil }
      state.visitors = state.visitors.filter { !$0.value.isFull(now: now) }
      return over
    }
    for session in over { await end(session) }
  }

  /// Ends all sessions; none can be opened afterwards.
  func end() async {
    let all = state.withLock { state in
      state.isEnded = true
      defer { state.sessions = [:] }
      return Array(state.sessions.values)
    }
    for session in all { await end(session) }
  }

  /// Ends a session whose page will not come.
  func dismiss(_ session: WebSession) async {
    state.withLock { $0.sessions[session.id] = nil }
    await end(session)
  }

  private func end(_ session: WebSession) async {
    await session.end()
    monitor?.sessionEnded()
  }
}
