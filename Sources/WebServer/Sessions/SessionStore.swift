internal import EventLog
internal import EventStream
internal import Foundation
internal import Synchronization
internal import ViewKit

/// The sessions of an app, by id. Thread-safe.
final class SessionStore: Sendable {
  /// A session that is being brought back.
  private struct Return {
    let task: Task<Void, Never>
    /// Who asked for it; `nil` for the server itself.
    let owner: SessionOwner?
  }

  private struct State {
    var sessions: [String: WebSession] = [:]
    /// The ids of those of a visitor that is known.
    var tabs: [String: Set<String>] = [:]
    var quotas: [String: AddressQuota] = [:]
    /// The sessions that are being brought back.
    var returning: [String: Return] = [:]
    /// The sessions that nobody finds any more, and that may still be at work.
    var ending: [String: WebSession] = [:]
    /// The sessions whose recordings are being forgotten.
    var forgotten: Set<String> = []
    var isEnded = false

    /// Those that there are and those that there will be.
    var count: Int { sessions.count + returning.count }

    mutating func takeOut(_ session: WebSession) {
      // Whoever comes second does it in vain.
      guard sessions[session.id] === session else { return }
      sessions[session.id] = nil
      if let visitor = session.visitor, tabs[visitor]?.remove(session.id) != nil, tabs[visitor]?.isEmpty == true {
        tabs[visitor] = nil
      }
      ending[session.id] = session
      session.quota.giveSessionBack()
    }
  }

  /// Why a session can't be opened.
  enum Refusal: Error {
    case tooMany
    case tooFast(retryAfter: Duration)
  }

  private let state = Mutex(State())
  /// After a crash all pages come back at once. What a session is brought back from takes a megabyte meanwhile, and a core.
  let returns = Turnstile(places: 8)
  /// Those that a process has not outlived come back one at a time: if one of them ends this process too, no other has to do with it.
  let suspects = Turnstile(places: 1)
  /// When the store was made, as good as when the process began.
  let begun = ContinuousClock.now
  /// Sessions that have been begun for a page that is on its way.
  let continued = ContinuedSessions()
  /// Names the files that the app's pages load.
  let client: String
  let app: any LiveApp
  let stream: AppStream
  let turns: TurnQueue
  let configuration: ServerConfiguration
  let monitor: (any ServerMonitor)?
  let onFailure: FailureHandler?
  let files: UploadHome
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
      bytes: configuration.maximumFileBytesInAll,
      restingFor: journal == nil || configuration.fileFolder == nil ? nil : configuration.fileMemory)
  }

  /// Which program runs, as far as recordings tell programs apart.
  var program: String { journal?.program ?? Program.identity }

  /// How many sessions there are.
  var count: Int { state.withLock { $0.sessions.count } }

  /// Whether a session is there, or about to come back.
  func has(_ id: String) -> Bool { state.withLock { $0.sessions[id] != nil || $0.returning[id] != nil } }

  /// Waits until the visitor's other sessions have what they asked for, a moment at most: what was done in a tab before it was loaded
  /// again is to be seen on its page.
  private func settleOthers(of visitor: String) async {
    let others = state.withLock { state in (state.tabs[visitor] ?? []).compactMap { state.sessions[$0] } }
    if others.isEmpty { return }
    // One that is occupied isn't waited for any longer, whatever it does: so these are no children of this task.
    let (ends, end) = AsyncStream<Void>.makeStream()
    let waiting = Task {
      for other in others { await other.live.settle() }
      end.finish()
    }
    let timer = Task { [patience = configuration.otherTabsPatience] in
      try? await Task.sleep(for: patience)
      end.finish()
    }
    for await _ in ends {}
    waiting.cancel()
    timer.cancel()
  }

  /// Lets a session's recording be forgotten. It can't be brought back from then on.
  ///
  /// - Returns: False if there is such a session, or it is being brought back or about to end.
  func letGo(of id: String) -> Bool {
    let isLetGo = state.withLock { state in
      if state.sessions[id] != nil || state.returning[id] != nil || state.ending[id] != nil { return false }
      state.forgotten.insert(id)
      return true
    }
    if isLetGo { files.forget(id) }
    return isLetGo
  }

  /// What was let go of is forgotten: there is nothing left that could be brought back.
  func noteForgotten() { state.withLock { $0.forgotten = [] } }

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
    let quota = try admit(from: address)
    let wait = quota.openPage()
    if wait > .zero { try? await Task.sleep(for: wait) }
    await settleOthers(of: visitor)
    let session = makeSession(id, of: .page(token: token, visitor: visitor), quota, opening)
    try takeIn(session, of: visitor)
    journal?.log.note(user: opening.visitor.id, of: id)
    _ = await session.live.open(opening) { [weak session] _ in session.map(WebScreen.init) }
    return session
  }

  /// What the pages of an address share.
  func quota(of address: String) -> AddressQuota {
    let key = AddressQuota.key(of: address)
    return state.withLock { state in
      if let quota = state.quotas[key] { return quota }
      let quota = AddressQuota(configuration)
      state.quotas[key] = quota
      return quota
    }
  }

  /// Asks whether an address may open another page.
  func admit(from address: String) throws(Refusal) -> AddressQuota {
    if state.withLock({ $0.isEnded || $0.count >= configuration.maximumSessions }) { throw .tooMany }
    let quota = quota(of: address)
    let wait = quota.takePage()
    if wait > .zero { throw .tooFast(retryAfter: wait) }
    return quota
  }

  /// Takes a visitor's new session in, if there is room.
  func takeIn(_ session: WebSession, of visitor: String) throws(Refusal) {
    let isIn = state.withLock { state in
      guard !state.isEnded, state.count < configuration.maximumSessions, session.quota.takeSession() else {
        return false
      }
      state.sessions[session.id] = session
      state.tabs[visitor, default: []].insert(session.id)
      return true
    }
    if !isIn { throw .tooMany }
    monitor?.sessionBegan()
  }

  // MARK: Bringing back

  /// Lets a page connect to its session, which is brought back from its recording if it isn't in memory any more.
  ///
  /// - Parameter address: Where the page connects from: a session that comes back counts among those of that address.
  /// - Returns: `nil` if what the page presents is wrong, or its session can't be brought back.
  /// - Throws: `Refusal.tooFast` if the address has had the log searched in vain too often.
  func connect(
    _ id: String, token: String, visitor: String?, from address: String
  ) async throws(Refusal) -> WebSession? {
    try await find(id, token: token, visitor: visitor, from: address) {
      connectPresent(id, token: token, visitor: visitor)
    }
  }

  /// Brings a session back, once however many ask for it.
  ///
  /// - Parameter owner: Who asks for it; `nil` for the server itself.
  func bringBack(_ id: String, for owner: SessionOwner?, _ quota: AddressQuota, from journal: Journal) async {
    while let others = await bringBackAtOnce(id, for: owner, quota, from: journal) { await others.value }
  }

  /// Brings a session back unless somebody else is about to.
  ///
  /// - Returns: What is to be waited for before it is tried once more: somebody else asks for it, whose it perhaps isn't.
  private func bringBackAtOnce(
    _ id: String, for owner: SessionOwner?, _ quota: AddressQuota, from journal: Journal
  ) async -> Task<Void, Never>? {
    var others: Task<Void, Never>?
    let task = state.withLock { state -> Task<Void, Never>? in
      if let under = state.returning[id] {
        if under.owner == owner { return under.task }
        others = under.task
        return nil
      }
      if state.isEnded || state.sessions[id] != nil || state.count >= configuration.maximumSessions { return nil }
      // A part of it may be gone already.
      guard !state.forgotten.contains(id), quota.takeSession() else { return nil }
      let task = Task { [before = state.ending[id]] in
        // Of two under one name both would record what happens to it.
        await before?.end()
        let session = await rebuild(id, for: owner, quota, from: journal)
        if !finishReturn(of: id, session) {
          quota.giveSessionBack()
          await session?.end()
        }
      }
      state.returning[id] = Return(task: task, owner: owner)
      return task
    }
    await task?.value
    return others
  }

  /// Brings nobody back from now on, and has nobody wait any longer who was to be. No session can be opened afterwards.
  func endReturns() {
    let tasks = state.withLock { state in
      state.isEnded = true
      return state.returning.values.map(\.task)
    }
    for task in tasks { task.cancel() }
  }

  /// - Returns: Whether there is a session, and it came in time. Its place was kept for it.
  private func finishReturn(of id: String, _ session: WebSession?) -> Bool {
    // It may have taken longer than a page has to come.
    session?.waitForPage(configuration.firstConnectionGrace)
    let isIn = state.withLock { state in
      state.returning[id] = nil
      guard let session, !state.isEnded else { return false }
      state.sessions[id] = session
      return true
    }
    if isIn { monitor?.sessionBegan() }
    return isIn
  }

  /// The session that a page speaks for, if what it presents is right.
  func session(_ id: String, token: String, visitor: String?) -> WebSession? {
    guard let session = state.withLock({ $0.sessions[id] }), let visitor else { return nil }
    return session.admits(token: token, visitor: visitor) ? session : nil
  }

  /// Lets a page connect to its session, if what it presents is right. The session isn't swept away from now on.
  func connectPresent(_ id: String, token: String, visitor: String?) -> WebSession? {
    guard let session = session(id, token: token, visitor: visitor) else { return nil }
    return state.withLock { state in
      guard state.sessions[id] === session else { return nil }
      if let visitor { state.tabs[visitor, default: []].insert(id) }
      session.connect()
      // What has come meanwhile isn't left any longer.
      turns.add(session.live)
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
      for session in over { state.takeOut(session) }
      state.quotas = state.quotas.filter { !$0.value.isIdle(now: now) }
      return over
    }
    for session in over { await end(session) }
    await FileThreads.run { [files] in files.sweep(now: now) }
  }

  /// Ends all sessions; none can be opened afterwards.
  func end() async {
    endReturns()
    let all = state.withLock { state in
      let all = Array(state.sessions.values)
      for session in all { state.takeOut(session) }
      return all
    }
    for session in all { await end(session) }
  }

  /// Ends a session whose page will not come.
  func dismiss(_ session: WebSession) async {
    state.withLock { $0.takeOut(session) }
    await end(session)
  }

  private func end(_ session: WebSession) async {
    await session.end()
    state.withLock { state in
      if state.ending[session.id] === session { state.ending[session.id] = nil }
    }
    monitor?.sessionEnded()
  }
}
