internal import EventLog
internal import GRDB

/// The tables of a log.
enum SQLiteSchema {
  /// The version of the tables, in the file's `user_version`; blocks have a format of their own.
  static let format = 2
  /// Tells a log from other databases: "GLog", in the file's `application_id`.
  static let application = 0x474C_6F67

  private static let tables = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE names (
      kind INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (kind, number)
    ) STRICT, WITHOUT ROWID;
    -- By the position of a block's last record, so that the block with the record behind a place is found at once.
    CREATE TABLE blocks (last INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
    -- Which blocks have how many records of a stream: the entries are in this table or, if they are young, in `recent`.
    CREATE TABLE streams (
      stream INTEGER NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (stream, last)
    ) STRICT, WITHOUT ROWID;
    \(recent)
    CREATE TABLE chapters (
      number INTEGER PRIMARY KEY, session TEXT NOT NULL, user TEXT, began INTEGER NOT NULL,
      isEnded INTEGER NOT NULL DEFAULT 0, isIncomplete INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX chapters_of_session ON chapters (session);
    CREATE TABLE snapshots (
      session TEXT NOT NULL, position INTEGER NOT NULL, checksum INTEGER NOT NULL, content BLOB NOT NULL,
      PRIMARY KEY (session, position)
    ) STRICT;
    """

  /// Since format 2.
  private static let recent = """
    CREATE TABLE recent (
      stream INTEGER NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (stream, last)
    ) STRICT, WITHOUT ROWID;
    """

  /// Refuses a file that isn't a log, or a newer one.
  ///
  /// - Returns: The format of its tables; `nil` if it has none, and nothing says that it will be another program's.
  /// - Throws: `EventLogError.cannotOpen` or `tooNew`, and what SQLite reports.
  @discardableResult
  static func check(_ database: Database, at path: String) throws -> Int? {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    if found == 0, application == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 {
      return nil
    }
    guard application == Self.application else { throw notALog(path) }
    guard found <= format else { throw EventLogError.tooNew(found: found, known: format) }
    return found
  }

  private static func notALog(_ path: String) -> EventLogError {
    .cannotOpen(reason: "\(path) is a database, but not a log of events, and was left as it was: say another file")
  }

  /// Makes the tables in a new file, and what is new in an older one; refuses a file that isn't a log, or a newer one.
  static func prepare(_ database: Database, at path: String, isReadOnly: Bool) throws {
    let found = try check(database, at: path)
    if isReadOnly {
      if found == nil {
        throw EventLogError.cannotOpen(reason: "\(path) is empty, and no log: see whether it is the right file")
      }
    } else if found == nil {
      try database.execute(sql: tables)
      try database.execute(sql: "PRAGMA application_id = \(Self.application)")
      try database.execute(sql: "PRAGMA user_version = \(format)")
    } else if found == 1 {
      try database.execute(sql: recent)
      try database.execute(sql: "PRAGMA user_version = \(format)")
    }
  }

  /// Gives a connection that only reads an older log what that hasn't.
  static func supplement(_ database: Database) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA user_version") == 1 else { return }
    try database.execute(sql: recent.replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
  }

  /// Takes that back where the log has it by now: another process has gone on with it.
  static func withdrawSupplement(_ database: Database) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA user_version") != 1 else { return }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.recent")
  }
}
