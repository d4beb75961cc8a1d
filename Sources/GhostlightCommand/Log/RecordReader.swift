internal import EventLog

/// Reads a log's records in order, some at a time, and passes over what is damaged: it says so, and that is remembered for the
/// exit code.
struct RecordReader {
  let log: any EventLog
  /// The stream to read; `nil` for all.
  let source: LogSource?
  /// Where the next reading begins.
  var place: UInt64
  /// Whether something was passed over.
  private(set) var hasDamage = false

  init(_ log: any EventLog, of source: LogSource?, after place: UInt64) {
    self.log = log
    self.source = source
    self.place = place
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
        Terminal.warn("events \(position + 1) to \(end) are damaged, and passed over: \(reason)")
        hasDamage = true
        place = end
      }
    }
  }
}
