public import EventLog
internal import EventStream
internal import Foundation
internal import GRDB
internal import Synchronization

/// Keeps the blocks of a log in an SQLite file, with write-ahead logging and `synchronous = FULL`.
///
/// A block fits a page of the file, so that it can be found again by its mark where SQLite can't read the file any more.
public final class SQLiteStore: LogStore {
  /// Bytes of a page of the file.
  static let pageSize = 4_096

  /// A page, without what SQLite puts on it, and with some room for a last record that is larger than most.
  public let blockSize = SQLiteStore.pageSize - 120
  /// Where the file is: what a link leads to, for SQLite keeps its other files beside that.
  public let path: String
  let pool: DatabasePool
  /// The file as bytes, once they were asked for. Behind the connections, because it must be closed after them.
  let rawFile = Mutex<FileHandle?>(nil)
  /// The keys of all blocks that the index knew of when that was asked last.
  let knownKeys = Mutex<[Int64]?>(nil)
  let checkpoints: Checkpoints
  /// What was found in the file where SQLite can't read it; `nil` until that is asked for.
  let salvage = Mutex<SalvagedFile?>(nil)
  /// Whether it is read, and was of the first format when it was opened.
  private let isOlder: Bool
  /// `nil` until something is written, and where it is to be counted anew.
  let index = Mutex<StreamIndex?>(nil)
  /// How many entries of the index may wait to be moved.
  let mostWaiting: Int
  /// `nil` if the file is only read.
  private let lock: AppenderLock?
  /// Which file it is; `nil` if that can't be told.
  private let identity: FileIdentity?

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: The file's path. It and its folder are made, unless it is only read.
  ///   - owner: Whose it is from now on, unless it is somebody's.
  ///   - isReadOnly: Whether nothing is to be written.
  /// - Throws: `EventLogError.cannotOpen` if there is none, or it isn't a log, or another owner's, or may not be read, or another process
  ///   appends to it; `tooNew`; `damaged`.
  public convenience init(path: String, owner: LogOwner? = nil, isReadOnly: Bool = false) throws {
    try self.init(path: path, owner: owner, isReadOnly: isReadOnly, mostWaiting: StreamIndex.usual)
  }

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - mostWaiting: See ``StreamIndex``.
  ///   - moved: So many pages of the write-ahead log are moved into the file at once, about.
  init(
    path: String, owner: LogOwner? = nil, isReadOnly: Bool = false, mostWaiting: Int = StreamIndex.usual,
    moved: Int = Checkpoints.usual
  ) throws {
    let path = Self.ordinary(FileIdentity.target(of: path))
    self.path = path
    self.mostWaiting = mostWaiting
    checkpoints = Checkpoints(path: path, atOnce: moved)
    do {
      if !isReadOnly { try Self.check(path, owner) }
      lock = isReadOnly ? nil : try AppenderLock(of: path)
      // Whoever appends has it in good order as long as that goes on.
      if !isReadOnly || !AppenderLock.isHeld(of: path) { try Self.checkWriteAheadLog(of: path) }
      pool = try isReadOnly ? Self.openToRead(path) : Self.openPool(at: path, isReadOnly: false, owner)
      identity = FileIdentity(path)
      isOlder = try isReadOnly && pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1
    } catch {
      throw EventLogError(opening: error, at: path)
    }
  }

  /// Refuses a file that isn't a log, or another owner's, before anything is made beside it, or it is switched to write-ahead logging.
  ///
  /// - Throws: `EventLogError.cannotOpen` or `tooNew`, and what SQLite reports of a file that isn't a database.
  private static func check(_ path: String, _ owner: LogOwner?) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw EventLogError.cannotOpen(reason: "\(path) is a folder or a device: say a file")
    }
    var configuration = Configuration()
    configuration.readonly = true
    do {
      try DatabaseQueue(path: unchanging(path), configuration: configuration).read { database in
        let isLog = try SQLiteSchema.check(database, at: path) != nil
        // Where something newer stands beside it, whose it is is seen when it is opened.
        if isLog, contents(ofWriteAheadLogOf: path).isEmpty { try owner?.check(database, at: path) }
      }
    } catch let error as DatabaseError {
      // One that isn't there is about to be made, and what is damaged says so later. The beginning of a log may be in its write-ahead log
      // only, where moving it was interrupted.
      if error.resultCode == .SQLITE_NOTADB, contents(ofWriteAheadLogOf: path).isEmpty { throw error }
    }
  }

  /// Opens the file to read it.
  private static func openToRead(_ path: String) throws -> DatabasePool {
    guard FileManager.default.fileExists(atPath: path) else {
      throw EventLogError.cannotOpen(reason: "there is no file \(path): see whether the path is right")
    }
    do {
      return try openPool(at: path, isReadOnly: true)
    } catch let error as DatabaseError where error.isOfFilesBeside {
      // Beside it nothing can be made, as SQLite would have it. Where nothing is beside it, nothing is needed.
      guard contents(ofWriteAheadLogOf: path).isEmpty else {
        throw EventLogError.cannotOpen(
          reason: """
            \(path): \(error.message ?? error.description). To read it, SQLite makes a file beside it: copy it and \(path)-wal to \
            a folder with room where you may write, and read it there
            """)
      }
      return try openPool(at: path, as: unchanging(path), isReadOnly: true)
    }
  }

  private static func contents(ofWriteAheadLogOf path: String) -> Data {
    FileManager.default.contents(atPath: path + "-wal") ?? Data()
  }

  /// Sees whether what SQLite takes for all of the write-ahead log is all of it. Nothing is moved from it into the file.
  private static func checkWriteAheadLog(of path: String) throws {
    let bytes = contents(ofWriteAheadLogOf: path)
    if bytes.isEmpty { return }
    if let damage = WriteAheadLog.damage(in: Array(bytes)) {
      throw EventLogError.damaged(
        position: 0, through: 0, reason: "\(path)-wal isn't as it was written, from byte \(damage) on")
    }
    // What has been moved into the file was in it: it may have been cut off since.
    guard let moved = lastPlace(in: unchanging(path)), let last = lastPlace(in: path), last < moved else { return }
    throw EventLogError.damaged(
      position: UInt64(clamping: last), through: UInt64(clamping: moved),
      reason: "the end of \(path)-wal is missing, for \(path) has had more from it")
  }

  /// The last place that a file knows of. Its last block may have been forgotten, and then the place is noted.
  private static func lastPlace(in path: String) -> Int64? {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try? DatabaseQueue(path: path, configuration: configuration)
    return try? queue?.read { database in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT max(place) FROM (
            SELECT max(last) AS place FROM blocks UNION ALL SELECT value FROM about WHERE key = 'last'
          )
          """)
    }
  }

  /// What SQLite calls a file: what begins with “file:” it takes for a URI, and names that begin with a colon are its own.
  static func ordinary(_ path: String) -> String {
    path.hasPrefix("file:") || path.hasPrefix(":") ? "./\(path)" : path
  }

  /// What SQLite calls a file that it may read without looking for others beside it.
  static func unchanging(_ path: String) -> String {
    URL(fileURLWithPath: path).absoluteString + "?immutable=1"
  }

  private static func openPool(
    at path: String, as name: String? = nil, isReadOnly: Bool, _ owner: LogOwner? = nil
  ) throws -> DatabasePool {
    // It has all that people have done: it is for its owner alone. The files beside it get the same rights.
    if !isReadOnly, !FileManager.default.fileExists(atPath: path) {
      // If it can't be made, opening it says why.
      _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    var configuration = Configuration()
    configuration.label = "event log"
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(2)
    if !isReadOnly {
      configuration.prepareDatabase { database in
        // Has an effect on a new file only.
        try database.execute(sql: "PRAGMA page_size = \(pageSize)")
        // Others do it: see ``Checkpoints``.
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(Checkpoints.most)")
        // What is forgotten is gone from the file too.
        try database.execute(sql: "PRAGMA secure_delete = ON")
      }
    } else {
      configuration.prepareDatabase { try SQLiteSchema.supplement($0) }
    }
    let pool = try DatabasePool(path: name ?? path, configuration: configuration)
    if isReadOnly {
      try pool.read { try SQLiteSchema.prepare($0, at: path, isReadOnly: true) }
    } else {
      try makeDurable(pool)
      try pool.write { database in
        try SQLiteSchema.prepare(database, at: path, isReadOnly: false)
        try owner?.claim(database, at: path)
      }
    }
    return pool
  }

  /// Has every commit wait until it is on the disk.
  ///
  /// GRDB sets `NORMAL` when it has opened the writer, after `Configuration.prepareDatabase`. Hence setting it here, and
  /// looking.
  private static func makeDurable(_ pool: DatabasePool) throws {
    let level = try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      return try Int.fetchOne(database, sql: "PRAGMA synchronous")
    }
    guard level == 2 else {
      throw EventLogError.cannotOpen(reason: "SQLite doesn't wait for the disk: synchronous is \(level ?? -1)")
    }
  }

  /// Sees whether the file is still where it was: what is written into one that was deleted is gone with the process.
  ///
  /// - Throws: `EventLogError.cannotWrite`.
  func checkPresence() throws {
    guard let identity, FileIdentity(path) != identity else { return }
    throw EventLogError.cannotWrite(
      reason: "\(path) was deleted, moved or replaced while it was open: put it back, or start the app again")
  }

  /// What the file says of itself.
  ///
  /// - Throws: `EventLogError.damaged` or `cannotRead`.
  public func open() throws -> LogContents {
    try reading {
      try pool.read { database in
        func about(_ key: String) throws -> Int {
          try Int.fetchOne(database, sql: "SELECT value FROM about WHERE key = ?", arguments: [key]) ?? 0
        }
        let last = max(try Int.fetchOne(database, sql: "SELECT max(last) FROM blocks") ?? 0, try about("last"))
        let stream = max(try Int.fetchOne(database, sql: "SELECT max(number) FROM chapters") ?? 0, try about("stream"))
        // A part of what 63 bits can tell: no program has counted so far, and whoever goes on from here can.
        guard (0...Int.max / 4).contains(last), (0...Int.max / 2).contains(stream) else {
          throw EventLogError.damaged(position: 0, through: 0, reason: "no log has numbers like \(last) and \(stream)")
        }
        return LogContents(
          names: try Self.names(database), lastPosition: max(UInt64(last), try Self.lastKnown(database)),
          lastStream: stream,
          version: try about("version"), lastIdentity: try Self.lastIdentity(database, isEmpty: last == 0),
          owner: try LogOwner.found(in: database))
      }
    }
  }

  /// The last position that anything else in the file knows, should the key of the last block be damaged: what is written next must
  /// not get positions that are taken.
  private static func lastKnown(_ database: Database) throws -> UInt64 {
    let block = try blocks(before: nil, limit: 1, database).first
    // All of the index: nothing else tells that the last blocks are missing.
    let known = try StreamIndex.last(after: 0, through: .max / 4, database)
    return max(UInt64(clamping: known ?? 0), block?.lastPosition ?? 0)
  }

  /// Somewhere among all of them for a new log: what an app keeps beside it may know identities of one that was deleted.
  private static func lastIdentity(_ database: Database, isEmpty: Bool) throws -> StreamIdentity? {
    let noted = try Int.fetchOne(database, sql: "SELECT value FROM about WHERE key = 'identity'")
    return (noted ?? (isEmpty ? Int.random(in: 0..<1 << 24) : nil)).map(StreamIdentity.init(number:))
  }

  /// Closes the file, and gives up the lock on it. What comes later fails.
  ///
  /// - Throws: `EventLogError.cannotRead` if SQLite can't close it; the lock is kept then. `EventLogError.cannotWrite` if what was
  ///   forgotten couldn't be removed from the write-ahead log before, nor now within two seconds; it is closed all the same.
  public func close() throws {
    let isToBeEmptied = checkpoints.close()
    // SQLite moves the write-ahead log into the file only when a connection that may write is the last to close.
    pool.invalidateReadOnlyConnections()
    let failure = isToBeEmptied ? failureToEmpty() : nil
    try reading { try pool.close() }
    rawFile.withLock { $0 = nil }
    lock?.release()
    if let failure { throw failure }
  }

  /// Empties the write-ahead log, which SQLite doesn't do when others have the file open. Waits for those who read what is in it.
  ///
  /// - Returns: What went wrong; `nil` if it is empty.
  private func failureToEmpty() -> EventLogError? {
    do {
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      return nil
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return .cannotWrite(
        reason: """
          what was forgotten is still in \(path)-wal, for somebody reads it: end that, and have the log forget once more
          """)
    } catch {
      return EventLogError(writingTo: path, error)
    }
  }

  /// Runs something that reads; what goes wrong is told in the log's words.
  func reading<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw EventLogError(reading: error) }
  }

  /// Runs something that reads; what goes wrong is told in the log's words.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do {
      return try await pool.read { [isOlder] database in
        if isOlder { try SQLiteSchema.withdrawSupplement(database) }
        return try body(database)
      }
    } catch {
      throw EventLogError(reading: error)
    }
  }
}
