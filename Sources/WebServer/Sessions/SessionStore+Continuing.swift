internal import EventLog
internal import EventStream
internal import ViewKit

extension SessionStore {
  /// Begins a session that goes on from a moment of a recorded one. It waits for its page.
  ///
  /// - Parameters:
  ///   - session: The recorded session.
  ///   - position: The place of an event of it.
  ///   - visitor: Whose page it will be.
  ///   - address: Where the request comes from, for the rate limit.
  /// - Returns: The path where the page shows its screen.
  /// - Throws: ``Refusal``, and as `RecordedMoment.read`; no session is left then.
  func goOn(
    from session: String, at position: UInt64, in continuation: Continuation, visitor: String, from address: String
  ) async throws -> String {
    let near = try await RecordedMoment.read(
      session, at: position, from: continuation.log, continuation.decoder,
      keptBy: program, mostPlayed: journal?.mostPlayed ?? SessionRecording.mostPlayed)
    let quota = try admit(from: address)
    do {
      return try await goOn(from: near, in: continuation, visitor: visitor, quota, isOnlyBeginning: false)
    } catch let error where near.start != nil && !(error is Refusal) {
      // As when a session returns: a snapshot that doesn't do costs time. Where all of it can't be read there is nothing else.
      let whole = try? await RecordedMoment.read(session, at: position, from: continuation.log, continuation.decoder)
      return try await goOn(from: whole ?? near, in: continuation, visitor: visitor, quota, isOnlyBeginning: true)
    }
  }

  private func goOn(
    from moment: RecordedMoment, in continuation: Continuation, visitor: String, _ quota: AddressQuota,
    isOnlyBeginning: Bool
  ) async throws -> String {
    let (id, token) = (RandomToken.make(), RandomToken.make())
    let opening = SessionOpening(
      path: moment.opening.path, visitor: moment.opening.visitor, seed: moment.opening.seed,
      proof: journal == nil ? "" : SessionProof.made(of: token, visitor: visitor),
      program: journal?.program ?? "", actsBefore: moment.lastAct)
    let copy = try moment.copy(as: id, opening)
    let session = makeSession(id, of: .page(token: token, visitor: visitor), quota, opening)
    try takeIn(session, of: visitor)
    do {
      let recording = try copy.recording(continuation.decoder)
      try await play(recording, in: session, isOnlyBeginning: isOnlyBeginning)
      await settleApp(journal)
      if let journal {
        journal.log.note(user: opening.visitor.id, of: id)
        try await copy.write(to: journal.log)
      }
      await session.live.goOn(
        in: opening.program, missed: await missed(by: session, since: recording, in: continuation),
        repeatsRequests: false)
      // As it would be if it returned: from a snapshot of another program its views have been numbered anew.
      if recording.program != program { session.noteOtherProgram() }
    } catch {
      await dismiss(session)
      throw error
    }
    session.waitForPage(configuration.firstConnectionGrace)
    let path = await session.live.withScreen { $0.path } ?? opening.path
    continued.add(session, for: visitor, at: path)
    return path
  }

  private func play(_ recording: SessionRecording, in session: WebSession, isOnlyBeginning: Bool) async throws {
    if let start = recording.start { try await restore(start, in: session, isOnlyBeginning: isOnlyBeginning) }
    var slice = TimeSlice()
    for turn in recording.turns {
      await slice.giveWayIfOver()
      session.outbox.leap(returns: turn.returns)
      await session.live.replay(try recording.events(of: turn)) { [weak session] _ in session.map(WebScreen.init) }
    }
    // As when a session returns: what its user did has been done to nothing, and all of it may say to what.
    if recording.beginsWithOther, await session.live.lostActs > 0 { throw SessionRecording.Refusal.otherScreen }
    // It is recorded as one that returns.
    session.outbox.begin(returns: recording.returns + (journal == nil ? 0 : 1), isWhole: false)
  }

  /// What has passed on the app's stream since the moment; nothing if that is too much: screens ask anew when they return.
  private func missed(
    by session: WebSession, since recording: SessionRecording, in continuation: Continuation
  ) async -> [RecordedEvent] {
    let concerns = await session.live.concerns
    let events = try? await MissedEvents.read(
      after: recording.lastArrival, concerning: concerns, from: continuation.log, continuation.decoder, AppHistory())
    return events ?? []
  }
}
