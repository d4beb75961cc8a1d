public import EventMacros
internal import ExampleDatabases
internal import Foundation
internal import GRDB

/// The lists of all visitors, in an SQLite database.
///
/// A change is on the disk when ``apply(_:for:again:)`` returns. Where the file was removed, renamed or replaced, or may no longer be
/// written, that fails, until the same file is back and may.
public final class TodoDatabase: Sendable {
  private let database: WatchedDatabase

  /// Opens the database in a file, and makes the file and its folder if they don't exist.
  ///
  /// - Throws: ``TodoFailure/unopenable(_:)`` with the path, the reason, and what to do about it.
  public init(path: String) throws(TodoFailure) {
    do {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try DatabaseOwner.todomvc.check(fileAt: path)
      try checkWriteAheadLog(beside: path)
      makePrivateFile(at: path)
      var configuration = Configuration()
      // Somebody may look into the file meanwhile.
      configuration.busyMode = .timeout(5)
      let pool = try DatabasePool(path: path.asDatabasePath, configuration: configuration)
      // GRDB opens the writer with NORMAL, which loses the last commits in a power failure.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try Self.prepare(pool)
      database = try WatchedDatabase(pool, at: path)
    } catch let error as ForeignDatabase {
      throw .unopenable("\(path): \(error). Start with another file.")
    } catch let error as StrayWriteAheadLog {
      throw .unopenable("\(error).")
    } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
      throw .unopenable(
        """
        \(path): it isn't a database, or is damaged. Restore a backup, and move the -wal and -shm beside it away, or start with another file.
        """)
    } catch {
      throw .unopenable("\(path): \(error). See whether the path and the rights are in order.")
    }
  }

  private init(memory: DatabaseQueue) throws {
    try Self.prepare(memory)
    database = WatchedDatabase(inMemory: memory)
  }

  private static func prepare(_ writer: any DatabaseWriter) throws {
    try writer.write(DatabaseOwner.todomvc.claim)
    try migrator.migrateBesideOthers(writer)
  }

  /// Opens a new, empty database that lives in memory as long as it is referenced.
  ///
  /// - Throws: ``TodoFailure/unavailable(_:)`` if SQLite can't.
  public static func inMemory() throws(TodoFailure) -> TodoDatabase {
    do { return try TodoDatabase(memory: DatabaseQueue()) } catch { throw TodoFailure(error) }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { database in
      try database.execute(
        sql: """
          CREATE TABLE list (owner TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE todo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            owner TEXT NOT NULL,
            title TEXT NOT NULL,
            isCompleted INTEGER NOT NULL DEFAULT 0
          ) STRICT;
          CREATE INDEX todo_owned ON todo (owner, id);
          """)
    }
    migrator.registerMigration("v2") { database in
      // Which request made which version: asked again, after a crash, it finds what it has changed.
      try database.execute(
        sql: """
          CREATE TABLE written (
            owner TEXT NOT NULL,
            version INTEGER NOT NULL,
            request INTEGER NOT NULL,
            difference TEXT NOT NULL,
            PRIMARY KEY (owner, version)
          ) STRICT, WITHOUT ROWID;
          CREATE UNIQUE INDEX written_requested ON written (owner, request);
          """)
    }
    return migrator
  }

  /// Reads a visitor's list; an empty one for who has none.
  ///
  /// - Throws: ``TodoFailure/unavailable(_:)``.
  public func list(of owner: String) async throws(TodoFailure) -> TodoList {
    do {
      return try await database.read { try TodoTable(database: $0, owner: owner).list() }
    } catch {
      throw TodoFailure(error)
    }
  }

  /// Changes a visitor's list, in one transaction.
  ///
  /// - Parameters:
  ///   - request: The request that it is made for.
  ///   - again: Whether that was made before. What it has changed then isn't changed a second time: it gets the same answer,
  ///     unless a thousand other requests of the visitor's have changed something since.
  /// - Returns: What has changed.
  /// - Throws: ``TodoFailure/tooMany(limit:)``, or ``TodoFailure/unavailable(_:)``.
  public func apply(
    _ write: TodoWrite, for request: EventID? = nil, again: Bool = false
  ) async throws(TodoFailure) -> TodoWritten {
    do {
      return try await database.write {
        try TodoTable(database: $0, owner: write.owner).apply(write.change, for: request, again: again)
      }
    } catch {
      throw TodoFailure(error)
    }
  }

  /// Closes the database after what is under way.
  public func close() async {
    // What is in memory goes with the last who refers to it.
    if database.path != nil { await database.close() }
  }
}
