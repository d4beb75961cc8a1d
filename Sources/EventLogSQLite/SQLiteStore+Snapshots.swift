public import EventLog
internal import Foundation
internal import GRDB

extension SQLiteStore {
  /// So many pages of snapshots are removed in one transaction, about: each is overwritten too, and everybody who writes waits meanwhile.
  private static let removedAtOnce = 128
  /// So many sessions are looked at for snapshots in one transaction.
  private static let askedAtOnce = 512

  /// Keeps a snapshot, and lets others of its session go if there are many. It is on the disk on return.
  ///
  /// - Throws: `EventLogError`: `cannotWrite` or `damaged`; nothing is kept then.
  public func save(_ snapshot: LogSnapshot, of session: String) async throws {
    _ = try await changingSnapshots { database in
      try Self.insert(snapshot, of: session, database)
      return Change(pages: Self.pages(of: [snapshot]) + (try Self.thinSnapshots(of: session, database)))
    }
  }

  /// Removes snapshots: some in a transaction, so that whoever writes meanwhile waits for milliseconds.
  ///
  /// - Parameter wanted: Those of which sessions before which place; with `nil` all of them.
  /// - Throws: `EventLogError`: `cannotWrite` or `damaged`; some may have been removed then.
  func remove(_ wanted: [String: UInt64?]) async throws {
    var rest = wanted.map { (session: $0, limit: $1.map { Int64(clamping: $0) } ?? .max) }[...]
    while !rest.isEmpty {
      let done = try await changingSnapshots { [rest, checkpoints] database in
        // In the writer's turn: it may have been emptied since the last.
        checkpoints.noteForgotten()
        return try Self.removeSome(of: rest, database)
      }
      rest = rest.dropFirst(done)
    }
  }

  private struct Change {
    /// So many pages are written for it, about.
    var pages = 0
    /// Of so many sessions nothing is left to be removed.
    var done = 0
  }

  /// Runs a transaction of the writer's.
  ///
  /// - Returns: Of how many sessions nothing is left to be removed.
  private func changingSnapshots(_ body: @escaping @Sendable (Database) throws -> Change) async throws -> Int {
    let change: Change
    do {
      change = try await pool.writeWithoutTransaction { [checkpoints] database in
        checkpoints.finish(database)
        var change = Change()
        try checkpoints.transaction(database) { change = try body(database) }
        return change
      }
    } catch {
      throw EventLogError.told(error) { EventLogError(writingTo: path, $0) }
    }
    // A few pages of indexes change with each.
    checkpoints.note(pages: change.pages + 4)
    return change.done
  }

  static func insert(_ snapshot: LogSnapshot, of session: String, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO snapshots (session, position, checksum, content) VALUES (?, ?, ?, ?)",
      arguments: [session, Int64(clamping: snapshot.position), Int64(snapshot.checksum), Data(snapshot.content)])
  }

  /// Lets snapshots of a session go if there are many.
  ///
  /// - Returns: So many pages are written for that, about.
  private static func thinSnapshots(of session: String, _ database: Database) throws -> Int {
    let found = try Row.fetchAll(
      database, sql: "SELECT position FROM snapshots WHERE session = ?", arguments: [session])
    let places = found.map { UInt64(clamping: $0.integer(0)) }.sorted()
    return try SnapshotThinning.superfluous(of: places).reduce(0) { pages, place in
      let place = Int64(clamping: place)
      return pages + (try removeFirst(of: session, from: place, before: place + 1, database) ?? 0)
    }
  }

  /// Removes snapshots of one session after the other, until it is much.
  private static func removeSome(
    of sessions: ArraySlice<(session: String, limit: Int64)>, _ database: Database
  ) throws -> Change {
    var change = Change()
    for (session, limit) in sessions.prefix(askedAtOnce) {
      while let pages = try removeFirst(of: session, from: .min, before: limit, database) {
        change.pages += pages
        if change.pages >= removedAtOnce { return change }
      }
      change.done += 1
    }
    return change
  }

  /// Removes the first snapshot of a session within a stretch.
  ///
  /// - Returns: So many pages are written for that, about; `nil` if there is none.
  private static func removeFirst(
    of session: String, from start: Int64, before end: Int64, _ database: Database
  ) throws -> Int? {
    let found = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT rowid, length(content) FROM snapshots
          WHERE session = ? AND position >= ? AND position < ? ORDER BY position LIMIT 1
          """), arguments: [session, start, end])
    guard let found else { return nil }
    // Whatever a damaged file has as its place.
    try database.cachedStatement(sql: "DELETE FROM snapshots WHERE rowid = ?").execute(arguments: [found.integer(0)])
    guard database.changesCount > 0 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return Int(found.integer(1)) / LogFile.pageSize + 1
  }
}
