package import EventLog
internal import GRDB

/// A log in a file that could be opened to append to it: looked at, kept from all others who would append, and left as it was.
///
/// Opening makes it the app's own, and of this program's format, so that a program of before may not be able to go on with it. That is left
/// until it is known that this one can.
package struct UnopenedLog: Sendable {
  private let path: String
  private let owner: LogOwner?
  private let version: Int
  let lock: AppenderLock
  private let identity: FileIdentity?
  /// What the file says of itself; `nil` if there is no log in it yet.
  let contents: LogContents?

  /// Looks at a log as who opens it does, and waits for the process that appends to it to end. But for the file of the lock nothing is made or
  /// changed.
  ///
  /// - Parameters:
  ///   - path: The file's path; it is there.
  ///   - owner: Whose it is.
  ///   - version: The version of the app's events: see `LogMigrations`.
  /// - Throws: What opening it throws: `EventLogError`.
  package init(at path: String, of owner: LogOwner? = nil, version: Int = 1) throws {
    let file = LogFile(path)
    self.path = path
    self.owner = owner
    self.version = version
    do {
      try file.check(for: owner)
      lock = try AppenderLock(of: file.path)
      identity = FileIdentity(file.path)
      try file.checkWriteAheadLog()
      contents = try file.contents(for: owner)
    } catch {
      throw EventLogError(opening: error, at: file.path)
    }
    let found = contents?.version ?? 0
    guard found <= version else { throw EventLogError.newerEvents(found: found, known: version) }
  }

  /// Opens it. Once.
  ///
  /// - Parameter onFailure: Told of each failure to write, and of each event that can't be encoded.
  /// - Throws: `EventLogError`.
  package func open(onFailure: LogFailureHandler? = nil) throws -> SQLiteLog {
    let store = try SQLiteStore(path: path, owner: owner, seen: self)
    return try SQLiteLog(store, version: version, onFailure: onFailure)
  }

  /// Sees whether the file is still the one that was looked at.
  ///
  /// - Parameter path: Where it is.
  /// - Throws: `EventLogError.cannotOpen`.
  func checkPresence(at path: String) throws {
    guard FileIdentity(path) != identity else { return }
    throw EventLogError.cannotOpen(
      reason: """
        \(path) was deleted, moved or replaced while the app was being opened: put it back, or start the app again
        """)
  }

  /// Leaves it to others, who may append to it from now on.
  package func release() { lock.release() }
}

extension LogFile {
  /// What the file says of itself together with its write-ahead log. Nothing is changed.
  ///
  /// - Returns: `nil` if there is no log in it yet.
  /// - Throws: `EventLogError.cannotOpen`, `tooNew` or `damaged`, and what SQLite reports.
  func contents(for owner: LogOwner?) throws -> LogContents? {
    // Where there is no write-ahead log, none is made.
    try Self.look(at: hasWriteAheadLog ? path : unchanging) { database in
      guard try SQLiteSchema.check(database, at: path) != nil else { return nil }
      try owner?.check(database, at: path)
      return try SQLiteStore.contents(database)
    }
  }
}

extension LogContents {
  /// The same, of a log that has been claimed since.
  func claimed(by owner: LogOwner?) -> LogContents {
    LogContents(
      names: names, lastPosition: lastPosition, lastStream: lastStream, version: version, lastIdentity: lastIdentity,
      owner: owner.map { LogOwner($0.name) } ?? self.owner)
  }
}
