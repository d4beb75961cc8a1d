internal import EventLog
internal import EventStream

/// What has passed on the app's stream while a session was away.
enum MissedEvents {
  /// A session that has missed more that concerns it begins anew.
  static let limit = 50_000
  /// The same of what they carry.
  static let mostBytes = 64 << 20

  /// Too much has happened.
  struct TooMany: Error, CustomStringConvertible {
    var description: String {
      "more than \(MissedEvents.limit) events that it observes have happened meanwhile, or they carry more than "
        + "\(MissedEvents.mostBytes >> 20) MB"
    }
  }

  /// Reads what came after the last event that a session had from the app's stream, and concerns it.
  ///
  /// - Parameters:
  ///   - last: How far it has heard it.
  ///   - concerns: What is for this session: the cases that it observes, its requests that were not answered, and whose it is.
  /// - Throws: ``TooMany``, and what the log throws; what is for it and can't be decoded, it can't be shown.
  static func read(
    after last: AppPlace, concerning concerns: (cases: Set<String>, requests: Set<EventID>, visitor: String),
    from log: any EventLog, _ decoder: EventDecoder, _ history: AppHistory
  ) async throws -> [RecordedEvent] {
    if concerns.cases.isEmpty, concerns.requests.isEmpty { return [] }
    // Times are those of a coarse clock, taken by several threads: near the place, the id decides.
    let time = last.time.advanced(by: .seconds(-2))
    let (cases, visitor) = (concerns.cases, concerns.visitor)
    // Of those cases what is for others counts for nothing, however much that is.
    let addressed = cases.filter(isAddressed)
    // Whatever a request of its is called here: another program may have made it (`RecordedRequests`).
    let askers = Set(concerns.requests.map(StreamIdentity.init(of:)))
    var found = try await history.events(
      since: time, orBehind: last.position, from: log, limit: limit, bytes: mostBytes,
      reach: { record in
        guard let event = try? decoder.event(of: record) else { return nil }
        return type(of: event).eventType.reach(of: event)
      },
      where: { record, reach in
        if record.id == last.id || record.answers.map({ askers.contains(StreamIdentity(of: $0)) }) == true {
          return true
        }
        // What the session observes goes by the names of this program, which the log may have called otherwise.
        guard let name = decoder.name(of: record), cases.contains(name) else { return false }
        return !addressed.contains(name) || reach()?.includes(visitor) != false
      })
    if found.count > limit || found.payloadBytes > mostBytes { throw TooMany() }
    // A request that was made again has the same id there as before, and another time; unless the clock hasn't ticked in between. Then it
    // is heard twice rather than not at all, with what came in between.
    let exact = found.firstIndex { $0.id == last.id && $0.time == last.time }
    if let known = exact ?? found.lastIndex(where: { $0.id == last.id }) {
      found.removeFirst(known + 1)
    } else {
      // What stands behind the session's own record came later, whatever a clock says that was set back.
      found.removeAll { $0.time < last.time && (last.position == 0 || $0.position < last.position) }
    }
    return try found.compactMap { record in
      // One of a type that nothing here uses is for nobody here. What can't be read otherwise would be passed over without a word.
      do { return try RecordedEvent(record, decoder) } catch EventLogError.unknownEvent { return nil }
    }
  }

  /// Whether the events of a case say for whom they are.
  private static func isAddressed(_ name: String) -> Bool {
    guard let type = EventType.named(name), let tag = type.tag(ofName: name) else { return false }
    return type.saysForWhom(tag: tag)
  }
}
