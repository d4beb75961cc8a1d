public import EventLog
internal import EventStream
internal import Foundation
internal import GRDB
internal import Synchronization

extension SQLiteStore {
  /// Writes a group in one transaction. It is on the disk on return. Blocks its thread.
  ///
  /// - Throws: `EventLogError`: `cannotWrite` or `damaged`; nothing of the group is written then.
  public func write(_ group: LogGroup) throws {
    do {
      try checkPresence()
      try pool.writeWithoutTransaction { database in
        checkpoints.finish(database)
        var index: StreamIndex?
        try checkpoints.transaction(database) {
          try Self.write(group, database)
          index = try moved(behind: group, database)
        }
        self.index.withLock { $0 = index }
      }
    } catch {
      throw EventLogError(writingTo: path, error)
    }
    // A block fits a page, more or less; a few pages of indexes change with every group.
    checkpoints.note(pages: group.blocks.count + 8 + Self.pages(of: group.snapshots.map(\.snapshot)))
  }

  /// How many pages snapshots take, about.
  static func pages(of snapshots: [LogSnapshot]) -> Int {
    snapshots.reduce(0) { $0 + $1.content.count / LogFile.pageSize + 1 }
  }

  /// Moves entries of the index; to be kept when that is committed.
  private func moved(behind group: LogGroup, _ database: Database) throws -> StreamIndex {
    let count = group.blocks.reduce(0) { $0 + $1.streams.count }
    var index =
      try index.withLock { $0 } ?? StreamIndex(most: mostWaiting, waiting: StreamIndex.waiting(in: database) - count)
    try index.moveOn(behind: count, database)
    return index
  }

  private static func write(_ group: LogGroup, _ database: Database) throws {
    try note("version", group.version, database)
    if let identity = group.lastIdentity {
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO about (key, value) VALUES ('identity', ?)")
        .execute(arguments: [identity.number])
    }
    if !group.names.isEmpty {
      let statement = try database.cachedStatement(sql: "INSERT INTO names (kind, number, text) VALUES (?, ?, ?)")
      for name in group.names { try statement.execute(arguments: [Int(name.kind.rawValue), name.number, name.text]) }
    }
    if !group.chapters.isEmpty {
      let statement = try database.cachedStatement(
        sql: "INSERT INTO chapters (number, session, began) VALUES (?, ?, ?)")
      for chapter in group.chapters {
        try statement.execute(arguments: [chapter.number, chapter.session, chapter.began])
      }
    }
    for block in group.blocks { try insert(block, at: block.last, isOld: false, database) }
    for note in group.notes { try write(note, database) }
    for (session, snapshot) in group.snapshots { try insert(snapshot, of: session, database) }
  }

  private static func insert(_ block: LogBlock, at last: UInt64, isOld: Bool, _ database: Database) throws {
    let blocks = try database.cachedStatement(sql: "INSERT INTO blocks (last, content) VALUES (?, ?)")
    try blocks.execute(arguments: [Int64(last), Data(block.bytes)])
    try StreamIndex.add(block, at: Int64(last), isOld: isOld, database)
  }

  private static func write(_ note: ChapterNote, _ database: Database) throws {
    switch note.kind {
    case .user(let user):
      try database.cachedStatement(sql: "UPDATE chapters SET user = ? WHERE number = ? AND user IS NOT ?")
        .execute(arguments: [user, note.number, user])
    case .ended:
      try database.cachedStatement(sql: "UPDATE chapters SET isEnded = 1 WHERE number = ? AND isEnded = 0")
        .execute(arguments: [note.number])
    case .incomplete:
      try database.cachedStatement(sql: "UPDATE chapters SET isIncomplete = 1 WHERE number = ? AND isIncomplete = 0")
        .execute(arguments: [note.number])
    }
  }

  /// Notes a number about the log; nothing is written if it is noted already.
  private static func note(_ key: String, _ value: Int, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO about (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value < excluded.value
        """
    ).execute(arguments: [key, value])
  }

  /// Replaces and removes what is to be forgotten: first snapshots, some in a transaction, for everybody waits for each of them; then the
  /// rest, in one.
  ///
  /// - Throws: `EventLogError`: `cannotWrite` or `damaged`; of the rest nothing is changed then.
  public func rewrite(_ change: LogRewrite) async throws {
    try await remove(change.snapshots)
    if change.blocks.isEmpty, change.chapters.isEmpty { return }
    do {
      try await pool.writeWithoutTransaction { [self] database in
        checkpoints.finish(database)
        // Whoever is interrupted behind it doesn't get to have it emptied.
        checkpoints.noteForgotten()
        // How many entries wait is counted anew.
        index.withLock { $0 = nil }
        try checkpoints.transaction(database) { try Self.rewrite(change, database) }
      }
    } catch {
      throw EventLogError.told(error) { EventLogError(writingTo: path, $0) }
    }
    checkpoints.note(pages: change.blocks.count + 8)
  }

  private static func rewrite(_ change: LogRewrite, _ database: Database) throws {
    // Positions and numbers aren't given a second time, even if what has them goes.
    try note("last", Int.fetchOne(database, sql: "SELECT max(last) FROM blocks") ?? 0, database)
    try note("stream", Int.fetchOne(database, sql: "SELECT max(number) FROM chapters") ?? 0, database)
    for change in change.blocks { try replace(change, database) }
    for number in change.chapters {
      try database.cachedStatement(sql: "DELETE FROM chapters WHERE number = ?").execute(arguments: [number])
    }
  }

  private static func replace(_ change: BlockChange, _ database: Database) throws {
    let last = Int64(clamping: change.last)
    try database.cachedStatement(sql: "DELETE FROM blocks WHERE last = ?").execute(arguments: [last])
    for stream in change.streams { try StreamIndex.remove(stream: stream, last: last, database) }
    if let block = change.replacement { try insert(block, at: change.last, isOld: true, database) }
  }

  /// Moves all of the write-ahead log into the file, which is a whole log by itself then, until something else is written. SQLite does that
  /// too when the file is closed, but says nothing where it fails.
  ///
  /// - Throws: `EventLogError`: `cannotWrite` or `damaged`; what wasn't moved is in the write-ahead log still.
  package func moveAll() async throws {
    do {
      try await checkpoints.paused { [pool, checkpoints] in
        guard try pool.writeWithoutTransaction({ try checkpoints.truncate($0) }) else {
          throw EventLogError.cannotWrite(reason: "not all of the write-ahead log could be moved into the file")
        }
      }
    } catch {
      throw EventLogError.told(error) { EventLogError(writingTo: path, $0) }
    }
  }

  /// Empties the write-ahead log into the file, so that what was forgotten is in neither. Nobody waits for those who read something of it
  /// meanwhile: then it is done once they don't.
  ///
  /// - Throws: `EventLogError`: `cannotWrite` or `damaged`; what was forgotten may be in the write-ahead log still.
  public func purge() async throws {
    do {
      // The write-ahead log has what was forgotten until it is moved into the file.
      try await checkpoints.empty(by: pool)
      forgetSalvage()
    } catch {
      throw EventLogError.told(error) { EventLogError(writingTo: path, $0) }
    }
  }
}
