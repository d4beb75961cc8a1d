internal import EventLog
internal import EventStream

/// What has passed on the app's stream while a session was away.
enum MissedEvents {
  /// A session that has missed more that concerns it begins anew.
  static let limit = 50_000

  /// Too much has happened.
  struct TooMany: Error, CustomStringConvertible {
    var description: String { "more than \(MissedEvents.limit) events that it observes have happened meanwhile" }
  }

  /// Reads what came after the last event that a session had from the app's stream, and concerns it.
  ///
  /// - Parameters:
  ///   - last: How far it has heard it.
  ///   - concerns: What is for this session: the cases that it observes, and its requests that were not answered.
  /// - Throws: ``TooMany``, and what the log throws.
  static func read(
    after last: AppPlace, concerning concerns: (cases: Set<String>, requests: Set<EventID>), from log: any EventLog,
    _ decoder: EventDecoder, _ history: AppHistory
  ) async throws -> [RecordedEvent] {
    if concerns.cases.isEmpty, concerns.requests.isEmpty { return [] }
    // Times are those of a coarse clock, taken by several threads: near the place, the id decides.
    let time = last.time.advanced(by: .seconds(-2))
    let (cases, requests) = concerns
    var found = try await history.events(since: time, orBehind: last.position, from: log, limit: limit) { record in
      // What the session observes goes by the names of this program, which the log may have called otherwise.
      decoder.name(of: record).map(cases.contains) == true || record.id == last.id
        || record.answers.map(requests.contains) == true
    }
    if found.count > limit { throw TooMany() }
    // A request that was made again has the same id there as before, and another time; unless the clock hasn't ticked in between. Then it
    // is heard twice rather than not at all, with what came in between.
    let exact = found.firstIndex { $0.id == last.id && $0.time == last.time }
    if let known = exact ?? found.lastIndex(where: { $0.id == last.id }) {
      found.removeFirst(known + 1)
    } else {
      // What stands behind the session's own record came later, whatever a clock says that was set back.
      found.removeAll { $0.time < last.time && (last.position == 0 || $0.position < last.position) }
    }
    // One of a type that nothing here uses, or that no migration tells of, is for nobody here.
    return found.compactMap { record in (try? RecordedEvent(record, decoder)) ?? nil }
  }
}
