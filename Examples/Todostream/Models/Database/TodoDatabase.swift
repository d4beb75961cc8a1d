public import EventMacros
internal import ExampleDatabases
internal import GRDB

/// The todos, in an SQLite database that any number of tasks, and other processes, may read and write at once. Before version 3.51.3 of SQLite
/// only one process should write, for [two of them](https://www.sqlite.org/wal.html#walresetbug) might lose what one has written.
/// What another process has written tells nobody here: screens show it when they ask next, and who edits isn't told. Serve one database from one process.
///
/// ```swift
/// let database = try TodoDatabase(path: "todos.sqlite")
/// let written = try await database.apply(.create(TodoDraft(title: "Buy milk")), at: 0)
/// let page = try await database.page(matching: TodoQuery(search: "MILK"))
/// assert(page.todos == [written.todo])
/// await database.close()
/// ```
///
/// A write is on the disk when ``apply(_:at:)`` returns: it survives the process being killed and the power failing.
///
/// ## When something goes wrong with the file
///
/// - Read-only: reads work; writes throw ``TodoFailure/readOnly`` until the file is writable again.
/// - Disk full: reads work; writes throw ``TodoFailure/full`` until there is room.
/// - Removed, renamed or replaced, it or its `-wal` file: reads and writes throw ``TodoFailure/unavailable(_:detail:)``
///   until the *same* file (not a copy) is back at its path; then both work again without a restart. No other file is
///   taken up by itself, since SQLite would mix the old write-ahead log into it. To go on with a backup: end the
///   process, remove the `-wal` and `-shm` files, put the backup in place, start.
public final class TodoDatabase: Sendable {
  let database: WatchedDatabase

  /// The todos that somebody holds: what is read for one session after the other is kept once.
  let known = SharedPool<Todo.Content>()

  /// Opens the database in a file, and makes the file and its folder if they don't exist.
  ///
  /// Blocks its thread while it opens: open it at the start of the process.
  ///
  /// - Parameters:
  ///   - path: The file's path; SQLite puts two more files, with `-wal` and `-shm` at the end of their names, beside it.
  ///   - patience: How long a write waits for other processes' locks, in milliseconds: 0 or more.
  /// - Throws: ``TodoFailure/readOnly`` if the file or its folder may not be written, ``TodoFailure/full`` if the disk is
  ///   full, or ``TodoFailure/unavailable(_:detail:)`` with the reason and the path.
  public init(path: String, patience: Int = 2_000) throws(TodoFailure) {
    do {
      database = try WatchedDatabase(TodoStorage.openPool(at: path, patience: patience), at: path)
    } catch {
      throw TodoFailure(error, at: path)
    }
  }

  private init(memory: DatabaseQueue) throws {
    try TodoSchema.prepare(memory)
    database = WatchedDatabase(inMemory: memory)
  }

  /// Opens a new, empty database that lives in memory as long as it is referenced.
  ///
  /// - Throws: ``TodoFailure/unavailable(_:detail:)`` if SQLite can't.
  public static func inMemory() throws(TodoFailure) -> TodoDatabase {
    do {
      return try TodoDatabase(memory: DatabaseQueue())
    } catch {
      throw TodoFailure(error)
    }
  }

  /// Applies a change to the todo as it is in the database, in one transaction of its own.
  ///
  /// - Parameters:
  ///   - milliseconds: The time of the change, since 1970-01-01T00:00:00Z.
  ///   - request: The request that it is made for.
  ///   - again: Whether that was made before. It makes no second todo then, and changes nothing that others have changed since: it gets the
  ///     todo as it is, if it was carried out.
  /// - Returns: The todo and the counts after the change, which is then on the disk.
  /// - Throws: ``TodoFailure/invalid(_:)`` if the draft is; ``TodoFailure/notFound(_:)`` if there is no such todo, or it
  ///   is deleted and the write isn't about that; ``TodoFailure/readOnly``; ``TodoFailure/full``;
  ///   ``TodoFailure/cancelled``; or ``TodoFailure/unavailable(_:detail:)`` with the reason.
  public func apply(
    _ write: TodoWrite, at milliseconds: Int64, for request: EventID? = nil, again: Bool = false
  ) async throws(TodoFailure) -> TodoWritten {
    do {
      return try await database.write { [known] database in
        let table = TodoTable(database: database, known: known)
        let todo = table.shared(try table.apply(write, at: milliseconds, for: request, again: again))
        return TodoWritten(todo: todo, counts: try table.counts())
      }
    } catch {
      throw TodoFailure(error, at: database.path)
    }
  }

  /// Closes the database after what is under way; later reads and writes throw ``TodoOutage/closed``.
  ///
  /// The file then has everything by itself, unless another process has it open too, so it may be copied without its `-wal`. Closing twice
  /// is harmless.
  public func close() async { await database.close() }
}
