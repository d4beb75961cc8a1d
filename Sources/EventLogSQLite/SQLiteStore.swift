public import EventLog
internal import Dispatch
internal import EventStream
internal import Foundation
internal import GRDB
internal import Synchronization

/// Keeps the blocks of a log in an SQLite file, with write-ahead logging and `synchronous = FULL`.
///
/// A block fits a page of the file, so that it can be found again by its mark where SQLite can't read the file any more.
public final class SQLiteStore: LogStore {
  /// A page, without what SQLite puts on it, and with some room for a last record that is larger than most.
  public let blockSize = LogFile.pageSize - 120
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
  /// What was seen in the file before it was opened; `nil` once that was asked for, and otherwise.
  private let seen: Mutex<LogContents?>
  /// Which file it is; `nil` if that can't be told.
  private let identity: FileIdentity?
  /// It is closed by one after the other.
  private let closing = DispatchQueue(label: "closing an event log")

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
  ///   - seen: The file, if it was looked at before, and is kept from others since.
  init(
    path: String, owner: LogOwner? = nil, isReadOnly: Bool = false, mostWaiting: Int = StreamIndex.usual,
    moved: Int = Checkpoints.usual, seen: UnopenedLog? = nil
  ) throws {
    let file = LogFile(path)
    let path = file.path
    self.path = path
    self.mostWaiting = mostWaiting
    checkpoints = Checkpoints(path: path, atOnce: moved)
    self.seen = Mutex(seen?.contents?.claimed(by: owner))
    do {
      if !isReadOnly, seen == nil { try file.check(for: owner) }
      lock = isReadOnly ? nil : try seen?.lock ?? AppenderLock(of: path)
      // Whoever appends has it in good order as long as that goes on.
      if seen == nil, !isReadOnly || !AppenderLock.isHeld(of: path) { try file.checkWriteAheadLog() }
      // Places and names of another file would be written into one that was put there meanwhile.
      try seen?.checkPresence(at: path)
      pool = try isReadOnly ? file.openToRead() : file.openToWrite(for: owner)
      identity = FileIdentity(path)
      isOlder = try isReadOnly && pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1
    } catch {
      throw EventLogError(opening: error, at: path)
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
    let seen = seen.withLock { contents in
      defer { contents = nil }
      return contents
    }
    // All of the index is looked through for it: once is enough.
    return try seen ?? reading { try pool.read { try Self.contents($0) } }
  }

  /// What a file says of itself that is a log.
  ///
  /// - Throws: `EventLogError.damaged`, and what SQLite reports.
  static func contents(_ database: Database) throws -> LogContents {
    func about(_ key: String) throws -> Int {
      try Int.fetchOne(database, sql: "SELECT value FROM about WHERE key = ?", arguments: [key]) ?? 0
    }
    let last = max(try Int.fetchOne(database, sql: "SELECT max(last) FROM blocks") ?? 0, try about("last"))
    let streams = try lastStreams(database) + [about("stream")]
    // A part of what 63 bits can tell: no program has counted so far, and whoever goes on from here can.
    guard (0...Int.max / 4).contains(last), streams.allSatisfy((0...Int.max / 2).contains) else {
      throw EventLogError.damaged(
        position: 0, through: 0, reason: "no log has numbers like \(last) and \(streams.max() ?? 0)")
    }
    return LogContents(
      names: try Self.names(database), lastPosition: max(UInt64(last), try lastKnown(database)),
      lastStream: streams.max() ?? 0,
      version: try about("version"), lastIdentity: try lastIdentity(database, isEmpty: last == 0),
      owner: try LogOwner.found(in: database))
  }

  /// The last streams that the tables have a number for: what a damaged one of a chapter hides is found in the index.
  private static func lastStreams(_ database: Database) throws -> [Int] {
    let sources = ["max(number) FROM chapters"] + StreamIndex.tables.map { "max(stream) FROM \($0)" }
    return try sources.compactMap { try Int.fetchOne(database, sql: "SELECT \($0)") }
  }

  /// The last position that anything else in the file knows, should the key of the last block be damaged: what is written next must
  /// not get positions that are taken.
  static func lastKnown(_ database: Database) throws -> UInt64 {
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
  /// - Throws: `EventLogError.cannotRead` if SQLite can't close it; the lock is kept then. `EventLogError.stillRead` if
  ///   what was forgotten couldn't be removed from the write-ahead log before, nor now within two seconds, because somebody reads it, and
  ///   `EventLogError.cannotWrite` if that can't be written; it is closed all the same.
  public func close() async throws {
    // Not on one of the threads that tasks share: it waits for reads that end on these.
    try await withCheckedThrowingContinuation { continuation in
      closing.async { [self] in continuation.resume(with: Result { try closeFile() }) }
    }
  }

  private func closeFile() throws {
    checkpoints.end()
    // SQLite moves the write-ahead log into the file only when a connection that may write is the last to close.
    pool.invalidateReadOnlyConnections()
    // GRDB can't be given a connection's turn once that is closed.
    let failure = checkpoints.isClosed ? nil : failureToEmpty()
    try reading { try pool.close() }
    rawFile.withLock { $0 = nil }
    lock?.release()
    if let failure { throw failure }
  }

  /// Empties the write-ahead log, if that is still to be done.
  ///
  /// - Returns: What went wrong; `nil` if it is empty.
  private func failureToEmpty() -> EventLogError? {
    do {
      do {
        try pool.writeWithoutTransaction { try checkpoints.close($0) }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        // What the process reads itself closing waits for in any case; for others it has waited.
        try pool.barrierWriteWithoutTransaction { database in
          try database.execute(sql: "PRAGMA busy_timeout = 0")
          try checkpoints.close(database)
        }
      }
      return nil
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return .stillRead(path: path)
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
      throw EventLogError.told(error, EventLogError.init(reading:))
    }
  }
}
