internal import Foundation
internal import GRDB

/// Refuses a database that is malformed together with the write-ahead log beside it, and isn't by itself. Called before it is opened to
/// write, while nothing of that has been moved into the file.
///
/// Who puts a file back from a backup, and leaves beside it what a killed process has left there, has SQLite make one of both. Where they
/// fit nobody can tell that, and what was written since the backup is there again.
///
/// What was wrong with the file before is no fault of what stands beside it, which may have the only copy of what was acknowledged: SQLite
/// lives with it as it does after a clean end, or says what is the matter.
///
/// Nothing is changed, and what isn't there or can't be read isn't refused; nor is a file of more than 32 MB, which isn't looked through:
/// that takes a tenth of a second for so many bytes, and sessions wait for it.
///
/// - Throws: ``StrayWriteAheadLog``.
public func checkWriteAheadLog(beside path: String) throws(StrayWriteAheadLog) {
  // SQLite puts it beside what a link leads to.
  let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  var (file, log) = (stat(), stat())
  guard stat(path, &file) == 0, file.st_size <= mostLookedThrough, stat(path + "-wal", &log) == 0, log.st_size > 0
  else { return }
  guard case .flaw(let flaw) = look(at: path) else { return }
  // As the last move has left it, without what stands beside it.
  guard case .whole = look(at: URL(fileURLWithPath: path).absoluteString + "?immutable=1") else { return }
  throw StrayWriteAheadLog(path: path, flaw: flaw)
}

/// As many bytes as a log has at most that is looked through: see `LogFile.checkWriteAheadLog()`.
private let mostLookedThrough = 1 << 25

/// What SQLite says of a database.
private enum Look {
  case whole
  case flaw(String)
  /// Opening it says what is the matter.
  case unknown
}

/// Has SQLite look through a database.
private func look(at name: String) -> Look {
  var configuration = Configuration()
  configuration.readonly = true
  configuration.busyMode = .timeout(2)
  do {
    let found = try DatabaseQueue(path: name, configuration: configuration).read { database in
      try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    }
    // There may be a title before the flaw, with stars.
    guard let line = found?.split(separator: "\n").last else { return .unknown }
    return line == "ok" ? .whole : .flaw(String(line))
  } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
    return .flaw(error.message ?? "it is malformed")
  } catch {
    return .unknown
  }
}

/// A database is malformed together with the write-ahead log beside it, and isn't by itself. Both have been left as they were.
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
