internal import EventLog
internal import EventStream
internal import ViewKit

extension SessionStore {
  /// Begins a session that goes on from a moment of a recorded one. It waits for its page.
  ///
  /// - Parameters:
  ///   - visitor: Whose page it will be.
  ///   - address: Where the request comes from, for the rate limit.
  /// - Returns: The path where the page shows its screen.
  /// - Throws: ``Refusal``, and what the log and its events throw; no session is left then.
  func goOn(
    from moment: RecordedMoment, of continuation: Continuation, visitor: String, from address: String
  ) async throws -> String {
    let (id, token) = (RandomToken.make(), RandomToken.make())
    let opening = SessionOpening(
      path: moment.opening.path, visitor: moment.opening.visitor, seed: moment.opening.seed,
      proof: journal == nil ? "" : SessionProof.made(of: token, visitor: visitor),
      program: journal?.program ?? "", actsBefore: moment.lastAct)
    let records = try moment.records(of: id, opening)
    let recording = try SessionRecording(records, decoder: continuation.decoder)
    let quota = try admit(from: address)
    let session = makeSession(id, of: .page(token: token, visitor: visitor), quota, opening)
    try takeIn(session)
    do {
      if let journal {
        journal.log.note(user: opening.visitor.id, of: id)
        try await journal.log.add(records)
      }
      for turn in recording.turns {
        await session.live.replay(try recording.events(of: turn)) { [weak session] _ in session.map(WebScreen.init) }
      }
      await session.live.goOn(
        in: opening.program, missed: await missed(by: session, since: recording, in: continuation),
        repeatsRequests: false)
    } catch {
      await dismiss(session)
      throw error
    }
    let path = await session.live.withScreen { $0.path } ?? opening.path
    continued.add(session, for: visitor, at: path)
    return path
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
