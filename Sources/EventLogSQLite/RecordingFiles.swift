internal import Foundation

/// The files that a recording is made of: its own, and what SQLite, the lock and the app of a log keep beside it. Whoever writes
/// another file asks here first, so that none of them is replaced.
package struct RecordingFiles {
  /// What stands behind the name of a log in the names of what belongs to it: files that users hand over are in a folder.
  private static let endings = ownEndings + [folderEnding]
  private static let ownEndings = ["", "-wal", "-shm", "-journal", "-lock"]
  private static let folderEnding = "-files"

  private let files: Set<FileIdentity>
  private let folders: [String]

  /// Finds the files of a recording; some of them, or all, may not be there yet.
  ///
  /// - Parameter path: The recording's, or that of a link to it.
  package init(of path: String) {
    // SQLite puts its files beside what a link leads to, and so does the lock; the app's folder stands beside the link.
    let names = [path, FileIdentity.target(of: path)]
    files = Set(names.flatMap { name in Self.endings.compactMap { FileIdentity(name + $0) } })
    folders = names.map { URL(fileURLWithPath: $0 + Self.folderEnding).resolvingSymlinksInPath().path }
  }

  /// Removes a log that couldn't be made, with what SQLite and the lock keep beside it.
  package static func removeLog(at path: String) {
    for ending in ownEndings { try? FileManager.default.removeItem(atPath: path + ending) }
  }

  /// The recording beside which SQLite or the lock would keep something by this name; `nil` if there is none.
  package static func recording(with path: String) -> String? {
    let path = FileIdentity.target(of: path)
    for ending in ownEndings where !ending.isEmpty && path.hasSuffix(ending) {
      let recording = String(path.dropLast(ending.count))
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: recording, isDirectory: &isFolder), !isFolder.boolValue {
        return recording
      }
    }
    return nil
  }

  /// Whether a path leads to one of them, by whatever name, or into their folder.
  package func contain(_ path: String) -> Bool {
    if let file = FileIdentity(path), files.contains(file) { return true }
    let target = URL(fileURLWithPath: FileIdentity.target(of: path))
    let folder = target.deletingLastPathComponent().resolvingSymlinksInPath().path
    return folders.contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }
}

/// What tells a file from all others, whatever it is called; where there is none yet, the folder and the name that it would have.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let name: String

  /// - Returns: `nil` where no file can be.
  init?(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      name = ""
    } else {
      let target = URL(fileURLWithPath: Self.target(of: path))
      guard stat(target.deletingLastPathComponent().path, &status) == 0 else { return nil }
      name = target.lastPathComponent
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Where the links end that a path leads to, if it does to any; there need not be anything.
  static func target(of path: String) -> String {
    var path = path
    // The system follows no more of them either.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path =
        next.hasPrefix("/") ? next : URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: next).path
    }
    return path
  }
}
