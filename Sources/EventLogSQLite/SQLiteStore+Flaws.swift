internal import EventLog
internal import GRDB

extension SQLiteStore {
  /// Looks at every page and every index of the file, and compares all tables with what is in the blocks; at one moment, should
  /// somebody be appending.
  ///
  /// - Returns: What is wrong, in words; nothing if all is well.
  /// - Throws: `EventLogError`: `cannotRead`, `closed`, or `damaged` if nothing of it can be read.
  public func flaws() async throws -> [String] {
    try await read { database in
      var flaws: [String] = []
      do {
        flaws += try Self.flawsOfFile(database)
        flaws += try Self.survey(database)
        flaws += try Self.damagedSnapshots(database)
      } catch let error as DatabaseError where error.isDamage {
        flaws.append("SQLite: \(error.message ?? "the file is malformed")")
      }
      return flaws
    }
  }

  private static func flawsOfFile(_ database: Database) throws -> [String] {
    // Each row has one finding or several, behind a title with stars.
    try Row.fetchAll(database, sql: "PRAGMA integrity_check").flatMap { row in
      (row.text(0) ?? "").split(separator: "\n").filter { $0 != "ok" && !$0.hasPrefix("*") }.map { "SQLite: \($0)" }
    }
  }

  private static func damagedSnapshots(_ database: Database) throws -> [String] {
    let snapshots = try Row.fetchCursor(
      database, sql: "SELECT session, position, checksum, content FROM snapshots ORDER BY session, position")
    var flaws: [String] = []
    while let row = try snapshots.next() {
      let snapshot = LogSnapshot(position: UInt64(clamping: row.integer(1)), content: row.bytes(3))
      if !snapshot.fits(row.integer(2)) {
        flaws.append("the snapshot of session \(row.text(0) ?? "") at event \(snapshot.position) is damaged")
      }
    }
    return flaws
  }

  private static func survey(_ database: Database) throws -> [String] {
    var survey = BlockSurvey()
    let blocks = try Row.fetchCursor(database, sql: "SELECT last, content FROM blocks ORDER BY last")
    while let row = try blocks.next() {
      survey.add(StoredBlock(last: UInt64(clamping: row.integer(0)), bytes: row.bytes(1)))
    }
    for table in StreamIndex.tables {
      let streams = try Row.fetchCursor(database, sql: "SELECT stream, last, count FROM \(table)")
      while let row = try streams.next() {
        survey.add(
          stream: Int(row.integer(0)), last: UInt64(clamping: row.integer(1)), count: Int(row.integer(2)))
      }
    }
    let chapters = try Row.fetchAll(database, sql: "SELECT number, session FROM chapters")
    return survey.flaws(
      names: try names(database),
      sessions: Dictionary(chapters.map { (Int($0.integer(0)), $0.text(1) ?? "") }) { old, _ in old })
  }
}
