public import EventStream
internal import Synchronization

/// Decodes recorded events as what they are in this program.
///
/// ```swift
/// let decoder = EventDecoder([TodoEvent.self, StoreEvent.self])
/// let event = try decoder.event(of: record)
/// ```
public struct EventDecoder: Sendable {
  private let migrations: LogMigrations
  private let cases = KnownCases()

  /// For an app whose events haven't changed.
  static let unchanged = EventDecoder()

  /// - Parameters:
  ///   - types: The types that may occur: one that nothing in the process has used yet isn't found by its name.
  ///   - migrations: What has changed since old events were recorded.
  public init(_ types: [any Event.Type] = [], migrations: LogMigrations = LogMigrations()) {
    for type in types { _ = type.eventType }
    self.migrations = migrations
  }

  /// The version that the app's events have now.
  package var version: Int { migrations.version }

  /// The event of a record; `nil` if its case has been removed, and a migration says so.
  ///
  /// - Throws: ``EventLogError/unknownEvent(name:)``, ``EventLogError/ambiguousEvent(name:types:)``,
  ///   ``EventLogError/unreadable(position:name:reason:)``, or ``EventLogError/newerEvents(found:known:)`` if it was written by a
  ///   newer program.
  public func event(of record: LogRecord) throws(EventLogError) -> (any Event)? {
    // As it is: a copy would count five references.
    if record.version == migrations.version { return try decoded(record) }
    guard let record = try migrations.migrated(record) else { return nil }
    return try decoded(record)
  }

  /// The name that a record's case has in this program; `nil` if it has been removed, and a migration says so.
  package func name(of record: LogRecord) -> String? { migrations.name(record.name, of: record.version) }

  /// A record as this program would have written it; `nil` if its case is gone.
  func current(_ record: LogRecord) throws(EventLogError) -> LogRecord? {
    if record.version == migrations.version { return record }
    return try migrations.migrated(record)
  }

  /// The event of a record that is as this program would have written it.
  func decoded(_ record: LogRecord) throws(EventLogError) -> any Event {
    guard let found = cases.find(record.name) else { throw .unknownEvent(name: record.name) }
    do { return try found._withUnsafeGuaranteedRef { try $0.event(of: record.payload) } } catch {
      throw Self.failure(error, of: record)
    }
  }

  // By itself: what an error's description needs would be made room for with every event.
  @inline(never)
  private static func failure(_ error: any Error, of record: LogRecord) -> EventLogError {
    if let error = error as? EventLogError { return error }
    let reason = (error as? DecodingError)?.inWords ?? String(describing: error)
    return .unreadable(position: record.position, name: record.name, reason: reason)
  }
}

/// A case of this program, as a log names it.
private final class KnownCase: Sendable {
  let name: String
  private let root: any Event.Type
  private let tag: Int
  /// The names of the case within its type.
  private let path: [String]
  /// Why it can't be decoded, if other types have a case of that name.
  private let ambiguity: EventLogError?
  private let isAmbiguous: Bool

  init?(_ name: String) {
    let types = EventType.all(named: name)
    guard let type = types.first, let tag = type.tag(ofName: name) else { return nil }
    (self.name, self.tag) = (name, tag)
    ambiguity = types.count == 1 ? nil : EventLogError.ambiguity(of: name, among: types)
    isAmbiguous = ambiguity != nil
    (root, path) = (type.root, type.casePath(ofTag: tag))
  }

  /// The event that carries a payload.
  ///
  /// - Throws: ``EventLogError/ambiguousEvent(name:types:)``, or `DecodingError`.
  func event(of payload: LogPayload) throws -> any Event {
    if isAmbiguous, let ambiguity { throw ambiguity }
    return try payload.event(root, tag: tag, path: path)
  }
}

/// The cases that have been looked up by their names, for they come again and again. Thread-safe.
private final class KnownCases: Sendable {
  private let found = Mutex<[String: KnownCase]>([:])
  /// The case that was found last, which ``found`` keeps: events of one case often follow each other, and comparing is quicker than
  /// looking up.
  private let last = Atomic<UInt>(0)

  /// The case of a name, which is kept until this ends, and so needs no reference of its own; `nil` if there is none.
  @inline(__always)
  func find(_ name: String) -> Unmanaged<KnownCase>? {
    if let last = UnsafeRawPointer(bitPattern: last.load(ordering: .acquiring)) {
      let known = Unmanaged<KnownCase>.fromOpaque(last)
      if known._withUnsafeGuaranteedRef({ $0.name == name }) { return known }
    }
    return lookUp(name)
  }

  private func lookUp(_ name: String) -> Unmanaged<KnownCase>? {
    found.withLock { found in
      guard let known = found[name] ?? KnownCase(name) else { return nil }
      found[name] = known
      // Safe because `found` keeps what it has ever held for as long as this lives, which whoever calls this keeps meanwhile.
      let unmanaged = Unmanaged.passUnretained(known)
      last.store(UInt(bitPattern: unmanaged.toOpaque()), ordering: .releasing)
      return unmanaged
    }
  }
}

extension LogRecord {
  /// The event, of an app whose events have not changed since it was recorded.
  ///
  /// - Throws: As ``EventDecoder/event(of:)``.
  public func event() throws(EventLogError) -> any Event {
    guard let event = try EventDecoder.unchanged.event(of: self) else { throw .unknownEvent(name: name) }
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
