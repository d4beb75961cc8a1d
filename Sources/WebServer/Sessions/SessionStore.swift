internal import EventStream
internal import Synchronization
internal import ViewKit

/// The sessions of an app, by id. Thread-safe.
final class SessionStore: Sendable {
  private struct State {
    var sessions: [String: WebSession] = [:]
    var visitors: [String: RateLimit] = [:]
    var isEnded = false
  }

  /// Why a session can't be opened.
  enum Refusal: Error {
    case tooMany
    case tooFast(retryAfter: Duration)
  }

  private let state = Mutex(State())
  private let app: any LiveApp
  private let stream: AppStream
  private let configuration: ServerConfiguration
  private let monitor: (any ServerMonitor)?
  private let onFailure: FailureHandler?
  private let files: UploadBudget

  init(
    _ app: any LiveApp, stream: AppStream, configuration: ServerConfiguration, monitor: (any ServerMonitor)? = nil,
    onFailure: FailureHandler? = nil
  ) {
    self.app = app
    self.monitor = monitor
    self.onFailure = onFailure
    self.stream = stream
    self.configuration = configuration
    files = UploadBudget(configuration.maximumFileBytesInAll)
  }

  /// How many sessions there are.
  var count: Int { state.withLock { $0.sessions.count } }

  /// Opens a session whose page has still to connect.
  ///
  /// - Parameter address: Where the request comes from, for the rate limit.
  func open(_ path: String, visitor: String, reading languages: [String], from address: String) async throws(Refusal)
    -> WebSession
  {
    let live = LiveSession(app.session(for: Visitor(languages: languages)), app: stream, onFailure: onFailure)
    let session = WebSession(
      visitor: visitor, live: live, configuration: configuration, deadline: .now + configuration.firstConnectionGrace,
      files: files)
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
    _ = await live.open(path)
    await live.observe { [weak session] _ in session.map(WebScreen.init) }
    return session
  }

  /// The session that a page speaks for, if what it presents is right.
  func session(_ id: String, token: String, visitor: String?) -> WebSession? {
    guard let session = state.withLock({ $0.sessions[id] }), let visitor else { return nil }
    guard RandomToken.isEqual(session.token, token), RandomToken.isEqual(session.visitor, visitor) else { return nil }
    return session
  }

  /// Lets a page connect to its session, if what it presents is right. The session isn't swept away from now on.
  func connect(_ id: String, token: String, visitor: String?) -> WebSession? {
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

  private func end(_ session: WebSession) async {
    await session.end()
    monitor?.sessionEnded()
  }
}
