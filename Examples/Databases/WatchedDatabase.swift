public import GRDB
internal import Synchronization

/// A database that notices when its file is no longer where it was, or may no longer be written.
///
/// Nothing is read or written then until the *same* file (not a copy) is back at its path; from then on both work again.
/// No other file is taken up by itself, since SQLite would mix the old write-ahead log into it.
public final class WatchedDatabase: Sendable {
  private let writer: any DatabaseWriter
  /// `nil` in memory.
  private let files: DatabaseFiles?
  /// Set before closing, which removes the log: that isn't someone else's doing.
  private let isClosed = Atomic(false)

  /// Watches over a database that was just opened.
  ///
  /// - Throws: ``UnusableFile`` if its files aren't there.
  public init(_ pool: DatabasePool, at path: String) throws(UnusableFile) {
    writer = pool
    files = try DatabaseFiles(openedAt: path)
  }

  /// Has nothing to watch over.
  public init(inMemory queue: DatabaseQueue) {
    writer = queue
    files = nil
  }

  /// The file's path; `nil` in memory.
  public var path: String? { files?.path }

  /// Reads at one moment of the database. Doesn't wait for writes, nor they for it.
  ///
  /// - Throws: ``UnusableFile``, what the closure throws, and what SQLite reports.
  public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try checkPresence()
    let value = try await writer.read(body)
    do {
      try checkPresence()
    } catch {
      // A reader that was opened while another file stood at the path would go on reading that one.
      (writer as? DatabasePool)?.invalidateReadOnlyConnections()
      throw error
    }
    return value
  }

  /// Writes in a transaction, which is on the disk when this returns.
  ///
  /// - Throws: ``UnusableFile``, what the closure throws, and what SQLite reports.
  public func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try checkPresence()
    try checkWritable()
    let value = try await writer.write { [self] database in
      let value = try body(database)
      // The writer may have waited long for its turn. What is thrown here undoes the transaction.
      try files?.checkPresence()
      try checkWritable()
      return value
    }
    // Closing removes the log too, but only after it has taken this commit into the file.
    if let absence = absence(), !isClosed.load(ordering: .acquiring) { throw absence }
    return value
  }

  /// Closes the database after what is under way; later reads and writes throw. Closing twice is harmless.
  ///
  /// The file then has everything by itself, unless another process has it open too, so it may be copied without its `-wal`.
  public func close() async {
    // What is in memory goes with the last who refers to it.
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing), let pool = writer as? DatabasePool else { return }
    await pool.closeWithoutBlocking()
  }

  private func checkPresence() throws(UnusableFile) {
    // Looked at before the flag, which is set before the log is removed.
    let absence = absence()
    guard !isClosed.load(ordering: .acquiring) else { throw UnusableFile(.closed, path ?? "in memory") }
    if let absence { throw absence }
  }

  private func checkWritable() throws(UnusableFile) {
    if let path { try checkPermission(toWrite: path) }
  }

  private func absence() -> UnusableFile? {
    do throws(UnusableFile) {
      try files?.checkPresence()
      return nil
    } catch {
      return error
    }
  }
}
