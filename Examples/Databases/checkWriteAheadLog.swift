internal import Foundation
internal import GRDB

/// Refuses a database where it is malformed together with the write-ahead log beside it. Called before it is opened to write, while
/// nothing of that has been moved into the file.
///
/// Who puts a file back from a backup, and leaves beside it what a killed process has left there, has SQLite make one of both. Where they
/// fit nobody can tell that, and what was written since the backup is there again.
///
/// Nothing is changed, and what isn't there or can't be read isn't refused.
///
/// - Throws: ``StrayWriteAheadLog``.
public func checkWriteAheadLog(beside path: String) throws(StrayWriteAheadLog) {
  // SQLite puts it beside what a link leads to.
  let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  var status = stat()
  guard stat(path + "-wal", &status) == 0, status.st_size > 0 else { return }
  var configuration = Configuration()
  configuration.readonly = true
  configuration.busyMode = .timeout(2)
  var flaw: String?
  do {
    flaw = try DatabaseQueue(path: path, configuration: configuration).read { database in
      try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    }
  } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
    flaw = error.message ?? "it is malformed"
  } catch {
    // Opening it says what is the matter.
  }
  // There may be a title before the flaw, with stars.
  guard let line = flaw?.split(separator: "\n").last, line != "ok" else { return }
  throw StrayWriteAheadLog(path: path, flaw: String(line))
}

/// A database is malformed together with the write-ahead log beside it. Both have been left as they were.
public struct StrayWriteAheadLog: Error, CustomStringConvertible {
  /// Where the database is.
  let path: String
  /// What SQLite finds wrong.
  let flaw: String

  /// What is wrong, and how to mend it, in English.
  public var description: String {
    """
    \(path) and \(path)-wal don't fit, or are damaged: \(flaw). If \(path) was put back from a backup, move \(path)-wal and \(path)-shm away, \
    which are of the file before it, and start again
    """
  }
}
