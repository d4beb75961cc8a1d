public import EventLog

/// A log in an SQLite file.
///
/// ```swift
/// let log = try SQLiteLog(path: "events.sqlite")
/// ```
///
/// What has been flushed is on the disk: it survives the process being killed and the power failing. One process at a time
/// appends; others may read meanwhile.
public typealias SQLiteLog = StoredLog<SQLiteStore>

extension StoredLog where Store == SQLiteStore {
  /// Opens a log to append to it; makes the file and its folder if they don't exist.
  ///
  /// - Parameters:
  ///   - path: The file's path; SQLite puts two more files beside it.
  ///   - owner: Whose it is. A new log, or one that nobody owns yet, is this app's from now on. If it isn't said, anybody's is opened.
  ///   - version: The version of the app's events: see `LogMigrations`.
  ///   - limits: How much is kept in memory, and how long.
  ///   - onFailure: Told of each failure to write, and of each event that can't be encoded.
  /// - Throws: `EventLogError`: `cannotOpen`, `tooNew`, `newerEvents` or `damaged`. Another app's log is left as it was.
  public convenience init(
    path: String, of owner: LogOwner? = nil, version: Int = 1, limits: LogLimits = LogLimits(),
    onFailure: LogFailureHandler? = nil
  ) throws {
    try self.init(SQLiteStore(path: path, owner: owner), version: version, limits: limits, onFailure: onFailure)
  }

  /// Whether a process appends to the log in a file now. Who opens it to append waits some seconds for that to end.
  package static func isAppendedTo(at path: String) -> Bool { AppenderLock.isHeld(of: LogFile(path).path) }

  /// Waits for the process that appends to the log in a file to end, as who opens it to append does.
  ///
  /// - Throws: `EventLogError.cannotOpen` if it doesn't within some seconds.
  package static func awaitAppender(at path: String) throws { try AppenderLock(of: LogFile(path).path).release() }

  /// Opens a log to `add(_:)` what was recorded elsewhere, while no app appends to it; makes the file and its folder if they don't
  /// exist. It stays of the version that it is of.
  ///
  /// - Parameter version: The version of an empty log.
  /// - Throws: `EventLogError`: `cannotOpen`, `tooNew` or `damaged`.
  public convenience init(addingTo path: String, version: Int) throws {
    try self.init(addingTo: SQLiteStore(path: path), version: version)
  }

  /// Opens a log to read it, while another process may be appending to it.
  ///
  /// - Throws: `EventLogError`: `cannotOpen`, `cannotRead`, `tooNew` or `damaged`.
  public convenience init(reading path: String) throws {
    try self.init(reading: SQLiteStore(path: path, isReadOnly: true))
  }
}
