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

  /// The event of a record; `nil` if its case has been removed, and a migration says so.
  ///
  /// - Throws: ``EventLogError/unknownEvent(name:)``, ``EventLogError/ambiguousEvent(name:types:)``,
  ///   ``EventLogError/unreadable(position:name:reason:)``, or ``EventLogError/newerEvents(found:known:)`` if it was written by a
  ///   newer program.
  public func event(of record: LogRecord) throws(EventLogError) -> (any Event)? {
    guard let record = try current(record) else { return nil }
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
    do {
      let found = try cases.find(record.name) { known -> any Event in
        if let ambiguity = known.ambiguity { throw ambiguity }
        return try record.payload.event(known.root, tag: known.tag, path: known.path)
      }
      if let found { return found }
    } catch let error as EventLogError {
      throw error
    } catch let error as DecodingError {
      throw .unreadable(position: record.position, name: record.name, reason: error.inWords)
    } catch {
      throw .unreadable(position: record.position, name: record.name, reason: String(describing: error))
    }
    throw .unknownEvent(name: record.name)
  }
}

/// A case of this program, as a log names it.
private final class KnownCase: Sendable {
  let name: String
  let root: any Event.Type
  let tag: Int
  /// The names of the case within its type.
  let path: [String]
  /// Why it can't be decoded, if other types have a case of that name.
  let ambiguity: EventLogError?

  init?(_ name: String) {
    let types = EventType.all(named: name)
    guard let type = types.first, let tag = type.tag(ofName: name) else { return nil }
    (self.name, self.tag) = (name, tag)
    ambiguity = types.count == 1 ? nil : EventLogError.ambiguity(of: name, among: types)
    (root, path) = (type.root, type.casePath(ofTag: tag))
  }
}

/// The cases that have been looked up by their names, for they come again and again. Thread-safe.
private final class KnownCases: Sendable {
  private let found = Mutex<[String: KnownCase]>([:])
  /// The case that was found last, which ``found`` keeps: events of one case often follow each other, and comparing is quicker than
  /// looking up.
  private let last = Atomic<UInt>(0)

  /// Has somebody use the case of a name.
  ///
  /// - Returns: `nil` if there is none.
  @inline(__always)
  func find<Result>(_ name: String, _ body: (KnownCase) throws -> Result) rethrows -> Result? {
    if let last = UnsafeRawPointer(bitPattern: last.load(ordering: .acquiring)) {
      // Safe because what was ever there is kept until this ends.
      let known = Unmanaged<KnownCase>.fromOpaque(last)
      if known._withUnsafeGuaranteedRef({ $0.name == name }) { return try known._withUnsafeGuaranteedRef(body) }
    }
    return try lookUp(name).map(body)
  }

  private func lookUp(_ name: String) -> KnownCase? {
    found.withLock { found in
      guard let known = found[name] ?? KnownCase(name) else { return nil }
      found[name] = known
      // Safe because the dictionary keeps it for as long as anybody can ask here.
      last.store(UInt(bitPattern: Unmanaged.passUnretained(known).toOpaque()), ordering: .releasing)
      return known
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
