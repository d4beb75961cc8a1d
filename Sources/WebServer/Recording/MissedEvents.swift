internal import EventLog
internal import EventStream

/// What has passed on the app's stream while a session was away.
enum MissedEvents {
  /// How many events are looked through for a session that returns; one that has missed more begins anew.
  static let limit = 50_000

  /// Too much has happened.
  struct TooMany: Error {}

  /// Reads what came after the last event that a session had from the app's stream.
  ///
  /// - Parameters:
  ///   - last: How far it has heard it.
  /// - Throws: ``TooMany``, and what the log and its events throw.
  static func read(
    after last: AppPlace, from log: any EventLog, _ decoder: EventDecoder
  ) async throws -> [RecordedEvent] {
    // Times are those of a coarse clock, taken by several threads: near the place, the id decides.
    let time = last.time.advanced(by: .seconds(-2))
    var place = try await firstPlace(since: time, before: last.position, in: log)
    var found: [LogRecord] = []
    var isKnown = false
    while true {
      let records = try await log.records(of: .app, after: place, limit: 1000)
      guard let end = records.last?.position else { break }
      place = end
      for record in records {
        if record.id == last.id {
          isKnown = true
          found = []
        } else {
          found.append(record)
        }
      }
      if found.count > limit { throw TooMany() }
    }
    if !isKnown { found.removeAll { $0.time < last.time } }
    // One of a type that nothing here uses, or that no migration tells of, is for nobody here.
    return found.compactMap { record in (try? RecordedEvent(record, decoder)) ?? nil }
  }

  /// A place behind which the app's events are that are no older than a moment. They are in the order of their times, so this
  /// halves what remains until it is there.
  private static func firstPlace(
    since time: Timestamp, before end: UInt64, in log: any EventLog
  ) async throws -> UInt64 {
    var (low, high) = (UInt64(0), end)
    while low < high {
      let middle = low + (high - low) / 2
      let next = try await log.records(of: .app, after: middle, limit: 1).first
      if let next, next.time < time { low = max(next.position, middle + 1) } else { high = middle }
    }
    return low > 0 ? low - 1 : 0
  }
}
