/// What was found behind a place in a log, and what couldn't be read on the way.
package struct Undamaged<Found: Sendable>: Sendable {
  /// What was found.
  package let found: Found
  /// The place up to which was looked; the one that was given if nothing stands behind it.
  package let place: UInt64
  /// The places whose records are lost, in order.
  package let damage: [ClosedRange<UInt64>]
}

extension EventLog {
  /// Reads records as ``records(of:after:limit:)`` does, but goes on behind blocks that are damaged.
  package func undamaged(
    of source: LogSource?, after position: UInt64, limit: Int
  ) async throws -> Undamaged<[LogRecord]> {
    try await undamaged(after: position, last: { $0.last?.position }) { place in
      try await records(of: source, after: place, limit: limit)
    }
  }

  /// Reads heads as ``heads(after:limit:)`` does, but goes on behind blocks that are damaged.
  package func undamagedHeads(after position: UInt64, limit: Int) async throws -> Undamaged<LogHeads> {
    try await undamaged(after: position, last: { $0.heads.last?.position }) { place in
      try await heads(after: place, limit: limit)
    }
  }

  private func undamaged<Found: Sendable>(
    after position: UInt64, last: (Found) -> UInt64?, read: (UInt64) async throws -> Found
  ) async throws -> Undamaged<Found> {
    var (place, damage) = (position, [ClosedRange<UInt64>]())
    while true {
      do {
        let found = try await read(place)
        return Undamaged(found: found, place: last(found) ?? place, damage: damage)
      } catch EventLogError.damaged(let from, let end, let reason) {
        guard end > place else { throw EventLogError.damaged(position: from, through: end, reason: reason) }
        damage.append(place + 1...end)
        place = end
      }
    }
  }
}
