internal import Foundation

/// The files of an open database, by which a write finds out that they are no longer where they were.
///
/// SQLite in WAL mode goes on writing into files that were removed or replaced, and acknowledges what will be lost.
/// While the files are open their inode numbers aren't used again, so device and inode tell whether they are the same.
struct TodoFile: Sendable {
  private struct Identity: Sendable, Equatable {
    let device: UInt64
    let inode: UInt64
  }

  let path: String
  private let logPath: String
  private let identity: Identity
  private let logIdentity: Identity

  /// Notes which files stand at the path of a database that was just opened.
  ///
  /// - Throws: ``TodoFailure/unavailable(_:detail:)`` with ``TodoOutage/missing`` if they don't.
  init(openedAt path: String) throws(TodoFailure) {
    self.path = path
    // SQLite follows symbolic links, and puts the log beside the file they lead to.
    logPath = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-wal"
    identity = try Self.identity(of: path)
    logIdentity = try Self.identity(of: logPath)
  }

  /// - Throws: ``TodoFailure/unavailable(_:detail:)`` with ``TodoOutage/missing`` or ``TodoOutage/replaced``.
  func checkPresence() throws(TodoFailure) {
    guard try Self.identity(of: path) == identity else { throw .unavailable(.replaced, detail: path) }
    guard try Self.identity(of: logPath) == logIdentity else { throw .unavailable(.replaced, detail: logPath) }
  }

  /// - Throws: ``TodoFailure/readOnly`` if the file may not be written.
  func checkPermission() throws(TodoFailure) {
    try Self.checkPermission(at: path)
  }

  /// Looks at the permission bits too: they don't stop root, nor who has the file open, but they are the operator's will.
  ///
  /// A file that doesn't exist may be written.
  static func checkPermission(at path: String) throws(TodoFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & 0o222 != 0, access(path, W_OK) == 0 else { throw .readOnly }
  }

  private static func identity(of path: String) throws(TodoFailure) -> Identity {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      let isGone = code == ENOENT || code == ENOTDIR
      throw .unavailable(isGone ? .missing : .inputOutput, detail: "\(path): \(String(cString: strerror(code)))")
    }
    return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
