internal import ArgumentParser
internal import EventLog

/// Reads a log's records in order, some at a time, and passes over what is damaged: it says so, and that is remembered for the
/// exit code, as it is that the log is only what is left of one.
struct RecordReader {
  let log: any EventLog
  /// The stream to read; `nil` for all.
  let source: LogSource?
  /// Where the next reading begins.
  var place: UInt64
  /// Whether something was passed over, or is missing.
  private(set) var hasDamage: Bool
  /// Whether it says what it passes over.
  private let isQuiet: Bool

  /// - Parameter isQuiet: Whether another reader says what is passed over.
  init(_ opened: OpenedLog, of source: LogSource?, after place: UInt64, isQuiet: Bool = false) {
    log = opened.log
    hasDamage = opened.isSalvaged
    self.source = source
    self.place = place
    self.isQuiet = isQuiet
  }

  /// Ends the command with the code for damage if there was any.
  func end() throws {
    if hasDamage { throw ExitCode(CommandFailure.damaged) }
  }

  /// Prints a record; one that carries what is no value is passed over.
  mutating func say(_ record: LogRecord, as line: EventLine) throws {
    let text: String
    do { text = try line.text(of: record) } catch EventLogError.damaged(_, _, let reason) {
      Terminal.warn("event \(record.position) is damaged, and passed over: \(reason)")
      return hasDamage = true
    }
    try Terminal.say(text)
  }

  /// The next records; `nil` if there are none so far.
  mutating func next() async throws -> [LogRecord]? {
    while true {
      do {
        let records = try await log.records(of: source, after: place, limit: 1_000)
        guard let last = records.last else { return nil }
        place = last.position
        return records
      } catch let error as EventLogError {
        guard case .damaged(let position, let end, let reason) = error, end > place else { throw error }
        if !isQuiet { Terminal.warn("events \(position + 1) to \(end) are damaged, and passed over: \(reason)") }
        hasDamage = true
        place = end
      }
    }
  }
}
