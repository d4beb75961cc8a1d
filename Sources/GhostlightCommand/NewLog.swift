internal import EventLog
internal import EventLogSQLite
internal import Foundation
internal import Glibc

/// A log that a command makes where there is none: as a whole or not at all.
struct NewLog {
  /// As it was said.
  let path: String
  /// Whose it is; `nil` for nobody.
  let owner: LogOwner?

  /// Makes it under another name beside its own, which it gets once it is whole: whoever is killed meanwhile leaves nothing that could be
  /// taken for a log.
  ///
  /// - Parameter body: Writes what is to be in it.
  /// - Throws: ``CommandFailure`` if there is something already, or nothing can be made there; what the store and `body` throw, and
  ///   nothing is left then.
  func make<Made>(_ body: (SQLiteStore) async throws -> Made) async throws -> Made {
    try check()
    let draft = try draft()
    // With its lock, if it is whole.
    defer { RecordingFiles.removeLog(at: draft) }
    let store = try SQLiteStore(path: draft, owner: owner)
    let made: Made
    do {
      made = try await body(store)
      // Closing it would do that too, and say nothing where there is no room for it.
      try await store.moveAll()
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
    try checkIsWhole(draft)
    try rename(draft)
    return made
  }

  /// What is there is nobody's to be replaced.
  private func check() throws {
    if isThere(path) { throw isTaken }
    if let recording = RecordingFiles.recording(with: path) {
      throw CommandFailure("\(path) belongs to \(recording): say another file")
    }
    for ending in ["-wal", "-journal"] where isThere(path + ending) {
      // SQLite would take it for what belongs to the new one, and remove it.
      throw CommandFailure("\(path)\(ending) is there already, and belongs to another log: move it to that one")
    }
  }

  /// Only the file itself gets the name: a part of the log that lies elsewhere would be lost.
  private func checkIsWhole(_ draft: String) throws {
    var status = stat()
    guard lstat(draft + "-wal", &status) == 0, status.st_size > 0 else { return }
    throw CommandFailure(
      "\(path) can't be made: not all of it is in one file. See whether there is room, and run the command again.")
  }

  private var isTaken: CommandFailure {
    CommandFailure("\(path) is there already: say another file, or move that away")
  }

  /// Makes an empty file with a name that no other has.
  private func draft() throws -> String {
    var name = Array("\(path).unfinished-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw cannotBeMade(errno) }
    close(descriptor)
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func cannotBeMade(_ reason: CInt) -> CommandFailure {
    CommandFailure("\(path) can't be made: \(String(cString: strerror(reason)))")
  }

  /// Gives a file that is whole its name, unless something has come to be there.
  private func rename(_ draft: String) throws {
    // The other name is removed with what else there is of it.
    var failure = link(draft, path) == 0 ? 0 : errno
    if failure != 0, failure != EEXIST {
      // Some file systems give a file one name at a time.
      failure = isThere(path) ? EEXIST : Glibc.rename(draft, path) == 0 ? 0 : errno
    }
    if failure == EEXIST { throw isTaken }
    guard failure == 0 else { throw cannotBeMade(failure) }
    synchronizeFolder()
  }

  /// A name is as durable as what it names once its folder is.
  private func synchronizeFolder() {
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
