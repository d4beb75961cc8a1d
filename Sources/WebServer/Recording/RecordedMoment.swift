internal import EventLog
internal import EventStream
internal import ViewKit

/// A recorded session up to a moment: what another begins with that goes on from there.
struct RecordedMoment {
  /// How many events are played at most.
  static let limit = 200_000

  let opening: SessionOpening
  /// The greatest number that a page gave to what its user did.
  let lastAct: Int
  private let records: [LogRecord]
  private let decoder: EventDecoder

  /// Reads a session up to an event, with all that follows from what had come to the session by then.
  ///
  /// - Throws: `SessionRecording.Refusal.unknown`, ``ContinuationRefusal``, and what the log and its events throw.
  static func read(
    _ session: String, at position: UInt64, from log: any EventLog, _ decoder: EventDecoder
  ) async throws -> RecordedMoment {
    var records: [LogRecord] = []
    reading: while true {
      let more = try await log.records(of: .session(session), after: records.last?.position ?? 0, limit: 5_000)
      if more.isEmpty { break }
      for record in more {
        if record.position > position, record.marks.contains(.input) { break reading }
        records.append(record)
      }
      if records.count > limit { throw ContinuationRefusal.tooLong }
    }
    _ = SessionEvent.eventType
    guard let first = records.first, first.position <= position,
      case .opened(let opening)? = try decoder.event(of: first) as? SessionEvent
    else { throw SessionRecording.Refusal.unknown(session) }
    let lastAct = try lastAct(in: records, decoder)
    // The page goes on counting from there.
    guard lastAct <= WebSession.greatestNumber / 2 else { throw ContinuationRefusal.uncountable }
    return RecordedMoment(opening: opening, lastAct: lastAct, records: records, decoder: decoder)
  }

  /// The same as another session's: under its name, with ids that no stream has had, so that neither is taken for the other.
  ///
  func records(of session: String, _ opening: SessionOpening) throws -> [LogRecord] {
    guard let first = records.first else { return [] }
    let (old, new) = (StreamIdentity(of: first.id), StreamIdentity.unused())
    return try records.map { record in
      LogRecord(
        position: record.position, source: .session(session), name: record.name, sequence: record.sequence,
        id: record.id.moved(from: old, to: new), cause: record.cause?.moved(from: old, to: new),
        answers: record.answers?.moved(from: old, to: new),
        requests: record.requests.map { RecordedRequest(id: $0.id.moved(from: old, to: new), name: $0.name) },
        time: record.time, marks: record.marks, version: record.version, payload: try payload(of: record, opening))
    }
  }

  private static func lastAct(in records: [LogRecord], _ decoder: EventDecoder) throws -> Int {
    let inputs = records.filter { $0.marks.contains(.input) && $0.name.hasPrefix("SessionEvent.") }
    return try inputs.map { record in
      switch try decoder.event(of: record) as? SessionEvent {
      case .acted(let act): act.number
      case .visited(let visit): visit.number
      default: 0
      }
    }.max() ?? 0
  }

  private func payload(of record: LogRecord, _ opening: SessionOpening) throws -> LogPayload {
    guard record.marks.contains(.input), record.name.hasPrefix("SessionEvent.") else { return record.payload }
    switch try decoder.event(of: record) as? SessionEvent {
    case .opened: return try LogPayload(SessionEvent.opened(opening))
    default: return record.payload
    }
  }
}
