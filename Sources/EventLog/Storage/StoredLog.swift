public import EventStream
internal import Synchronization

/// A log in a store: what all logs have in common.
///
/// Use it as `MemoryLog` or, with `EventLogSQLite`, as `SQLiteLog`.
public final class StoredLog<Store: LogStore>: EventLog {
  /// What lies beneath.
  public let store: Store
  /// The identity of the youngest stream that had recorded something when the log was opened; `nil` if that isn't known.
  public let lastIdentity: StreamIdentity?
  /// The place of the last event that was there when the log was opened; 0 if there was none.
  public let lastPosition: UInt64?
  /// Whose the log was when it was opened; `nil` for nobody.
  public let owner: LogOwner?
  /// `nil` if the log is only read.
  let writer: LogWriter?
  /// The version of the app's events that it is written with.
  private let version: Int
  /// At most so many records of others are written at once.
  private let group: Int
  let cache = BlockCache()
  /// The names of sessions that were met in reading all of the log: numbers are never given twice.
  let known = Mutex(SessionNames())

  /// Opens a log to append to it.
  ///
  /// - Parameters:
  ///   - store: What lies beneath.
  ///   - version: The version of the app's events: see ``LogMigrations/version``.
  ///   - limits: How much is kept in memory, and how long.
  ///   - onFailure: Told of each failure of the store, and each event that can't be encoded.
  /// - Throws: ``EventLogError/newerEvents(found:known:)``, or whatever the store throws when it is opened.
  public init(
    _ store: Store, version: Int = 1, limits: LogLimits = LogLimits(), onFailure: LogFailureHandler? = nil
  ) throws {
    self.store = store
    let contents = try store.open()
    guard contents.version <= version else {
      throw EventLogError.newerEvents(found: contents.version, known: version)
    }
    lastIdentity = contents.lastIdentity
    lastPosition = contents.lastPosition
    owner = contents.owner
    writer = LogWriter(store, contents, version: version, limits: limits, onFailure: onFailure)
    self.version = version
    group = limits.group
  }

  /// Opens a log to ``add(_:)`` what was recorded elsewhere, while no app appends to it: all of it or nothing. The log stays of
  /// the version that it is of, so that its app can open it as before.
  ///
  /// - Parameter version: The version of an empty log.
  /// - Throws: Whatever the store throws when it is opened.
  public init(addingTo store: Store, version: Int) throws {
    self.store = store
    let contents = try store.open()
    lastIdentity = contents.lastIdentity
    lastPosition = contents.lastPosition
    owner = contents.owner
    self.version = contents.version > 0 ? contents.version : version
    var limits = LogLimits()
    limits.group = .max
    limits.groupBytes = .max
    writer = LogWriter(store, contents, version: self.version, limits: limits, onFailure: nil)
    group = limits.group
  }

  /// Opens a log that another program may be writing, to read it. What is appended is dropped.
  ///
  /// - Throws: Whatever the store throws when it is opened. A log of newer events than the app's is opened all the
  ///   same.
  public init(reading store: Store) throws {
    self.store = store
    let contents = try store.open()
    lastIdentity = contents.lastIdentity
    lastPosition = contents.lastPosition
    owner = contents.owner
    version = contents.version
    writer = nil
    group = 0
  }

  deinit { writer?.stop() }

  // MARK: Writing

  /// Appends an event in memory; see ``EventLog/append(_:_:from:marks:)``.
  @discardableResult
  public func append<Root: Event>(
    _ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks
  ) -> LogPlace { writer?.append(event, envelope, source, marks) ?? .nowhere }

  /// Adds marks to an event that waits in memory; see ``EventLog/add(_:to:)``.
  public func add(_ marks: LogMarks, to place: LogPlace) { writer?.add(marks, to: place) }

  /// Whether the log's thread has written an event; see ``EventLog/isDurable(_:)``.
  public func isDurable(_ place: LogPlace) -> Bool { writer?.isDurable(place) ?? false }

  /// Notes whose session it is, behind what was appended before.
  public func note(user: String?, of session: String) { writer?.note(.user(user), of: session) }
  /// Notes that a session has ended, behind what was appended before.
  public func noteEnd(of session: String) { writer?.note(.ended, of: session) }
  /// Notes that events are missing at a session's end, behind what was appended before.
  public func noteIncomplete(_ session: String) { writer?.note(.incomplete, of: session) }
  /// Forgets that what comes of a session is dropped, if it is.
  public func noteDeparture(of session: String) { writer?.forget(session) }
  /// Waits until everything appended before is durable; at once where the log is only read.
  ///
  /// - Throws: As ``EventLog/flush()``.
  public func flush() async throws { try await writer?.flush() }

  /// Calls `body` when everything appended before is durable: on the thread that writes, which goes on when it returns, or at once if there
  /// is nothing to wait for. A log that is only read has nothing to write.
  public func flush(then body: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    if let writer { writer.flush(then: body) } else { body(.success(())) }
  }

  /// Takes in records of another log; refuses where the log is only read, and those of a newer version of the app, and all of them where
  /// one can't be written.
  ///
  /// Many are taken in some at a time, so that nobody else's flush waits for all of them: other events may come between. If that
  /// fails on the way, what is left is kept in memory and tried again, as everything is.
  /// A session that no app appends to meanwhile is taken in with what is known of it, or not at all. Only where an app takes the last
  /// numbers for names meanwhile, the session ends with the last event that could be written, and counts as incomplete.
  ///
  /// - Throws: As ``EventLog/add(_:with:of:)``.
  public func add(_ records: [LogRecord], with snapshots: [LogSnapshot], of session: RecordedSession?) async throws {
    try await take(records, with: snapshots, of: session?.ended)
  }

  /// Takes in records as ``add(_:with:of:)`` does, of a session that has ended only if it says so: where nobody can go on with it.
  ///
  /// - Throws: As ``EventLog/add(_:with:of:)``.
  package func take(_ records: [LogRecord], with snapshots: [LogSnapshot], of session: RecordedSession?) async throws {
    guard let writer else { throw EventLogError.cannotWrite(reason: "the log was opened to be read") }
    let newest = records.lazy.map(\.version).max() ?? version
    guard newest <= version else { throw EventLogError.newerSession(found: newest, known: version) }
    try records.check(against: writer.names)
    var (rest, left) = (records[...], snapshots[...])
    while rest.count > group, group > 0 {
      let some = rest.prefix(group)
      rest = rest.dropFirst(group)
      let behind = left.firstIndex { $0.position >= rest.first?.position ?? .max } ?? left.endIndex
      writer.append(Array(some), with: Array(left[..<behind]))
      left = left[behind...]
      do { try await writer.flush() } catch {
        writer.append(Array(rest), with: Array(left), of: session)
        throw error
      }
    }
    writer.append(Array(rest), with: Array(left), of: session)
    try await writer.flush()
  }

  /// Writes what is left, and closes the store: that too if there is something left that can't be written, which is lost then.
  ///
  /// - Throws: As ``EventLog/close()``, and what the store throws when it is closed.
  public func close() async throws {
    do { try await writer?.close() } catch EventLogError.cannotWrite(let reason) {
      try? await store.close()
      throw EventLogError.lost(reason: reason)
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
  }

  /// Writes what waits, so that it can be read: as far as the store lets it.
  func settle() async {
    // What can't be written now can't be read either; flushing says so to whoever asks for durability.
    try? await writer?.flush()
  }

  // MARK: Snapshots

  /// Keeps a snapshot, once what is in it is durable.
  ///
  /// - Throws: As ``EventLog/save(snapshot:of:at:)``.
  public func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws {
    // A snapshot of records that aren't durable would stand for something that may never have been.
    try await flush()
    try await store.save(LogSnapshot(position: position, content: snapshot), of: session)
  }

  /// The latest snapshot at or before a place that is undamaged.
  ///
  /// - Throws: What the store throws.
  public func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? {
    try await store.snapshot(of: session, before: position)
  }

  // MARK: Forgetting

  private var forgetting: LogForgetting<Store> { LogForgetting(store: store) { [self] in try await flush() } }

  /// Forgets sessions without an event since a moment, but for some, and the app's events before it.
  ///
  /// - Throws: As ``EventLog/removeAll(before:now:unless:)``.
  public func removeAll(
    before time: Timestamp, now: Timestamp, unless isNeeded: @Sendable (String) -> Bool
  ) async throws {
    try await flush()
    // Blocks that tell names may go, the last ones too.
    defer { writer?.tellNames() }
    try await forgetting.removeAll(before: time, now: now, unless: isNeeded)
  }

  /// How many bytes the store takes, about; what waits in memory isn't counted.
  ///
  /// - Throws: What the store throws.
  public func size() async throws -> Int { try await store.extent().bytes }

  /// How many bytes wait beside the store until somebody has done reading.
  public var heldBytes: Int { store.heldBytes }

  /// Forgets the oldest, until the store is no larger than so many bytes.
  ///
  /// - Throws: As ``EventLog/shrink(to:unless:)``.
  @discardableResult
  public func shrink(to bytes: Int, unless isNeeded: @Sendable (String) -> Bool) async throws -> Int {
    try await flush()
    defer { writer?.tellNames() }
    return try await forgetting.shrink(to: bytes, unless: isNeeded)
  }

  /// Forgets what stands before each session's latest snapshot.
  ///
  /// - Throws: As ``EventLog/compact()``.
  public func compact() async throws {
    try await flush()
    defer { writer?.tellNames() }
    try await forgetting.compact()
  }
}

extension RecordedSession {
  /// The same, and it has ended.
  fileprivate var ended: RecordedSession {
    RecordedSession(
      id: id, user: user, began: began, lastEvent: lastEvent, count: count, isEnded: true, isIncomplete: isIncomplete)
  }
}
