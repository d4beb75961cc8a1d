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
  /// What the events follow on, and the place of the last that is in it; `nil` if they are all.
  let start: (kept: KeptSession, position: UInt64)?
  private let records: [LogRecord]
  private let decoder: EventDecoder

  /// Reads a session up to an event, with all that follows from what had come to the session by then.
  ///
  /// - Parameters:
  ///   - program: The program whose snapshots do to begin with; all of the session is read unless given.
  ///   - mostPlayed: A session of more events begins with another program's snapshot too.
  /// - Throws: `SessionRecording.Refusal`, ``ContinuationRefusal``, and what the log and its events throw.
  static func read(
    _ session: String, at position: UInt64, from log: any EventLog, _ decoder: EventDecoder,
    keptBy program: String? = nil, mostPlayed: Int = SessionRecording.mostPlayed
  ) async throws -> RecordedMoment {
    let start: (kept: KeptSession, position: UInt64)?
    if let program, let recorded = try await log.session(session) {
      start = try await KeptSession.nearest(
        of: recorded, before: position, keptBy: program, version: decoder.version, mostPlayed: mostPlayed, from: log)
    } else {
      start = try await KeptSession.first(of: session, before: position, from: log)
    }
    if let start, start.position <= position {
      // What goes on from it couldn't return.
      if let version = start.kept.version, version != decoder.version {
        throw SessionRecording.Refusal.otherVersion(version)
      }
      // With the last event that is in it: a log knows sessions by their events.
      let records = try await records(of: session, after: max(start.position, 1) - 1, at: position, from: log)
      return try RecordedMoment(start.kept.session.opening, records, behind: start, decoder)
    }
    let records = try await records(of: session, after: 0, at: position, from: log)
    _ = SessionEvent.eventType
    guard let first = records.first, first.position <= position,
      case .opened(let opening)? = try decoder.event(of: first) as? SessionEvent
    else {
      throw records.isEmpty ? SessionRecording.Refusal.unknown(session) : .withoutBeginning(session)
    }
    return try RecordedMoment(opening, records, behind: nil, decoder)
  }

  private static func records(
    of session: String, after start: UInt64, at position: UInt64, from log: any EventLog
  ) async throws -> [LogRecord] {
    var records: [LogRecord] = []
    while true {
      let more = try await log.records(
        of: .session(session), after: records.last?.position ?? start, limit: 5_000)
      if more.isEmpty { return records }
      for record in more {
        if record.position > position, record.marks.contains(.input) { return records }
        records.append(record)
      }
      if records.count > limit { throw ContinuationRefusal.tooLong }
    }
  }

  private init(
    _ opening: SessionOpening, _ records: [LogRecord], behind start: (kept: KeptSession, position: UInt64)?,
    _ decoder: EventDecoder
  ) throws {
    self.opening = opening
    self.records = records
    self.start = start
    self.decoder = decoder
    let before = start.map { $0.kept.lastIntent.addingReportingOverflow(opening.actsBefore ?? 0) }
    lastAct = max(before?.partialValue ?? 0, try Self.lastAct(in: records, decoder))
    // The page goes on counting from there.
    guard before?.overflow != true, lastAct <= WebSession.greatestNumber / 2 else {
      throw ContinuationRefusal.uncountable
    }
  }

  /// The same as another session's: under its name, with ids that no stream has had, so that neither is taken for the other.
  func copy(as session: String, _ opening: SessionOpening) throws -> RecordedCopy {
    guard let old = start?.kept.session.point.identity ?? records.first.map({ StreamIdentity(of: $0.id) }) else {
      return RecordedCopy(start: nil, records: [])
    }
    let new = StreamIdentity.unused()
    let moved = try records.map { record in
      LogRecord(
        position: record.position, source: .session(session), name: record.name, sequence: record.sequence,
        id: record.id.moved(from: old, to: new), cause: record.cause?.moved(from: old, to: new),
        answers: record.answers?.moved(from: old, to: new),
        requests: record.requests.map { RecordedRequest(id: $0.id.moved(from: old, to: new), name: $0.name) },
        time: record.time, marks: record.marks, version: record.version, payload: try payload(of: record, opening))
    }
    return RecordedCopy(
      start: start.map { ($0.kept.moved(from: old, to: new, opening), $0.position) }, records: moved)
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

/// What a session that goes on from a moment begins with.
struct RecordedCopy {
  /// What the events follow on, and the place of the last that is in it; `nil` if they are all.
  let start: (kept: KeptSession, position: UInt64)?
  let records: [LogRecord]

  /// What of it is played.
  func recording(_ decoder: EventDecoder) throws -> SessionRecording {
    try SessionRecording(
      records.filter { $0.position > start?.position ?? 0 }, behind: start?.kept, decoder: decoder)
  }

  /// Puts it into the log of the session, durable on return, and behind it that the session is about to go on.
  ///
  /// Both at once: what the recorded session had asked for mustn't be asked for again, whenever the process ends. And what comes next need not
  /// have the number behind the last one that was copied, for another program may count otherwise.
  func write(to log: any EventLog) async throws {
    let start = try start.map { LogSnapshot(position: $0.position, content: try $0.kept.content()) }
    let note = try records.last.map(Self.note)
    try await log.add(records + (note.map { [$0] } ?? []), with: start.map { [$0] } ?? [], of: nil)
  }

  private static func note(behind last: LogRecord) throws -> LogRecord {
    let note = SessionEvent.returning
    return LogRecord(
      position: last.position + 1, source: last.source, name: note.name, sequence: 0, id: Journal.unusedID(),
      cause: nil, answers: nil, requests: [], time: EventClock.coarse.now, marks: .endsCopy, version: last.version,
      payload: try LogPayload(note))
  }
}

extension LogMarks {
  /// What stands before it is a copy of another session's, and what stands behind it the session's own.
  static let endsCopy = LogMarks(rawValue: 128)
}

extension KeptSession {
  /// The same as another session's, which no page has seen yet.
  fileprivate func moved(
    from old: StreamIdentity, to new: StreamIdentity, _ opening: SessionOpening
  ) -> KeptSession {
    KeptSession(
      session: session.moved(to: new, opening), program: program, patches: patches, lastIntent: 0,
      lastOfOtherProgram: -1, version: version, last: last.moved(from: old, to: new),
      place: place.moved(from: old, to: new))
  }
}
