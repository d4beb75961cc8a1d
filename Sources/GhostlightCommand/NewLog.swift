internal import EventLogSQLite
internal import Foundation
internal import Glibc

/// A log that a command makes where there is none: as a whole or not at all.
struct NewLog {
  /// As it was said.
  let path: String

  /// Makes it.
  ///
  /// - Parameter body: Writes what is to be in it.
  /// - Throws: ``CommandFailure`` if there is something already, or nothing can be made there; what the store and `body` throw, and
  ///   nothing is left then.
  func make<Made>(_ body: (SQLiteStore) async throws -> Made) async throws -> Made {
    try take()
    do {
      let store = try SQLiteStore(path: path)
      do {
        let made = try await body(store)
        try store.close()
        return made
      } catch {
        try? store.close()
        throw error
      }
    } catch {
      RecordingFiles.removeLog(at: path)
      throw error
    }
  }

  /// Makes an empty file, if there isn't any: what was there is nobody's to be replaced, and never removed.
  private func take() throws {
    for ending in ["-wal", "-journal"] where isThere(path + ending) {
      // SQLite would take it for what belongs to an empty file, and remove it.
      throw CommandFailure("\(path)\(ending) is there already, and belongs to another log: move it to that one")
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = errno
      if reason == EEXIST { throw CommandFailure("\(path) is there already: say another file, or move that away") }
      throw CommandFailure("\(path) can't be made: \(String(cString: strerror(reason)))")
    }
    close(descriptor)
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
