internal import EventLog

/// Taking in what a log has.
extension LogIndex {
  /// How many records are read at a time.
  private static let batch = 20_000

  /// Reads on in the log.
  ///
  /// - Parameter patience: How long, before whoever waits is told how far it is.
  /// - Returns: Whether there may be more.
  func grow(from log: any EventLog, for patience: Duration) async throws -> Bool {
    let end = ContinuousClock.now + patience
    repeat {
      let next = try await log.undamagedHeads(after: lastPosition, limit: Self.batch)
      add(next.found, behind: next.damage)
      // What is less than was asked for is all, or what stands before a damage. More may come at any moment, and waits for the next time.
      if next.found.heads.count < Self.batch { return !next.damage.isEmpty }
    } while ContinuousClock.now < end
    return true
  }

  /// Reads on in the log up to a place, or to its end.
  ///
  /// - Parameter patience: How long at most.
  /// - Returns: Whether it has come that far.
  func grow(from log: any EventLog, upTo place: UInt64, within patience: Duration) async throws -> Bool {
    let end = ContinuousClock.now + patience
    while lastPosition < place {
      let before = lastPosition
      _ = try await grow(from: log, for: .zero)
      if lastPosition == before { return true }
      if ContinuousClock.now > end { return lastPosition >= place }
    }
    return true
  }
}
