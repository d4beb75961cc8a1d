internal import EventLog
internal import EventStream
internal import Synchronization
internal import ViewKit

/// Making a session of its recording.
extension SessionStore {
  /// Brings a session back from what the log has of it; `nil` if it can't be, or isn't the one's who asks for it.
  ///
  /// - Parameter isJustOver: Whether this process has had it until now.
  /// - Throws: ``Refusal`` if it can't be now.
  func rebuild(
    _ id: String, for owner: SessionOwner?, _ quota: AddressQuota, from journal: Journal, isJustOver: Bool
  ) async throws(Refusal) -> WebSession? {
    try await settle(id, isJustOver, in: journal)
    do {
      return try await resume(id, for: owner, quota, from: journal)
    } catch SessionRecording.Refusal.unknown, SessionRecording.Refusal.ended {
      return nil
    } catch {
      if error is CancellationError { throw .tooMany }
      if error.isOfReading { throw .troubled }
      journal.couldNotBringBack(id, because: error)
      return nil
    }
  }

  /// Waits until what is recorded is durable.
  ///
  /// - Throws: `Refusal.troubled` if some of this session isn't, which the log keeps: a part of it would be another session, and both would be
  ///   recorded as one.
  private func settle(_ id: String, _ isJustOver: Bool, in journal: Journal) async throws(Refusal) {
    if await settle(journal) { return }
    if isJustOver || state.withLock({ $0.isUnwritten(id) }) { throw .troubled }
  }

  /// Waits until what is recorded is durable.
  ///
  /// - Returns: Whether it is.
  func settle(_ journal: Journal) async -> Bool {
    // Who ends meanwhile may be left out.
    let before = state.withLock { $0.unwritten }
    guard await journal.settle() else { return false }
    if !before.isEmpty { state.withLock { $0.unwritten.subtract(before) } }
    return true
  }

  /// Brings a session back from its last snapshot and what was recorded since; from its beginning if it has no snapshot of this
  /// program's, or isn't long, or if that doesn't do.
  private func resume(
    _ id: String, for owner: SessionOwner?, _ quota: AddressQuota, from journal: Journal
  ) async throws -> WebSession? {
    let deaths: Int
    switch try await returns.pass(of: quota, { try await resumeAtOnce(id, for: owner, quota, from: journal) }) {
    case .session(let session): return session
    case .suspect(let number): deaths = number
    }
    // Others come back meanwhile. Who ends one process after the other right after its start finds it waiting, and nothing is noted.
    try await Task.sleep(until: begun + configuration.suspectPatience * deaths, clock: .continuous)
    return try await suspects.pass(of: quota) {
      try await returns.pass(of: quota) {
        let (recording, owner) = try await read(id, for: owner, from: journal)
        guard let owner else { return nil }
        return try await begin(recording, id, of: owner, quota, from: journal, isAlone: true)
      }
    }
  }

  /// What has become of a session that was to come back.
  private enum Outcome {
    /// It is back, or isn't the one's who asks for it.
    case session(WebSession?)
    /// So many processes have ended while it was played by itself, or one while it was among others.
    case suspect(deaths: Int)
  }

  private func resumeAtOnce(
    _ id: String, for owner: SessionOwner?, _ quota: AddressQuota, from journal: Journal
  ) async throws -> Outcome {
    let (recording, owner) = try await read(id, for: owner, from: journal)
    guard let owner else { return .session(nil) }
    let trials = trials(of: recording, id)
    if !trials.isSuspect {
      return .session(try await begin(recording, id, of: owner, quota, from: journal, isAlone: false))
    }
    let deaths = trials.alone
    if deaths >= SessionRecording.mostUnfinishedReturnsAlone { throw SessionRecording.Refusal.harmful }
    return .suspect(deaths: deaths)
  }

  /// Reads what there is of a session, and whose it is; `nil` if it isn't the one's who asks for it.
  private func read(
    _ id: String, for owner: SessionOwner?, from journal: Journal
  ) async throws -> (SessionRecording, SessionOwner?) {
    let recording: SessionRecording
    do {
      recording = try await SessionRecording.read(
        id, from: journal.log, decoder: journal.decoder, near: .max, keptBy: journal.program,
        mostPlayed: journal.mostPlayed, mostInputs: journal.mostInputs)
    } catch let refusal as SessionRecording.Refusal where refusal.isOfLength {
      // All of it is no shorter.
      throw refusal
    } catch {
      recording = try await whole(id, from: journal)
    }
    let owner = owner ?? .awaited(proof: recording.opening.proof)
    return (recording, owner.owns(recording.opening.proof) ? owner : nil)
  }

  private func begin(
    _ recording: SessionRecording, _ id: String, of owner: SessionOwner, _ quota: AddressQuota, from journal: Journal,
    isAlone: Bool
  ) async throws -> WebSession {
    // One note of this process is enough: it hasn't ended of this session, and only can once more.
    let isNoted = state.withLock { $0.trials(of: id) != nil }
    if !isNoted { await journal.noteReturn(of: id, isAlone: isAlone) }
    let trials = trials(of: recording, id)
    state.withLock { $0.note(trials, of: id) }
    // As it was before that note.
    let (isUnbegun, returns) = (recording.isUnbegunCopy, trials.all + 1)
    func play(_ recording: SessionRecording, isWhole: Bool = false) async throws -> WebSession {
      try await self.play(
        recording, id, of: owner, quota, from: journal, returns: returns, repeatsRequests: !isUnbegun, isWhole: isWhole)
    }
    guard let start = recording.start else { return try await play(recording) }
    // Another program's snapshot there is for a reason: the session is long, or has nothing else.
    let isOfVersion = start.isOf(version: journal.decoder.version)
    if isOfVersion, recording.program == journal.program || start.program != journal.program {
      do {
        return try await play(recording)
      } catch let error where error is MissedEvents.TooMany || error is CancellationError || error.isOfReading {
        // Nor could it if it were played from its beginning.
        throw error
      } catch {
        journal.couldNotBringBack(id, because: error)
      }
    }
    do {
      let whole = try await whole(id, from: journal)
      if let version = whole.start?.version, version != journal.decoder.version {
        throw SessionRecording.Refusal.otherVersion(version)
      }
      return try await play(whole, isWhole: true)
    } catch let refusal as SessionRecording.Refusal where isOfVersion && refusal.isOfLength {
      // The snapshot is all that is left, then.
      do { return try await play(recording, isWhole: true) } catch is SessionSnapshot.Refusal { throw refusal }
    }
  }

  /// How often a session was about to be brought back, and by processes before this one: whose own note may be in the recording by now, or
  /// not yet.
  private func trials(of recording: SessionRecording, _ id: String) -> Trials {
    state.withLock { $0.trials(of: id) }
      ?? Trials(
        all: recording.returns, alone: recording.unfinishedReturnsAlone, isSuspect: recording.isSuspect)
  }

  private func whole(_ id: String, from journal: Journal) async throws -> SessionRecording {
    try await SessionRecording.read(
      id, from: journal.log, decoder: journal.decoder, near: nil, keptBy: journal.program,
      mostInputs: journal.mostInputs)
  }

  /// - Parameters:
  ///   - returns: How often it was about to be brought back since its last turn, this time included.
  ///   - isWhole: Whether the log has no more of it.
  private func play(
    _ recording: SessionRecording, _ id: String, of owner: SessionOwner, _ quota: AddressQuota, from journal: Journal,
    returns: Int, repeatsRequests: Bool, isWhole: Bool = false
  ) async throws -> WebSession {
    let session = makeSession(id, of: owner, quota, recording.opening)
    do {
      try await play(
        recording, in: session, from: journal, returns: returns, repeatsRequests: repeatsRequests, isWhole: isWhole)
    } catch {
      // What it has begun so far is nobody's.
      await session.end()
      throw error
    }
    return session
  }

  private func play(
    _ recording: SessionRecording, in session: WebSession, from journal: Journal, returns: Int, repeatsRequests: Bool,
    isWhole: Bool
  ) async throws {
    if let start = recording.start {
      try await restore(start, in: session, isOnlyBeginning: isWhole)
      session.noteIntents(upTo: start.lastIntent)
      session.noteOtherProgram(upTo: start.lastOfOtherProgram)
    }
    var program = recording.start?.program ?? recording.opening.program
    var hasChanged = false
    var slice = TimeSlice()
    for turn in recording.turns {
      try Task.checkCancellation()
      await slice.giveWayIfOver()
      session.outbox.leap(returns: turn.returns)
      let before = session.outbox.sequence
      let events = try recording.events(of: turn)
      let refused = await session.live.replay(events) { [weak session] _ in session.map(WebScreen.init) }
      // Another program may have carried it out.
      if let (number, refusal) = refused, program == journal.program {
        session.noteRefusal(of: number, because: refusal)
      }
      session.noteIntents(in: events)
      hasChanged = session.outbox.sequence > before
      if case .returned(let next)? = events.first?.event as? SessionEvent, next != program {
        session.noteOtherProgram()
        program = next
      }
    }
    if await session.live.lostActs > 0 { throw SessionRecording.Refusal.otherScreen }
    await settleApp(journal)
    try Task.checkCancellation()
    // Of a turn that was being written when the process ended, some of what has come in it may be missing.
    session.outbox.begin(
      returns: returns, isWhole: !hasChanged || recording.turns.last?.isWhole == true)
    // The same program shows what the page has: it goes on from there. Another's screen may differ.
    if program == journal.program { _ = session.outbox.takeFresh() }
    session.recorder?.note(recording.lastArrival)
    session.recorder?.beginning = recording.turns.last?.end ?? recording.startPosition
    let concerns = await session.live.concerns
    let doubted = program == journal.program ? [] : try await neverMade(by: session.live, recording, journal)
    await session.live.goOn(
      in: journal.program,
      missed: try await MissedEvents.read(
        after: recording.lastArrival, concerning: concerns, from: journal.log, journal.decoder, journal.history),
      repeatsRequests: repeatsRequests, butFor: doubted)
    if program != journal.program { session.noteOtherProgram() }
    if await session.live.lacksPrivate { session.noteLackOfPrivate() }
    // Not before: a snapshot of the turns of its return would have what was noted since otherwise.
    let played = recording.turns.count
    await session.live.withScreen { [recorder = session.recorder] _ in recorder?.turnsPlayed = played }
    session.noteReturn()
  }

  /// Waits until what the app's stream has accepted has been delivered, and is durable: behind that, everything that a session observes by
  /// now has been recorded, or comes to it. Where the stream stands still, nobody waits for it for longer than some seconds.
  func settleApp(_ journal: Journal?) async {
    await wait(atMost: configuration.patienceForApp) { [stream] in await stream.settle() }
    await journal?.settle()
  }

  /// What a session has asked for, now that another program plays what its user did, that the program which recorded it hasn't.
  private func neverMade(
    by live: LiveSession, _ recording: SessionRecording, _ journal: Journal
  ) async throws -> Set<EventID> {
    let requests = await live.unansweredRequestsOfActs
    if requests.isEmpty { return [] }
    let answered = Set(recording.turns.lazy.flatMap { $0.inputs }.compactMap { $0.answers })
    let end = recording.turns.last?.end ?? recording.startPosition
    return Set(requests.map(\.id)).subtracting(
      try await MadeRequests.among(requests, besides: answered, before: end, in: journal.log, journal.decoder))
  }

  /// Begins a session with a snapshot, which may be another program's.
  ///
  /// - Parameter isOnlyBeginning: Whether there is nothing else to make it of.
  func restore(_ start: KeptSession, in session: WebSession, isOnlyBeginning: Bool) async throws {
    try await session.live.restore(
      start.session, by: SnapshotJSON(), isOfOtherProgram: start.program != program, isOnlyBeginning: isOnlyBeginning
    ) { [weak session] _ in session.map(WebScreen.init) }
    session.outbox.goOn(as: start)
  }
}
