internal import EventLog
internal import EventStream

/// Lets the events through that a filter wants. It is given all of ``reading``'s, in order.
struct EventSieve {
  /// The stream whose events are wanted; `nil` for all.
  let source: LogSource?
  private let filter: EventFilter
  private var chain: CauseChain?

  /// - Throws: `EventLogError` if no session, or more than one, is called so; that there is no such event; what the log throws.
  init(_ filter: EventFilter, _ opened: OpenedLog) async throws {
    self.filter = filter
    switch filter.session {
    case nil: source = nil
    case "app": source = .app
    case let name?: source = .session(try await Self.session(name, in: opened.log))
    }
    if let id = filter.chain.flatMap(EventID.init) { chain = try await CauseChain(of: id, in: opened) }
  }

  private static func session(_ name: String, in log: any EventLog) async throws -> String {
    if name.hasPrefix("="), let exact = try await log.session(String(name.dropFirst())) { return exact.id }
    return try await log.session(named: name).id
  }

  /// The stream to read: a chain goes through all.
  var reading: LogSource? { chain == nil ? source : nil }

  /// Whether it must be given everything from the beginning.
  var followsChain: Bool { chain != nil }

  /// Whether nothing is asked of events.
  var letsAll: Bool { source == nil && chain == nil && !filter.inputs && filter.cases.isEmpty }

  /// Whether an event belongs to the chain, if one is followed.
  mutating func follows(_ record: LogRecord) -> Bool { chain?.contains(record) != false }

  /// Whether an event is wanted.
  ///
  /// - Parameter ofAnyStream: Whether it may have passed another stream than the one that is wanted.
  mutating func lets(_ record: LogRecord, ofAnyStream: Bool = false) -> Bool {
    guard follows(record) else { return false }
    if let source, record.source != source, !ofAnyStream { return false }
    if filter.inputs, !record.marks.contains(.input) { return false }
    return filter.cases.isEmpty
      || filter.cases.contains { record.name == $0 || record.name.hasPrefix($0 + ".") }
  }
}
