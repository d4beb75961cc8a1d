internal import EventLog
internal import EventStream
internal import ViewKit

/// A session as a log has it: how it began, and the turns that came after.
struct SessionRecording {
  let opening: SessionOpening
  /// What came from outside, turn by turn; the first opens the session.
  let turns: [[RecordedEvent]]
  /// The number of the last thing that the page has said its user did.
  let lastIntent: Int
  /// The last event that came to it from the app's stream, if any did, otherwise its opening; and its place in the log.
  let lastArrival: (envelope: Envelope, position: UInt64)

  /// Why a session can't be brought back.
  enum Refusal: Error, Equatable {
    /// It isn't in the log, or has no beginning there.
    case unknown
    /// It has ended.
    case ended
    /// Some of it was never written.
    case incomplete
  }

  /// Reads what a log has of a session.
  ///
  /// - Throws: ``Refusal``; what the log throws, and what its events do when they are decoded.
  static func read(_ id: String, from log: any EventLog) async throws -> SessionRecording {
    guard let session = try await log.session(id) else { throw Refusal.unknown }
    if session.isEnded { throw Refusal.ended }
    if session.isIncomplete { throw Refusal.incomplete }
    var records: [LogRecord] = []
    while true {
      let more = try await log.records(of: .session(id), after: records.last?.position ?? 0, limit: 10_000)
      records += more
      if more.count < 10_000 { break }
    }
    return try SessionRecording(records)
  }

  init(_ records: [LogRecord]) throws {
    var turns: [[RecordedEvent]] = []
    var lastIntent = 0
    var lastArrival: (envelope: Envelope, position: UInt64)?
    for record in records where record.marks.contains(.input) {
      let recorded = try RecordedEvent(record)
      if record.marks.contains(.beginsTurn) || turns.isEmpty { turns.append([]) }
      turns[turns.count - 1].append(recorded)
      if lastArrival == nil || StreamIdentity(of: record.id) != StreamIdentity(of: turns[0][0].envelope.id) {
        lastArrival = (recorded.envelope, record.position)
      }
      switch recorded.event as? SessionEvent {
      case .acted(let act): lastIntent = max(lastIntent, act.number)
      case .visited(let visit): lastIntent = max(lastIntent, visit.number)
      case .ended: throw Refusal.ended
      default: break
      }
    }
    guard let lastArrival, case .opened(let opening)? = turns.first?.first?.event as? SessionEvent else {
      throw Refusal.unknown
    }
    self.opening = opening
    self.turns = turns
    self.lastIntent = lastIntent
    self.lastArrival = lastArrival
  }
}

extension RecordedEvent {
  /// Reads an event back from its record.
  init(_ record: LogRecord) throws {
    let event = try record.event()
    self.init(
      event,
      Envelope(
        recorded: type(of: event).eventType, tag: event.tag, sequence: record.sequence, id: record.id,
        time: record.time, cause: record.cause, answers: record.answers,
        requests: record.requests.map { ($0.id, $0.name) }))
  }
}
