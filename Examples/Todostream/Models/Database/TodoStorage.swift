internal import ExampleDatabases
internal import Foundation
internal import GRDB

/// How a database file is opened.
enum TodoStorage {
  /// Opens a file, made with its folder if need be, as a write-ahead-logged, durable database with this version's tables.
  ///
  /// - Parameter patience: How long a write waits for other processes' locks, in milliseconds.
  /// - Throws: A ``TodoFailure``, `ForeignDatabase`, `StrayWriteAheadLog`, `UnusableFile`, or what GRDB or the file system reports.
  static func openPool(at path: String, patience: Int) throws -> DatabasePool {
    try makeFolder(of: path)
    try checkPermission(toWrite: path)
    try DatabaseOwner.todostream.check(fileAt: path)
    try checkWriteAheadLog(beside: path)
    makePrivateFile(at: path)
    var configuration = Configuration()
    configuration.label = "Todostream"
    configuration.busyMode = .timeout(Double(max(0, patience)) / 1_000)
    let end = ContinuousClock.now + .milliseconds(max(0, patience))
    while true {
      do {
        let pool = try DatabasePool(path: path.asDatabasePath, configuration: configuration)
        try makeDurable(pool)
        try TodoSchema.prepare(pool)
        return pool
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end {
        // A new file is switched to write-ahead logging by whoever has it alone, and for that SQLite itself doesn't wait.
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }

  private static func makeFolder(of path: String) throws(TodoFailure) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .unavailable(.unopenable, detail: "can't make the folder \(folder.path): \(error.localizedDescription)")
    }
  }

  /// Has every commit wait until the log is on the disk.
  ///
  /// GRDB sets `NORMAL` when it has opened the writer, after `Configuration.prepareDatabase`, and so would lose the last
  /// commits in a power failure: <https://www.sqlite.org/pragma.html#pragma_synchronous>. Hence setting it here, and looking.
  private static func makeDurable(_ pool: DatabasePool) throws {
    let level = try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      return try Int.fetchOne(database, sql: "PRAGMA synchronous")
    }
    guard level == 2 else {
      throw TodoFailure.unavailable(.undurable, detail: "synchronous is \(level.map(String.init) ?? "unknown")")
    }
  }
}
