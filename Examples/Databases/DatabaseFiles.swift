internal import Foundation

/// The files of an open database, by which a write finds out that they are no longer where they were.
///
/// SQLite in WAL mode goes on writing into files that were removed or replaced, and acknowledges what will be lost.
/// While the files are open their inode numbers aren't used again, so device and inode tell whether they are the same.
struct DatabaseFiles: Sendable {
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
  /// - Throws: ``UnusableFile`` if they don't.
  init(openedAt path: String) throws(UnusableFile) {
    self.path = path
    // SQLite follows symbolic links, and puts the log beside the file they lead to.
    logPath = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-wal"
    identity = try Self.identity(of: path)
    logIdentity = try Self.identity(of: logPath)
  }

  /// - Throws: ``UnusableFile``, which is missing, replaced, or can't be looked at.
  func checkPresence() throws(UnusableFile) {
    guard try Self.identity(of: path) == identity else { throw UnusableFile(.replaced, path) }
    guard try Self.identity(of: logPath) == logIdentity else { throw UnusableFile(.replaced, logPath) }
  }

  private static func identity(of path: String) throws(UnusableFile) -> Identity {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      let isGone = code == ENOENT || code == ENOTDIR
      throw UnusableFile(isGone ? .missing : .unreadable, "\(path): \(String(cString: strerror(code)))")
    }
    return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

/// Refuses to write a file that its permissions forbid to.
///
/// They don't stop root, nor who has the file open, but they are the operator's will. A file that doesn't exist may be written.
///
/// - Throws: ``UnusableFile``, which is read-only.
public func checkPermission(toWrite path: String) throws(UnusableFile) {
  var status = stat()
  guard stat(path, &status) == 0 else { return }
  guard status.st_mode & 0o222 != 0, access(path, W_OK) == 0 else { throw UnusableFile(.readOnly, path) }
}
