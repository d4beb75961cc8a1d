internal import EventLog
internal import EventStream

/// The events that led to one, and those that it led to; these are found as they come.
struct CauseChain {
  private let causes: Set<EventID>
  private var effects: Set<EventID>

  /// - Throws: What the log throws; and that there is no such event.
  init(of id: EventID, in opened: OpenedLog) async throws {
    // A cause stands before what it causes, on whichever stream. Only the ids are kept: a log may be long.
    var known: [EventID: EventID] = [:]
    // Whoever follows the chain reads it all again, and says what is damaged.
    var reader = RecordReader(opened, of: nil, after: 0, isQuiet: true)
    reading: while true {
      guard let records = try await reader.next() else { throw Self.missing(id, reader.hasDamage) }
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

  private static func missing(_ id: EventID, _ hasDamage: Bool) -> CommandFailure {
    if !hasDamage { return CommandFailure("there is no event \(id)") }
    return CommandFailure("there is no event \(id) in what can be read of the log", code: CommandFailure.damaged)
  }

  /// Whether an event belongs to it. To be asked of all, in the order of recording: what an effect causes is one too.
  mutating func contains(_ record: LogRecord) -> Bool {
    if causes.contains(record.id) || effects.contains(record.id) { return true }
    guard let cause = record.cause, effects.contains(cause) else { return false }
    effects.insert(record.id)
    return true
  }
}
