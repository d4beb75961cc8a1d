public import EventStream

/// Decodes recorded events as what they are in this program.
///
/// ```swift
/// let decoder = EventDecoder([TodoEvent.self, StoreEvent.self])
/// let event = try decoder.event(of: record)
/// ```
public struct EventDecoder: Sendable {
  private let migrations: LogMigrations

  /// - Parameters:
  ///   - types: The types that may occur: one that nothing in the process has used yet isn't found by its name.
  ///   - migrations: What has changed since old events were recorded.
  public init(_ types: [any Event.Type] = [], migrations: LogMigrations = LogMigrations()) {
    for type in types { _ = type.eventType }
    self.migrations = migrations
  }

  /// The event of a record; `nil` if its case has been removed, and a migration says so.
  ///
  /// - Throws: ``EventLogError/unknownEvent(name:)``, ``EventLogError/unreadable(position:name:reason:)``, or
  ///   ``EventLogError/newerEvents(found:known:)`` if it was written by a newer program.
  public func event(of record: LogRecord) throws(EventLogError) -> (any Event)? {
    guard let record = try migrations.migrated(record) else { return nil }
    guard let type = EventType.named(record.name), let tag = type.tag(ofName: record.name) else {
      throw .unknownEvent(name: record.name)
    }
    do {
      return try record.payload.event(type.root, path: type.casePath(ofTag: tag))
    } catch let error as DecodingError {
      throw .unreadable(position: record.position, name: record.name, reason: error.inWords)
    } catch {
      throw .unreadable(position: record.position, name: record.name, reason: String(describing: error))
    }
  }
}

extension LogRecord {
  /// The event, of an app whose events have not changed since it was recorded.
  ///
  /// - Throws: As ``EventDecoder/event(of:)``.
  public func event() throws(EventLogError) -> any Event {
    guard let event = try EventDecoder().event(of: self) else { throw .unknownEvent(name: name) }
    return event
  }
}

extension DecodingError {
  /// What was expected where, and what was found.
  var inWords: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return String(describing: self)
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? context.debugDescription : "at \(path.drop { $0 == "." }): \(context.debugDescription)"
  }
}
