internal import EventLog
internal import EventStream

/// The events that led to one, and those that it led to; these are found as they come.
struct CauseChain {
  private let causes: Set<EventID>
  private var effects: Set<EventID>

  /// - Throws: What the log throws; and that there is no such event.
  init(of id: EventID, in log: any EventLog) async throws {
    // A cause stands before what it causes, on whichever stream. Only the ids are kept: a log may be long.
    var known: [EventID: EventID] = [:]
    var place: UInt64 = 0
    reading: while true {
      let records = try await log.records(of: nil, after: place, limit: 10_000)
      guard let last = records.last else { throw CommandFailure("there is no event \(id)") }
      place = last.position
      for record in records {
        if let cause = record.cause { known[record.id] = cause }
        if record.id == id { break reading }
      }
    }
    var found: Set<EventID> = []
    var next = known[id]
    while let cause = next, found.insert(cause).inserted { next = known[cause] }
    causes = found
    effects = [id]
  }

  /// Whether an event belongs to it. To be asked of all, in the order of recording: what an effect causes is one too.
  mutating func contains(_ record: LogRecord) -> Bool {
    if causes.contains(record.id) || effects.contains(record.id) { return true }
    guard let cause = record.cause, effects.contains(cause) else { return false }
    effects.insert(record.id)
    return true
  }
}
