extension EventLog {
  /// Finds a session by its name, or by how its name begins, as people write names down.
  ///
  /// - Throws: ``EventLogError/noSession(named:)``, ``EventLogError/severalSessions(named:)``, and what the log throws.
  public func session(named beginning: String) async throws -> RecordedSession {
    if let session = try await session(beginning) { return session }
    let found = try await sessions(limit: .max).filter { $0.id.hasPrefix(beginning) }
    if found.count > 1 { throw EventLogError.severalSessions(named: beginning) }
    guard let session = found.first, !beginning.isEmpty else { throw EventLogError.noSession(named: beginning) }
    return session
  }
}
