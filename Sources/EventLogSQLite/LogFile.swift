import EventLog
import Foundation
import GRDB

/// The file of a log on its way to being open: what is looked at before SQLite has it, and how SQLite opens it.
struct LogFile {
  /// Bytes of a page of the file.
  static let pageSize = 4_096

  /// Where the file is, in SQLite's words.
  let path: String

  /// - Parameter path: The file's path, or that of a link to it.
  init(_ path: String) { self.path = Self.ordinary(FileIdentity.target(of: path)) }

  /// What SQLite calls a file: what begins with “file:” it takes for a URI, and names that begin with a colon are its own.
  static func ordinary(_ path: String) -> String {
    path.hasPrefix("file:") || path.hasPrefix(":") ? "./\(path)" : path
  }

  /// What SQLite calls a file that it may read without looking for others beside it.
  static func unchanging(_ path: String) -> String {
    URL(fileURLWithPath: path).absoluteString + "?immutable=1"
  }

  var unchanging: String { Self.unchanging(path) }
  var hasWriteAheadLog: Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  // MARK: Before it is opened

  /// Refuses a file that isn't a log, or another owner's, or has files beside it that can't be used, before anything is made beside it, or
  /// it is switched to write-ahead logging.
  ///
  /// - Throws: `EventLogError.cannotOpen` or `tooNew`, and what SQLite reports of a file that isn't a database.
  func check(for owner: LogOwner?) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw EventLogError.cannotOpen(reason: "\(path) is a folder or a device: say a file")
    }
    var configuration = Configuration()
    configuration.readonly = true
    do {
      try DatabaseQueue(path: unchanging, configuration: configuration).read { database in
        let isLog = try SQLiteSchema.check(database, at: path) != nil
        // Where something newer stands beside it, whose it is is seen when it is opened.
        if isLog, !hasWriteAheadLog { try owner?.check(database, at: path) }
      }
    } catch let error as DatabaseError {
      // One that isn't there is about to be made, and what is damaged says so later. The beginning of a log may be in its write-ahead log
      // only, where moving it was interrupted.
      if error.resultCode == .SQLITE_NOTADB, !hasWriteAheadLog { throw error }
    }
    try checkFilesBeside(for: R_OK | W_OK)
  }

  /// Refuses a log with a file beside it that is there and can't be used, as one run as another user leaves it: SQLite says only that it
  /// can't open the log.
  ///
  /// - Throws: `EventLogError.cannotOpen`.
  private func checkFilesBeside(for rights: CInt) throws {
    for file in ["-wal", "-shm"].map({ path + $0 }) where access(file, rights) != 0 && errno == EACCES {
      throw EventLogError.cannotOpen(reason: Self.refusal(of: file))
    }
  }

  /// That a file beside a log can't be used, and how to mend that. It may have what was written last: to remove it is no way.
  ///
  /// - Parameter user: Who runs this.
  static func refusal(of file: String, to user: uid_t = geteuid()) -> String {
    let remedy = ForeignFile(file, to: user).map { ": \($0)." } ?? ". Give the right to (chmod u+rw)."
    return "\(file) is a part of the log, and may not be read and written\(remedy)"
  }

  // MARK: Opening it

  /// Opens the file to read it.
  ///
  /// - Throws: `EventLogError`, and what SQLite reports.
  func openToRead() throws -> DatabasePool {
    guard FileManager.default.fileExists(atPath: path) else {
      throw EventLogError.cannotOpen(reason: "there is no file \(path): see whether the path is right")
    }
    do {
      return try openToRead(as: path)
    } catch let error as DatabaseError where error.isOfFilesBeside {
      // Beside it nothing can be made, as SQLite would have it. Where nothing is beside it, nothing is needed.
      guard !hasWriteAheadLog else {
        try checkFilesBeside(for: R_OK)
        throw EventLogError.cannotOpen(
          reason: """
            \(path): \(error.message ?? error.description). To read it, SQLite makes a file beside it: copy it and \(path)-wal to \
            a folder with room where you may write, and read it there
            """)
      }
      return try openToRead(as: unchanging)
    }
  }

  private func openToRead(as name: String) throws -> DatabasePool {
    var configuration = Self.configuration
    configuration.readonly = true
    configuration.prepareDatabase { try SQLiteSchema.supplement($0) }
    let pool = try DatabasePool(path: name, configuration: configuration)
    try pool.read { try SQLiteSchema.prepare($0, at: path, isReadOnly: true) }
    return pool
  }

  /// Opens the file to append to it, and makes it if there is none.
  ///
  /// - Throws: `EventLogError`, and what SQLite reports.
  func openToWrite(for owner: LogOwner?) throws -> DatabasePool {
    // It has all that people have done: it is for its owner alone. The files beside it get the same rights.
    if !FileManager.default.fileExists(atPath: path) {
      // If it can't be made, opening it says why.
      _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    var configuration = Self.configuration
    configuration.prepareDatabase { database in
      // Has an effect on a new file only.
      try database.execute(sql: "PRAGMA page_size = \(Self.pageSize)")
      // ``Checkpoints`` does it.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      // What is forgotten is gone from the file too.
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try Self.makeDurable(pool)
    try pool.write { database in
      try SQLiteSchema.prepare(database, at: path, isReadOnly: false)
      try owner?.claim(database, at: path)
    }
    return pool
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "event log"
    configuration.busyMode = .timeout(2)
    // More of them read no more at a time, and each has a cache of its own.
    configuration.maximumReaderCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    // A log is written at its end, and read from one block to the next: of what has been, little is needed again.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(Self.cacheKilobytes)") }
    return configuration
  }

  /// What each connection keeps of the file in memory at most; SQLite would keep 2,000.
  private static let cacheKilobytes = 256

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
}
