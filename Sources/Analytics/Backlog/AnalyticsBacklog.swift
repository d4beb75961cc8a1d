internal import EventStream
internal import Foundation
internal import GRDB
internal import Synchronization

/// What waits to be posted, on disk: numbered, bounded, and with the batch that is under way, so that a process that comes
/// after a killed one posts the same batch under the same key.
///
/// What ``append(_:)`` has returned from is on the disk. The work is done on the database's own queue: whoever awaits it leaves its
/// thread to others, however slow the disk is.
final class AnalyticsBacklog: Sendable {
  private let database: DatabaseQueue
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var dropped = 0
    var isSealed = false
  }

  /// - Parameter path: The file, made if it isn't there; `nil` for memory.
  /// - Throws: ``AnalyticsError/backlog(path:reason:)`` or ``AnalyticsError/foreignBacklog(path:)``.
  init(path: String?, limit: Int) throws(AnalyticsError) {
    self.limit = limit
    do {
      database = try path.map(Self.open) ?? DatabaseQueue()
      try database.write { database in
        try database.execute(sql: "PRAGMA application_id = \(Self.application)")
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS event (number INTEGER PRIMARY KEY AUTOINCREMENT, content BLOB NOT NULL);
            CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
            """)
        try database.execute(
          sql: "INSERT OR IGNORE INTO note VALUES ('source', ?), ('dropped', 0), ('sealed', 0), ('told', 0)",
          arguments: [String(UInt64.random(in: .min ... .max), radix: 36)])
      }
      let found = try database.read { database in
        State(
          count: try Int.fetchOne(database, sql: "SELECT count(*) FROM event") ?? 0,
          dropped: Int(try note("dropped", in: database)), isSealed: try note("sealed", in: database) > 0)
      }
      state.withLock { $0 = found }
    } catch let error as AnalyticsError {
      throw error
    } catch {
      throw .backlog(path: path ?? "in memory", reason: "\(error)")
    }
  }

  /// Tells a backlog from other databases: "GAna", in the file's `application_id`.
  private static let application = 0x4741_6E61

  private static func open(_ path: String) throws -> DatabaseQueue {
    // What begins with “file:” SQLite takes for a URI, and names that begin with a colon are its own.
    let path = path.hasPrefix("file:") || path.hasPrefix(":") ? "./\(path)" : path
    // It has what people have done: it is for its owner alone. The files beside it get the same rights.
    if !FileManager.default.fileExists(atPath: path) {
      // If it can't be made, opening it says why.
      _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // First of all: the next would change somebody else's file.
      guard try isOwn(database) else { throw AnalyticsError.foreignBacklog(path: path) }
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Whether a file is a backlog, or new. Those of the first versions are told by their tables.
  private static func isOwn(_ database: Database) throws -> Bool {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    if application != 0 { return application == Self.application }
    let tables = try String.fetchSet(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return tables.isEmpty || tables == ["event", "note"]
  }

  /// How many events there are.
  var count: Int { state.withLock { $0.count } }
  /// How many were dropped since the backlog was made.
  var dropped: Int { state.withLock { $0.dropped } }
  /// Whether a batch is under way.
  var isSealed: Bool { state.withLock { $0.isSealed } }

  /// Adds what has arrived at the end, when those who came before have been at it: nobody returns before what was there is stored,
  /// whoever carries it. Beyond the limit the oldest go, but for those of the batch that is under way.
  ///
  /// - Returns: Whether there was anything.
  /// - Throws: What keeps it from being stored; it has been put back.
  func append(_ arrivals: Arrivals) async throws -> Bool {
    try await onQueue { [self] database in
      let (events, dropped) = arrivals.take()
      if events.isEmpty, dropped == 0 { return false }
      do {
        try append(events, dropped: dropped, to: database)
      } catch {
        arrivals.putBack(events, dropped: dropped)
        throw error
      }
      arrivals.settle()
      return true
    }
  }

  private func append(_ arrivals: [Arrivals.Arrival], dropped: Int, to database: Database) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let contents = try arrivals.map { try encoder.encode(StoredEvent($0)) }
    let excess = max(0, count + contents.count - limit)
    let (gone, all) = try commit(database) {
      let insert = try database.makeStatement(sql: "INSERT INTO event (content) VALUES (?)")
      for content in contents { try insert.execute(arguments: [content]) }
      if excess > 0 {
        try database.execute(
          sql: """
            DELETE FROM event WHERE number IN
              (SELECT number FROM event WHERE number > ? ORDER BY number LIMIT ?)
            """, arguments: [try note("sealed", in: database), excess])
      }
      let gone = excess > 0 ? database.changesCount : 0
      let all = try note("dropped", in: database) + Int64(gone + dropped)
      if gone + dropped > 0 { try set("dropped", all, in: database) }
      return (gone, all)
    }
    state.withLock { state in
      state.count += contents.count - gone
      state.dropped = Int(all)
    }
  }

  /// The batch under way, or the oldest events as a new one; `nil` if there are none. What a damaged file has instead of an event counts as
  /// dropped.
  func seal(atMost size: Int) async throws -> AnalyticsBatch? {
    let found = try await write { database -> (batch: AnalyticsBatch?, damaged: Int) in
      var damaged = 0
      while let last = try endOfBatch(atMost: size, in: database) {
        damaged += try dropDamaged(through: last, in: database)
        if let sealed = try batch(through: last, in: database) { return (batch: sealed, damaged: damaged) }
        // Nothing of it is left.
        try set("sealed", 0, in: database)
      }
      return (batch: nil, damaged: damaged)
    } noting: { state, found in
      state.isSealed = found.batch != nil
      // Another process may have had the file until just now, and have posted what was found in it.
      state.count = found.batch == nil ? 0 : state.count - found.damaged
      state.dropped += found.damaged
    }
    return found.batch
  }

  /// Gives a batch up: its events are put together anew. Another one that is under way stays as it is.
  func unseal(_ batch: AnalyticsBatch) async throws {
    _ = try await write { database in
      try breakSeal(of: batch, in: database)
    } noting: { state, isSealed in
      state.isSealed = isSealed
    }
  }

  /// Forgets a batch. Another one that is under way stays sealed.
  func remove(_ batch: AnalyticsBatch) async throws {
    _ = try await write { database -> (gone: Int, isSealed: Bool) in
      try database.execute(sql: "DELETE FROM event WHERE number <= ?", arguments: [batch.numbers.upperBound])
      let gone = database.changesCount
      return (gone: gone, isSealed: try breakSeal(of: batch, in: database))
    } noting: { state, found in
      state.count = max(0, state.count - found.gone)
      state.isSealed = found.isSealed
    }
  }

  // MARK: The queue

  /// Makes a change, and notes what has come of it before anybody else makes one.
  private func write<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value,
    noting note: @escaping @Sendable (inout State, Value) -> Void
  ) async throws -> Value {
    try await onQueue { [self] database in
      let value = try commit(database) { try change(database) }
      state.withLock { note(&$0, value) }
      return value
    }
  }

  /// Does something on the database's queue.
  ///
  /// Not by GRDB's own `async` forms, which give up when the task is cancelled: that is when what was reported last is stored.
  private func onQueue<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { waiter in
      database.asyncWriteWithoutTransaction { database in
        waiter.resume(with: Result { try body(database) })
      }
    }
  }
}

/// Makes a change of a database, all of it or nothing.
private func commit<Value>(_ database: Database, _ change: () throws -> Value) throws -> Value {
  try database.beginTransaction(.immediate)
  do {
    let value = try change()
    try database.commit()
    return value
  } catch {
    // What keeps it from being undone has undone it already.
    try? database.rollback()
    throw error
  }
}

private func note(_ name: String, in database: Database) throws -> Int64 {
  try Int64.fetchOne(database, sql: "SELECT value FROM note WHERE name = ?", arguments: [name]) ?? 0
}

private func set(_ name: String, _ value: Int64, in database: Database) throws {
  try database.execute(sql: "UPDATE note SET value = ? WHERE name = ?", arguments: [value, name])
}

/// Breaks a batch's seal, if that is the one there is, and returns whether there is one then.
private func breakSeal(of batch: AnalyticsBatch, in database: Database) throws -> Bool {
  try database.execute(
    sql: "UPDATE note SET value = 0 WHERE name = 'sealed' AND value = ?", arguments: [batch.numbers.upperBound])
  return try note("sealed", in: database) > 0
}

/// The number of the last event of the batch under way, or of a new one; `nil` if there are no events.
private func endOfBatch(atMost size: Int, in database: Database) throws -> Int64? {
  let sealed = try note("sealed", in: database)
  if sealed > 0 { return sealed }
  let last = try Int64.fetchOne(
    database, sql: "SELECT max(number) FROM (SELECT number FROM event ORDER BY number LIMIT ?)", arguments: [size])
  guard let last else { return nil }
  try set("sealed", last, in: database)
  try set("told", try note("dropped", in: database), in: database)
  return last
}

/// Removes what is no event, up to a number, and returns how many there were. GRDB ends the program where a value isn't of the type that
/// is asked for.
private func dropDamaged(through last: Int64, in database: Database) throws -> Int {
  try database.execute(
    sql: "DELETE FROM event WHERE number <= ? AND typeof(content) <> 'blob'", arguments: [last])
  let damaged = database.changesCount
  if damaged > 0 { try set("dropped", try note("dropped", in: database) + Int64(damaged), in: database) }
  return damaged
}

/// The events up to a number as one batch; `nil` if there are none.
private func batch(through last: Int64, in database: Database) throws -> AnalyticsBatch? {
  let rows = try Row.fetchAll(
    database, sql: "SELECT number, content FROM event WHERE number <= ? ORDER BY number", arguments: [last])
  let events = rows.map { (number: $0[0] as Int64, content: $0[1] as Data) }
  guard let first = events.first?.number else { return nil }
  let source = try String.fetchOne(database, sql: "SELECT value FROM note WHERE name = 'source'") ?? ""
  let key = "\(source)-\(first)-\(last)"
  return AnalyticsBatch(
    key: key, numbers: first...last, count: events.count,
    body: body(key: key, dropped: try note("told", in: database), events))
}

/// An event as it is stored; its number comes in front when it is posted.
private struct StoredEvent: Encodable {
  let id: String?
  let name: String
  let properties: [String: AnalyticsValue]
  let time: Int64

  init(_ arrival: Arrivals.Arrival) {
    id = arrival.id?.description
    name = arrival.event.name
    properties = arrival.event.properties
    time = arrival.time.milliseconds
  }
}

private func body(key: String, dropped: Int64, _ events: [(number: Int64, content: Data)]) -> [UInt8] {
  var body = Array("{\"batch\":\"\(key)\",\"dropped\":\(dropped),\"events\":[".utf8)
  for (index, event) in events.enumerated() {
    if index > 0 { body.append(UInt8(ascii: ",")) }
    body += "{\"number\":\(event.number),".utf8
    body += event.content.dropFirst()
  }
  body += "]}".utf8
  return body
}
