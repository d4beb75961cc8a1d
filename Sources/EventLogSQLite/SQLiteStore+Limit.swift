internal import GRDB

extension SQLiteStore {
  /// Refuses, as a full disk does, to let the file grow beyond so many pages of 4 KiB.
  ///
  /// - Throws: What SQLite reports.
  public func limit(pages: Int) throws {
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
  }
}
