internal import Synchronization
internal import ViewKit

/// Finding a session, which is brought back if need be, once however many ask for it.
extension SessionStore {
  /// Lets a page connect to its session, which is brought back from its recording if it isn't in memory any more.
  ///
  /// - Parameter address: Where the page connects from: a session that comes back counts among those of that address.
  /// - Returns: `nil` if what the page presents is wrong, or its session can't be brought back at all.
  /// - Throws: `Refusal.tooFast` if the address has had the log searched in vain too often, `Refusal.tooMany` if there is no place for a
  ///   session just now, whosever it is, `Refusal.troubled` if what is recorded of it can't be read just now.
  func connect(
    _ id: String, token: String, visitor: String?, from address: String
  ) async throws(Refusal) -> WebSession? {
    try await find(id, token: token, visitor: visitor, from: address) {
      connectPresent(id, token: token, visitor: visitor, from: address)
    }
  }

  /// Finds the session that is there or can be brought back.
  ///
  /// - Parameter present: Gives the one that is there.
  /// - Throws: As ``connect(_:token:visitor:from:)``: to search the log in vain costs as much as a page.
  func find(
    _ id: String, token: String, visitor: String?, from address: String, present: () -> WebSession?
  ) async throws(Refusal) -> WebSession? {
    if let session = present() { return session }
    guard let journal, let visitor, RandomToken.isOne(id) else { return nil }
    let quota = quota(of: address)
    let wait = quota.waitForPage()
    if wait > .zero { throw .tooFast(retryAfter: wait) }
    do throws(Refusal) {
      let isSearched = try await search(id, of: .page(token: token, visitor: visitor), quota, in: journal)
      if let session = present() { return session }
      if isSearched { quota.countPage() }
      return nil
    } catch {
      if error == .troubled { quota.countPage() }
      throw error
    }
  }

  /// Brings a session back if it is recorded as the one's who asks for it.
  ///
  /// - Returns: Whether the log was searched for it. That counts as a page if it was in vain, and afterwards: all of an address's pages may
  ///   come back at once.
  private func search(
    _ id: String, of owner: SessionOwner, _ quota: AddressQuota, in journal: Journal
  ) async throws(Refusal) -> Bool {
    guard try await isRecorded(id, of: owner, quota, in: journal) else { return true }
    return try await bringBack(id, for: owner, quota, from: journal)
  }

  /// Whether a session's recording is the one's who asks for it, as far as its beginning tells: who can't prove it takes no place, and has
  /// no more read than that.
  private func isRecorded(
    _ id: String, of owner: SessionOwner, _ quota: AddressQuota, in journal: Journal
  ) async throws(Refusal) -> Bool {
    let (isThere, isFull) = state.withLock { state in
      // It is on its way to be, or was just now.
      (state.returning[id]?.owner == owner || state.sessions[id] != nil, !hasPlace(state, quota))
    }
    if isThere { return true }
    // Whosever it is, it can't come back now: that costs nothing.
    if isFull { throw .tooMany }
    do {
      return try await proofs.pass(of: quota) {
        let isDurable = await settle(journal)
        let proof = try await SessionRecording.proof(of: id, from: journal.log, journal.decoder)
        if let proof { return owner.owns(proof) }
        // Its beginning may wait to be written.
        if !isDurable, state.withLock({ $0.isUnwritten(id) || $0.ending[id] != nil }) { throw Refusal.troubled }
        return false
      }
    } catch {
      if error is Refusal || error.isOfReading { throw .troubled }
      // What is wrong with it, all of it will tell.
      return true
    }
  }

  /// The session that a page speaks for, if what it presents is right.
  func session(_ id: String, token: String, visitor: String?) -> WebSession? {
    guard let session = state.withLock({ $0.sessions[id] }), let visitor else { return nil }
    return session.admits(token: token, visitor: visitor) ? session : nil
  }

  /// Lets a page connect to its session, if what it presents is right. The session isn't swept away from now on.
  func connectPresent(_ id: String, token: String, visitor: String?, from address: String) -> WebSession? {
    guard let session = session(id, token: token, visitor: visitor) else { return nil }
    let quota = quota(of: address)
    return state.withLock { state in
      guard state.sessions[id] === session else { return nil }
      session.belong(to: quota)
      // Not the texts of who asks: those would be kept besides.
      if let visitor = session.visitor { state.noteTab(session.id, of: visitor) }
      session.connect()
      // What has come meanwhile isn't left any longer.
      turns.add(session.live)
      return session
    }
  }

  /// Finds the session that a page speaks for, which may not have said hello again yet, as ``connect(_:token:visitor:from:)`` does. It isn't
  /// swept away until it is released: what a page says while its connection has gone would be said to a session that has ended.
  ///
  /// - Throws: As that does.
  func hold(
    _ id: String, token: String, visitor: String?, from address: String
  ) async throws(Refusal) -> WebSession? {
    try await find(id, token: token, visitor: visitor, from: address) {
      holdPresent(id, token: token, visitor: visitor)
    }
  }

  fileprivate func holdPresent(_ id: String, token: String, visitor: String?) -> WebSession? {
    guard let session = session(id, token: token, visitor: visitor) else { return nil }
    return state.withLock { state in
      guard state.sessions[id] === session else { return nil }
      session.hold()
      return session
    }
  }

  // MARK: Bringing back

  /// Brings a session back, once however many ask for it.
  ///
  /// - Parameter owner: Who asks for it; `nil` for the server itself.
  /// - Returns: Whether the log was searched for it, and nobody else had asked for that.
  /// - Throws: `Refusal.tooMany` and `Refusal.troubled`: it may come back later.
  func bringBack(
    _ id: String, for owner: SessionOwner?, _ quota: AddressQuota, from journal: Journal
  ) async throws(Refusal) -> Bool {
    while true {
      let (task, isBegun): (Task<Refusal?, Never>, Bool)
      switch attempt(id, for: owner, quota, from: journal) {
      case .begun(let own): (task, isBegun) = (own, true)
      case .joined(let other): (task, isBegun) = (other, false)
      case .mustWait(let others):
        _ = await others.value
        continue
      case .noRoom: throw .tooMany
      case .needless: return false
      }
      if let refusal = await task.value { throw refusal }
      return isBegun
    }
  }

  /// What has become of the wish to bring a session back.
  private enum Attempt {
    case begun(Task<Refusal?, Never>)
    /// Who asks for it has asked before.
    case joined(Task<Refusal?, Never>)
    /// Somebody else asks for it, whose it perhaps isn't: it is to be tried once more then.
    case mustWait(Task<Refusal?, Never>)
    /// There is no place for it now.
    case noRoom
    /// It is there, or will never be again.
    case needless
  }

  private func hasPlace(_ state: State, _ quota: AddressQuota) -> Bool {
    !state.isEnded && state.count < configuration.maximumSessions && quota.hasRoom
  }

  /// Begins to bring a session back unless somebody is about to.
  private func attempt(
    _ id: String, for owner: SessionOwner?, _ quota: AddressQuota, from journal: Journal
  ) -> Attempt {
    state.withLock { state -> Attempt in
      if let under = state.returning[id] { return under.owner == owner ? .joined(under.task) : .mustWait(under.task) }
      // A part of what is being forgotten may be gone already.
      if state.sessions[id] != nil || state.forgotten.contains(id) { return .needless }
      guard hasPlace(state, quota), quota.takeSession() else { return .noRoom }
      let task = Task { [before = state.ending[id]] () -> Refusal? in
        // Of two under one name both would record what happens to it.
        if let before { await endOutright(before) }
        var (session, refusal) = (WebSession?.none, Refusal?.none)
        do throws(Refusal) {
          session = try await rebuild(id, for: owner, quota, from: journal, isJustOver: before != nil)
          self.state.withLock { $0.finishReturn(of: id) }
        } catch {
          refusal = error
        }
        if !finishReturn(of: id, session) {
          quota.giveSessionBack()
          await session?.end()
        }
        return refusal
      }
      state.returning[id] = Return(task: task, owner: owner)
      return .begun(task)
    }
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
    session?.waitForReturn(configuration.firstConnectionGrace)
    let isIn = state.withLock { state in
      state.returning[id] = nil
      guard let session, !state.isEnded else { return false }
      state.sessions[id] = session
      return true
    }
    if isIn { monitor?.sessionBegan() }
    return isIn
  }
}

/// The sessions of all apps of a server.
extension [SessionStore] {
  /// Those that somebody may have sessions of.
  func admitting(_ requester: Requester) -> [SessionStore] {
    allSatisfy { $0.admission.admits(requester) } ? self : filter { $0.admission.admits(requester) }
  }

  /// Finds the session that a page speaks for, and keeps it until it is released: see ``SessionStore/hold(_:token:visitor:from:)``.
  ///
  /// - Throws: As that does.
  func hold(
    _ id: String, token: String, visitor: String?, from address: String
  ) async throws(SessionStore.Refusal) -> WebSession? {
    // One of another app that is there needn't be searched for in the first one's log.
    for store in self {
      if let found = store.holdPresent(id, token: token, visitor: visitor) { return found }
    }
    for store in self {
      if let found = try await store.hold(id, token: token, visitor: visitor, from: address) { return found }
    }
    return nil
  }
}
