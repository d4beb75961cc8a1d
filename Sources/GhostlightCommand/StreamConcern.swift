internal import EventLog
internal import EventStream

/// Which records have to do with a stream: its own, and those of the app's that they name or were caused by, wherever in the log
/// they stand.
struct StreamConcern {
  private let source: LogSource?
  private var named: Set<EventID> = []

  /// - Parameter source: The stream; `nil` for all.
  init(_ source: LogSource?) { self.source = source }

  /// Notes what a stream's own records name.
  private mutating func learn(_ records: [LogRecord]) {
    guard let source, source != .app else { return }
    for record in records where record.source == source {
      named.formUnion([record.id, record.cause, record.answers].compactMap(\.self))
    }
  }

  /// Notes what all of a stream's records behind a place name; those of a chain, wherever they stand, if one is followed.
  mutating func learn(from opened: OpenedLog, after place: UInt64, through sieve: EventSieve) async throws {
    guard let source, source != .app else { return }
    var sieve = sieve
    // A chain is followed through all streams. Whoever reads all of it again, says what is damaged.
    var reader = RecordReader(
      opened, of: sieve.followsChain ? nil : source, after: sieve.followsChain ? 0 : place, isQuiet: true)
    while let records = try await reader.next() { learn(records.filter { sieve.follows($0) }) }
  }

  /// Whether a record is concerned.
  func contains(_ record: LogRecord) -> Bool {
    guard let source else { return true }
    if record.source == source { return true }
    return record.source == .app && (named.contains(record.id) || record.cause.map(named.contains) == true)
  }
}
