internal import EventLog
internal import EventStream
internal import Logging

extension EventLog {
  /// Sessions that are brought back keep the ids of their events, so nothing new may get those.
  func reserveIdentities(_ logger: Logger) async {
    if let last = lastIdentity { return last.reserve(margin: 1_000) }
    // A log of before that was noted. Identities are given in order; of sessions that began at once, the youngest need not have
    // the last, and a process has streams besides.
    do {
      for session in try await sessions(limit: 100) {
        let first = try? await records(of: .session(session.id), after: 0, limit: 1).first
        if let first { StreamIdentity(of: first.id).reserve(margin: 10_000) }
      }
    } catch {
      logger.warning("it isn't known which ids events of the log have", metadata: ["error": "\(error)"])
    }
  }
}
