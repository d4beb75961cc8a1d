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
  /// `nil` if the log is only read.
  private let writer: LogWriter?
  private let cache = BlockCache()

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
    writer = LogWriter(store, contents, version: version, limits: limits, onFailure: onFailure)
  }

  /// Opens a log that another program may be writing, to read it. What is appended is dropped.
  public init(reading store: Store) throws {
    self.store = store
    lastIdentity = try store.open().lastIdentity
    writer = nil
  }

  deinit { writer?.stop() }

  // MARK: Writing

  /// Appends an event in memory; see ``EventLog/append(_:_:from:marks:)``.
  public func append<Root: Event>(_ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks) {
    writer?.append(event, envelope, source, marks)
  }

  /// Notes whose session it is, behind what was appended before.
  public func note(user: String?, of session: String) { writer?.note(.user(user), of: session) }
  /// Notes that a session has ended, behind what was appended before.
  public func noteEnd(of session: String) { writer?.note(.ended, of: session) }
  /// Waits until everything appended before is durable; at once where the log is only read.
  public func flush() async throws { try await writer?.flush() }

  /// Takes in records of another log; refuses where the log is only read.
  public func add(_ records: [LogRecord]) async throws {
    guard let writer else { throw EventLogError.cannotWrite(reason: "the log was opened to be read") }
    writer.append(records)
    try await writer.flush()
  }

  /// Writes what is left, and closes the store.
  public func close() async throws {
    try await writer?.close()
    try await store.close()
  }

  /// Writes what waits, so that it can be read: as far as the store lets it.
  private func settle() async {
    // What can't be written now can't be read either; flushing says so to whoever asks for durability.
    try? await writer?.flush()
  }

  // MARK: Reading

  /// Reads records, after writing those that wait; see ``EventLog/records(of:after:limit:)``.
  public func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord] {
    await settle()
    let streams: [Int]?
    var sessions = SessionNames()
    switch source {
    case nil: streams = nil
    case .app: streams = [0]
    case .session(let name):
      let chapters = try await store.chapters(of: name, limit: .max)
      if chapters.isEmpty { return [] }
      streams = chapters.map(\.number)
      sessions.learn(chapters)
    }
    var found: [LogRecord] = []
    var place = position
    while found.count < limit {
      let blocks = try await store.blocks(of: streams, after: place, limit: min(64, limit - found.count))
      if blocks.isEmpty { break }
      let names = try await names()
      for block in blocks {
        guard let contents = try read(block, after: place, hasMore: !found.isEmpty) else { return found }
        try await sessions.learn(contents, from: store)
        let wanted = streams.map(Set.init)
        contents.append(to: &found, after: place, limit: limit, of: wanted, names: names, sessions: sessions)
        place = block.last
        if found.count >= limit { break }
      }
    }
    return found
  }

  /// Takes a block apart; `nil` if it is damaged and records before it are to be returned first.
  private func read(_ block: StoredBlock, after position: UInt64, hasMore: Bool) throws -> BlockContents? {
    do {
      return try cache.contents(of: block)
    } catch let error as ByteReader.Malformed {
      if hasMore { return nil }
      throw EventLogError.damaged(position: position, through: block.last, reason: error.reason)
    }
  }

  private func names() async throws -> LogNames {
    if let writer { return writer.names }
    var table = NameTable(try await store.names())
    return table.names()
  }

  /// The sessions, the youngest first, each with all its chapters.
  public func sessions(limit: Int) async throws -> [RecordedSession] {
    await settle()
    var found: [RecordedSession] = []
    var seen: Set<String> = []
    // A session with several chapters takes several places: asks for more until there are enough.
    var asked = limit
    while true {
      let chapters = try await store.chapters(of: nil, limit: asked)
      for chapter in chapters where found.count < limit && seen.insert(chapter.session).inserted {
        if let session = try await session(chapter.session) { found.append(session) }
      }
      if found.count >= limit || chapters.count < asked { return found }
      asked *= 2
    }
  }

  /// One session with all its chapters; `nil` if there is none of that name.
  public func session(_ id: String) async throws -> RecordedSession? {
    await settle()
    let chapters = try await store.chapters(of: id, limit: .max)
    guard let latest = chapters.max(by: { $0.number < $1.number }),
      let first = chapters.min(by: { $0.number < $1.number })
    else { return nil }
    let count = chapters.reduce(0) { $0 + $1.count }
    return RecordedSession(
      id: id, user: chapters.sorted { $0.number > $1.number }.lazy.compactMap(\.user).first,
      began: Timestamp(nanoseconds: first.began),
      lastEvent: try await lastEvent(of: chapters) ?? Timestamp(nanoseconds: first.began),
      count: count, isEnded: latest.isEnded, isIncomplete: chapters.contains(where: \.isIncomplete))
  }

  /// When a session had its last event.
  private func lastEvent(of chapters: [LogChapter]) async throws -> Timestamp? {
    guard let last = chapters.max(by: { $0.lastBlock < $1.lastBlock }), last.lastBlock > 0,
      let block = try await store.blocks(of: [last.number], after: last.lastBlock - 1, limit: 1).first,
      let contents = try? cache.contents(of: block)
    else { return nil }
    return contents.records.last { $0.record.source == last.number }
      .map { Timestamp(nanoseconds: $0.record.time) }
  }

  // MARK: Snapshots

  /// Keeps a snapshot, once what is in it is durable.
  public func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws {
    // A snapshot of records that aren't durable would stand for something that may never have been.
    try await flush()
    try await store.save(LogSnapshot(position: position, content: snapshot), of: session)
  }

  /// The latest snapshot at or before a place that is undamaged.
  public func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? {
    try await store.snapshot(of: session, before: position)
  }

  // MARK: Forgetting

  /// Forgets sessions without an event since a moment, but for some, and the app's events before it.
  public func removeAll(before time: Timestamp, except sessions: Set<String>) async throws {
    try await flush()
    try await LogForgetting(store: store).removeAll(before: time, except: sessions)
  }

  /// Forgets what stands before each session's latest snapshot.
  public func compact() async throws {
    try await flush()
    try await LogForgetting(store: store).compact()
  }
}
