internal import EventLog
package import Foundation

/// A file that a command writes: as a whole or not at all, unless it is no ordinary one. Nothing is replaced but what the command has
/// written itself: whoever mistakes the name of a file loses none.
///
/// A new one is its owner's alone, as the log is that it tells of; one that is replaced keeps the rights that it has.
package struct OutputFile: Sendable {
  /// As it was said.
  private let path: String
  /// What the command writes.
  private let kinds: [OutputKind]

  /// Names the file.
  ///
  /// - Parameter kinds: What may be replaced. An empty file may be too.
  package init(path: String, replacing kinds: [OutputKind]) {
    self.path = path
    self.kinds = kinds
  }

  /// Refuses to replace what is something else. Writing does that too; to be asked before there is much to do.
  ///
  /// - Throws: ``OutputFileError``.
  package func check() throws {
    if let recording = RecordingFiles.recording(with: path) {
      throw OutputFileError("\(path) belongs to \(recording), and was left as it was: say another file")
    }
    guard kind(by: stat) == S_IFREG, !isStandardOutput else { return }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw OutputFileError("\(path) is there already, and may not be read: say another file, or move that away")
    }
    let head = (try? file.read(upToCount: 512)) ?? Data()
    try? file.close()
    if head.isEmpty || kinds.contains(where: { head.starts(with: $0.beginning.utf8) && has($0.mark) }) { return }
    throw OutputFileError(
      "\(path) is there already, and nothing that this command has written: say another file, or move that away")
  }

  /// Whether something stands in the file, which may be large.
  private func has(_ mark: String?) -> Bool {
    guard let mark else { return true }
    let contents = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return contents?.range(of: Data(mark.utf8)) != nil
  }

  /// Writes all of it. What a symbolic link leads to is written, and not the link; a device or a pipe is written into.
  ///
  /// - Throws: ``OutputFileError``; `OutputFailure` if a pipe's reader has stopped, or it is where everything is printed.
  package func write(_ data: Data) throws {
    try check()
    if isStandardOutput { return try data.write(to: STDOUT_FILENO) }
    do {
      switch kind(by: stat) {
      case nil where kind(by: lstat) == nil: try replace(path, with: data)
      case S_IFREG: try replace(URL(fileURLWithPath: path).resolvingSymlinksInPath().path, with: data)
      default: try fill(data)
      }
    } catch let failure as OutputFailure where !failure.isBrokenPipe {
      throw OutputFileError("\(path) can't be written: \(failure.reason)")
    }
  }

  /// Whether it is where everything is printed: replaced, that would take what is printed later with it.
  private var isStandardOutput: Bool {
    var (own, printed) = (stat(), stat())
    guard stat(path, &own) == 0, fstat(STDOUT_FILENO, &printed) == 0 else { return false }
    return own.st_dev == printed.st_dev && own.st_ino == printed.st_ino
  }

  /// What is there, as the system counts kinds of files; `nil` for nothing.
  private func kind(by look: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32) -> mode_t? {
    var status = stat()
    return look(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Whoever reads the file meanwhile has all of it as it was, or as it is then.
  private func replace(_ path: String, with data: Data) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    // It makes a file of that name with other letters in place of the last six, which nobody else may read.
    var name = Array("\(folder)/.ghostlight-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw OutputFailure(number: errno) }
    defer { close(descriptor) }
    do {
      try keepRights(of: path, for: descriptor)
      try data.write(to: descriptor)
      guard rename(name, path) == 0 else { throw OutputFailure(number: errno) }
    } catch {
      unlink(name)
      throw error
    }
  }

  /// Gives a new file the rights of one that is there, if there is one.
  private func keepRights(of path: String, for descriptor: CInt) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    // Whose it is only root may say, and to which of his groups it belongs whoever writes it.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o777) == 0 else { throw OutputFailure(number: errno) }
  }

  private func fill(_ data: Data) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw OutputFailure(number: errno) }
    defer { close(descriptor) }
    try data.write(to: descriptor)
  }
}

/// What a file is known by that a command has written.
package struct OutputKind: Sendable {
  let beginning: String
  let mark: String?

  /// Describes the file.
  ///
  /// - Parameters:
  ///   - beginning: What it begins with: less than 512 bytes.
  ///   - mark: What stands in it further on, and in nobody else's files, if its beginning doesn't tell enough.
  package init(beginning: String, mark: String? = nil) {
    self.beginning = beginning
    self.mark = mark
  }
}

/// Why a file isn't written, and how to mend it.
package struct OutputFileError: Error, CustomStringConvertible, Sendable {
  /// What was wrong, and how to mend it.
  package let description: String

  init(_ description: String) { self.description = description }
}
