internal import Dispatch
internal import EventLog
internal import Foundation
internal import GRDB
internal import Synchronization

/// Moves the write-ahead log into the file from time to time, on a thread and a connection of its own: a commit that did it, as SQLite
/// does by itself, would keep everybody waiting for many milliseconds.
///
/// It moves what it can while others write. What was written meanwhile is left: the writer moves these few pages itself, and SQLite begins
/// the write-ahead log anew. Otherwise it would grow wherever there is never a pause, and the file, which SQLite has written to the disk
/// only when all is moved, would keep everybody waiting for the longer. Should it grow beyond ``most``, because somebody reads all the time,
/// the writer moves what it can.
///
/// Nothing is moved beside the writer unless something is left that was committed: SQLite before 3.51.3 might lose a commit that begins the
/// write-ahead log anew at that moment. Why, is in docs/decisions/0097-nothing-is-moved-where-all-is-moved.md.
final class Checkpoints: Sendable {
  /// So many pages are moved at once, about, unless told otherwise.
  static let usual = 500
  /// The write-ahead log has no more pages than that, about: 64 MB.
  static let most = 16_384
  /// So long it is waited until it is seen whether nobody reads any more what is to be emptied.
  private static let pause = DispatchTimeInterval.seconds(1)

  private let path: String
  private let atOnce: Int
  private let queue = DispatchQueue(label: "event log checkpoints", qos: .utility)
  private let state = Mutex(State())

  private struct State {
    var unmoved = 0
    var isUnderWay = false
    /// Whether few pages are left, for the writer.
    var isToBeFinished = false
    /// Whether somebody moves pages, the writer or the connection beside it; never both.
    var isMoving = false
    /// How many pages the write-ahead log had when somebody last looked.
    var pages = 0
    /// Whether some of them couldn't be moved then, because somebody reads what they are to replace.
    var isHeld = false
    /// How many transactions of the writer's have begun.
    var begun = 0
    /// The last of those that are over and have written anything.
    var written = 0
    /// How many had begun when all was moved last, or more: it isn't known that any of them has left something to be moved.
    var moved = 0
    /// Whether it is to be emptied once nobody reads what is in it.
    var isToBeEmptied = false
    /// Whether that is about to be tried again.
    var isWaiting = false
    /// Whether nothing more is begun beside the writer.
    var isEnding = false
    /// Whether the writer's connection is closed, or about to be.
    var isClosed = false
  }

  init(path: String, atOnce: Int) {
    self.path = path
    self.atOnce = atOnce
    // What a process has left that was killed counts too.
    let left = (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0
    state.withLock { state in
      state.pages = left / LogFile.pageSize
      state.unmoved = state.pages
    }
  }

  /// Notes that pages have been written, and moves them if they are many.
  func note(pages: Int) {
    let isDue = state.withLock { state in
      state.unmoved += pages
      guard state.unmoved >= atOnce, !state.isUnderWay, !state.isToBeFinished, !state.isEnding else { return false }
      state.unmoved = 0
      state.isUnderWay = true
      return true
    }
    guard isDue else { return }
    queue.async { [self] in
      let isToBeFinished = move()
      state.withLock { state in
        state.isUnderWay = false
        state.isToBeFinished = isToBeFinished
      }
    }
  }

  /// Runs a transaction of the writer's, and notes whether it has left something to be moved.
  ///
  /// - Throws: `EventLogError.closed`, what `body` throws, and what SQLite reports; nothing is written then.
  func transaction(_ database: Database, _ body: () throws -> Void) throws {
    let number = try state.withLock { state in
      // A connection that is closed can't be asked how much it has written: SQLite would read where nothing is.
      guard !state.isClosed else { throw EventLogError.closed }
      state.begun += 1
      return state.begun
    }
    let before = database.totalChangesCount
    try database.inTransaction(.immediate) {
      try body()
      return .commit
    }
    if database.totalChangesCount > before { state.withLock { $0.written = number } }
  }

  /// Moves the few pages that were written while others were moved, if that has just been done: a millisecond or two. For the writer,
  /// outside of transactions.
  func finish(_ database: Database) {
    let isDue = state.withLock { state in
      guard !state.isClosed, !state.isMoving, state.isToBeFinished || state.pages >= Self.most else { return false }
      state.isToBeFinished = false
      state.isMoving = true
      return true
    }
    guard isDue else { return }
    _ = try? checkpoint(database, .passive)
    state.withLock { $0.isMoving = false }
  }

  /// Moves all of it, and leaves none of it in the write-ahead log. For the writer, while nothing else is being moved.
  ///
  /// - Returns: Whether all was moved.
  /// - Throws: `EventLogError.closed`, and what SQLite reports, also if somebody reads what is in it.
  func truncate(_ database: Database) throws -> Bool {
    // As with a transaction: SQLite would read where nothing is.
    guard !isClosed else { throw EventLogError.closed }
    return try checkpoint(database, .truncate)
  }

  /// Whether anything is left to be moved that was committed since all was moved last.
  var isAnythingLeft: Bool { state.withLock { $0.written > $0.moved } }

  /// How many bytes the write-ahead log has, if somebody reads what some of it is to replace: it grows until that ends.
  var heldBytes: Int { state.withLock { $0.isHeld ? $0.pages * LogFile.pageSize : 0 } }

  /// Whether what comes is refused.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Moves what it can.
  ///
  /// - Returns: Whether the writer is to move what is left.
  private func move() -> Bool {
    // A file that somebody has deleted would be made again, empty.
    guard isAnythingLeft, !state.withLock({ $0.isEnding }), FileManager.default.fileExists(atPath: path) else {
      return false
    }
    // From here on nobody else moves anything: what is left now is left until it is moved here.
    let mayMove = state.withLock { state in
      guard state.written > state.moved, !state.isMoving else { return false }
      state.isMoving = true
      return true
    }
    guard mayMove else { return true }
    defer { state.withLock { $0.isMoving = false } }
    var configuration = Configuration()
    configuration.label = "event log checkpoints"
    // What fails here is left to the writer.
    guard let connection = try? DatabaseQueue(path: path, configuration: configuration) else { return true }
    defer { try? connection.close() }
    // What has been written meanwhile isn't counted. If a reader keeps something from being moved, the writer couldn't either.
    return (try? connection.writeWithoutTransaction { try checkpoint($0, .passive) }) ?? true
  }

  /// Moves what it can, and notes what has become of it.
  ///
  /// - Returns: Whether all was moved that had been written when it began.
  private func checkpoint(_ database: Database, _ mode: Database.CheckpointMode) throws -> Bool {
    do {
      let (pages, moved) = try database.checkpoint(mode)
      state.withLock { state in
        state.pages = pages
        state.isHeld = moved < pages
        if moved == pages { state.moved = state.begun }
      }
      return moved == pages
    } catch {
      // Emptying it fails behind having moved all where somebody still reads it: it isn't known then that anything is left.
      state.withLock { $0.moved = $0.begun }
      throw error
    }
  }

  /// Notes that it has what was forgotten: it is emptied when the log is closed, if it hasn't been before.
  func noteForgotten() { state.withLock { $0.isToBeEmptied = true } }

  /// Moves all of it, so that nothing is left in it.
  ///
  /// Where somebody reads what is in it, that can't be done, and isn't waited for: the writer, who alone may do it, would keep everybody
  /// waiting. It is tried again from time to time then.
  ///
  /// - Parameter pool: The writer's.
  /// - Throws: What SQLite reports.
  func empty(by pool: DatabasePool) async throws {
    noteForgotten()
    try await paused { [self] in
      if try !isEmptied(by: pool) { emptyLater(by: pool) }
    }
  }

  /// Tries to empty it; for the queue. Returns whether it was.
  private func isEmptied(by pool: DatabasePool) throws -> Bool {
    // What goes without the writer.
    _ = move()
    return try pool.writeWithoutTransaction { database in
      let patience = try Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
      try database.execute(sql: "PRAGMA busy_timeout = 0")
      defer { try? database.execute(sql: "PRAGMA busy_timeout = \(patience)") }
      do {
        _ = try truncate(database)
        state.withLock { $0.isToBeEmptied = false }
        return true
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        return false
      }
    }
  }

  private func emptyLater(by pool: DatabasePool) {
    let isNew = state.withLock { state in
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    guard isNew else { return }
    queue.asyncAfter(deadline: .now() + Self.pause) { [self, weak pool] in
      let isDue = state.withLock { state in
        state.isWaiting = false
        return state.isToBeEmptied && !state.isEnding
      }
      guard isDue, let pool else { return }
      // What fails otherwise is told when the file is closed, if it isn't mended until then.
      if (try? isEmptied(by: pool)) != true { emptyLater(by: pool) }
    }
  }

  /// Runs something while nothing is being moved: SQLite refuses a second checkpoint rather than wait.
  func paused<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Ends what is done beside the writer: on return nothing is being moved there, nor will be.
  func end() {
    state.withLock { $0.isEnding = true }
    queue.sync {}
  }

  /// Refuses what comes from now on, and empties it if that is still to be done, which SQLite doesn't do by itself when others have the file
  /// open. Waits for those who read what is in it. For the writer, before its connection is closed.
  ///
  /// - Throws: What SQLite reports.
  func close(_ database: Database) throws {
    let isToBeEmptied = state.withLock { state in
      state.isClosed = true
      return state.isToBeEmptied
    }
    guard isToBeEmptied else { return }
    _ = try checkpoint(database, .truncate)
    state.withLock { $0.isToBeEmptied = false }
  }
}
