internal import EventLog
internal import EventStream
internal import Foundation
internal import Synchronization
internal import ViewKit

/// The sessions of an app, by id. Thread-safe.
final class SessionStore: Sendable {
  let state = Mutex(State())
  /// After a crash all pages come back at once. What a session is brought back from takes a megabyte meanwhile, and a core.
  let returns = Turnstile(places: 8)
  /// Those that a process has not outlived come back one at a time: if one of them ends this process too, no other has to do with it.
  let suspects = Turnstile(places: 1)
  /// So many look at a time whether a session is theirs who ask for it.
  let proofs = Turnstile(places: 4)
  /// When the store was made, as good as when the process began.
  let begun = ContinuousClock.now
  /// Sessions that have been begun for a page that is on its way.
  let continued = ContinuedSessions()
  /// Names the files that the app's pages load.
  let client: String
  let app: any LiveApp
  /// Who may have sessions of the app.
  let admission: Admission
  let stream: AppStream
  let turns: TurnQueue
  let configuration: ServerConfiguration
  let monitor: (any ServerMonitor)?
  let onFailure: FailureHandler?
  let files: UploadHome
  let journal: Journal?

  /// - Parameters:
  ///   - admission: Who may have sessions of the app; everyone unless given.
  ///   - journal: Where sessions are recorded; they end with the process unless given.
  init(
    _ app: any LiveApp, for admission: Admission = .everyone, stream: AppStream, configuration: ServerConfiguration,
    monitor: (any ServerMonitor)? = nil, onFailure: FailureHandler? = nil, journal: Journal? = nil
  ) {
    self.journal = journal
    turns = TurnQueue(settle: journal.map { journal in { @Sendable in await journal.settle() } })
    self.app = app
    self.admission = admission
    client = ClientFile.version(styledBy: app.styleSheet)
    self.monitor = monitor
    self.onFailure = onFailure
    self.stream = stream
    self.configuration = configuration
    files = UploadHome(
      in: configuration.fileFolder.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory,
      bytes: configuration.maximumFileBytesInAll, leastBytes: configuration.leastFileBytes,
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
    await wait(atMost: configuration.otherTabsPatience) {
      for other in others where !Task.isCancelled { await other.live.settle() }
    }
  }

  /// How long a page waits for what the page before has said last.
  private static let patienceForLastWords = Duration.seconds(1)

  /// Waits until what the visitor's pages before have said last is carried out and answered, a moment at most: it may come behind the request
  /// for the next page, which would show what was before it. What is done on that at once would come before it, too.
  private func waitForLastWords(_ cookies: String?, of visitor: String) async {
    let lastWords = LastWordCookie.read(from: cookies)
    if lastWords.isEmpty { return }
    await wait(atMost: Self.patienceForLastWords) {
      for (id, number) in lastWords { await self.waitForLastWord(number, of: id, visitor) }
    }
  }

  /// Waits until a visitor's session has carried out an intent and has an answer to all that it has asked for.
  private func waitForLastWord(_ number: Int, of id: String, _ visitor: String) async {
    func session() -> WebSession? { state.withLock { $0.sessions[id] } }
    // One that is only in the log comes back for what was said last.
    if session() == nil {
      guard journal != nil, await !isForgotten(id) else { return }
    }
    // Mostly it is a matter of milliseconds. Who tells of what is never said has the server look seldom.
    var pause = Duration.milliseconds(1)
    while !Task.isCancelled {
      // Of one that has just come back nobody has proved yet whose it is.
      if let session = session(), let owner = session.visitor {
        guard owner == visitor else { return }
        if session.lastFinished >= number {
          // Also to what hasn't been asked yet, as before the log has the act, and to what none of its views has asked for.
          return await session.live.waitForAnswers(toAllBut: 0, atMost: Self.patienceForLastWords)
        }
      }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(32))
    }
  }

  /// Lets a session's recording be forgotten. It can't be brought back from then on.
  ///
  /// - Returns: False if there is such a session, or it is being brought back or about to end.
  func letGo(of id: String) -> Bool {
    state.withLock { state in
      if state.sessions[id] != nil || state.returning[id] != nil || state.ending[id] != nil { return false }
      state.forgotten.insert(id)
      return true
    }
  }

  /// What was let go of is forgotten: there is nothing left that could be brought back, and its files go too. What the log has kept all the
  /// same, since it had recorded something meanwhile, can be.
  func noteForgotten() async {
    let letGo = state.withLock { $0.forgotten }
    // Only of those that have left files it must be known, and these are few.
    let left = files.resting(of: letGo)
    state.withLock { $0.forgotten.subtract(letGo.subtracting(left)) }
    for id in left {
      if await isForgotten(id) { files.forget(id) }
      state.withLock { state in _ = state.forgotten.remove(id) }
    }
  }

  private func isForgotten(_ id: String) async -> Bool {
    // Where the log can't be read, nobody knows.
    do { return try await journal?.log.session(id) == nil } catch { return false }
  }

  /// Opens a session whose page has still to connect.
  ///
  /// - Parameters:
  ///   - address: Where the request comes from, for the rate limit.
  ///   - cookies: What comes with the request as `Cookie`: it may say what the page is to be made behind.
  func open(
    _ path: String, visitor: String, reading languages: [String], from address: String, with cookies: String? = nil
  ) async throws(Refusal) -> WebSession {
    let (id, token) = (RandomToken.make(), RandomToken.make())
    let opening = SessionOpening(
      path: path, visitor: Visitor(id: VisitorCookie.identifier(of: visitor), languages: languages),
      proof: journal == nil ? "" : SessionProof.made(of: token, visitor: visitor),
      program: journal?.program ?? "")
    let quota = try admit(from: address)
    let wait = quota.openPage()
    if wait > .zero { try? await Task.sleep(for: wait) }
    await waitForLastWords(cookies, of: visitor)
    await settleOthers(of: visitor)
    let session = makeSession(id, of: .page(token: token, visitor: visitor), quota, opening)
    try takeIn(session, of: visitor)
    journal?.log.note(user: opening.visitor.id, of: id)
    await inTurn(of: quota) { _ = await session.live.open(opening) { [weak session] _ in session.map(WebScreen.init) } }
    session.waitForPage(configuration.firstConnectionGrace)
    return session
  }

  /// Does something for a page that is opened: behind others, if its address opens many.
  func inTurn<Result: Sendable>(of quota: AddressQuota, _ body: () async -> Result) async -> Result {
    quota.isCrowd ? await turns.unhurried(of: quota, body) : await body()
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
      state.noteTab(session.id, of: visitor)
      return true
    }
    if !isIn { throw .tooMany }
    monitor?.sessionBegan()
  }
}
