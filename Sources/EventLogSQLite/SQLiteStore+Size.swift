public import EventLog
internal import GRDB

extension SQLiteStore {
  /// How many bytes the file's pages take that are in use; the write-ahead log isn't counted.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func extent() async throws -> LogExtent {
    try await read { database in
      func number(_ sql: String) throws -> Int64 { try Int64.fetchOne(database, sql: sql) ?? 0 }
      let pages = try number("PRAGMA page_count") - number("PRAGMA freelist_count")
      return LogExtent(
        bytes: Int(pages) * LogFile.pageSize, first: UInt64(clamping: try number("SELECT min(last) FROM blocks")),
        last: UInt64(clamping: try number("SELECT max(last) FROM blocks")))
    }
  }

  /// How many bytes the write-ahead log has that can't be moved into the file, because somebody has been reading that since before.
  public var heldBytes: Int { checkpoints.heldBytes }

  /// Refuses, as a full disk does, to let the file grow beyond so many pages of 4 KiB.
  ///
  /// - Throws: What SQLite reports.
  public func limit(pages: Int) throws {
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
  }
}
