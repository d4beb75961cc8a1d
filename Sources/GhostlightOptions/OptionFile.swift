internal import EventLogSQLite
internal import Foundation
internal import Glibc

/// A database file that an option names, looked at before it is opened: SQLite says what is wrong, but not in words of the command
/// line, and not what to do about it.
public struct OptionFile: Sendable {
  private let option: String
  private let path: String
  private let memory: String?
  /// Who runs this.
  private let user: uid_t

  /// Names the file.
  ///
  /// - Parameters:
  ///   - path: What was said.
  ///   - option: The option, such as `--database`.
  ///   - memory: What to say instead to keep everything in memory, such as `--ephemeral`, if that can be had.
  public init(_ path: String, of option: String, orInMemory memory: String? = nil) {
    self.init(path, of: option, orInMemory: memory, by: geteuid())
  }

  init(_ path: String, of option: String, orInMemory memory: String? = nil, by user: uid_t) {
    self.path = path
    self.option = option
    self.memory = memory
    self.user = user
  }

  /// Makes the folder that the file is in, and looks whether the file, or a new one, can be used there.
  ///
  /// - Throws: ``OptionError`` with what is wrong, and how to mend it.
  public func prepare() throws(OptionError) {
    if path.isEmpty { throw OptionError("\(option) needs the path of a file: say one, such as todos.sqlite.") }
    // What SQLite calls its memory would be a file of that name here.
    if path == ":memory:" {
      let other = memory.map { ", or \($0) to keep nothing" } ?? ""
      throw OptionError("\(option) takes a file, and \(path) is none: say one, such as todos.sqlite\(other).")
    }
    // Of what looks at a path, some passes over it: then there is a file that nothing can stand beside.
    if path.hasSuffix("/") {
      throw trouble(
        "what ends with / is a folder. Say a file: leave out the /, or say one in it, such as \(path)todos.sqlite.")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try makeFolder(folder)
    try checkRightsBeside()
    if let status = Self.status(of: path) {
      try check(status)
      try checkFilesBeside()
    } else if !Self.isWritable(folder) {
      throw trouble(
        "nothing may be written in the folder \(folder)\(remedy("u+w", for: folder)), or say a file in another.")
    }
  }

  private func check(_ status: stat) throws(OptionError) {
    if status.st_mode & S_IFMT == S_IFDIR {
      throw trouble("that is a folder. Say a file in it, such as \(path)/todos.sqlite.")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw trouble("that is no ordinary file. Say another.") }
    guard Self.isWritable(path) else {
      throw trouble("the file may not be written\(remedy("u+w", for: path)), or say another.")
    }
    if status.st_size == 0 { return }
    guard let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: Self.mark.utf8.count)
    else {
      throw trouble("the file can't be read\(remedy("u+r", for: path)), or say another.")
    }
    guard start.elementsEqual(Self.mark.utf8) else {
      throw trouble(
        """
        that isn't a database; it was left as it is. Say another file, or restore this one from a backup, with the -wal and -shm beside it \
        moved away.
        """)
    }
  }

  /// The files that SQLite writes into beside a database, wherever a link to it leads.
  private var filesBeside: [String] {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    return ["-wal", "-shm"].map { file + $0 }
  }

  /// Those that are there may have been left by another user's run: SQLite says of neither that it can't open it, only of the database.
  private func checkRightsBeside() throws(OptionError) {
    for file in filesBeside where Self.status(of: file) != nil && !(Self.isReadable(file) && Self.isWritable(file)) {
      throw trouble("\(file) is a part of it, and may not be read and written\(remedy("u+rw", for: file)).")
    }
  }

  private func checkFilesBeside() throws(OptionError) {
    let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
    if Self.isWritable(folder) || filesBeside.allSatisfy(Self.isWritable) { return }
    throw trouble(
      """
      a database needs files beside it, and nothing may be written in the folder \(folder)\(remedy("u+w", for: folder)), or copy it to \
      another.
      """)
  }

  /// How each database of SQLite begins: <https://www.sqlite.org/fileformat.html#the_database_header>.
  private static let mark = "SQLite format 3\0"

  private func makeFolder(_ folder: String) throws(OptionError) {
    let reason = Self.make(folder)
    if reason != 0 {
      throw trouble(
        "the folder \(folder) can't be made: \(String(cString: strerror(reason))). Make it yourself, or say a file in another."
      )
    }
  }

  /// - Returns: Why a folder can't be made, as the system counts reasons; 0 if it is there.
  private static func make(_ folder: String) -> Int32 {
    if let status = status(of: folder) { return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR }
    if mkdir(folder, 0o777) == 0 || errno == EEXIST { return 0 }
    let reason = errno
    let parent = URL(filePath: folder).deletingLastPathComponent().path
    guard reason == ENOENT, parent != folder else { return reason }
    let above = make(parent)
    return above != 0 ? above : mkdir(folder, 0o777) == 0 || errno == EEXIST ? 0 : errno
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Looks at the permission bits too: they don't stop root, but they are the operator's will.
  private static func isWritable(_ path: String) -> Bool {
    guard let status = status(of: path) else { return false }
    return status.st_mode & 0o222 != 0 && access(path, W_OK) == 0
  }

  private static func isReadable(_ path: String) -> Bool {
    guard let status = status(of: path) else { return false }
    return status.st_mode & 0o444 != 0 && access(path, R_OK) == 0
  }

  /// How who runs this comes to have a right, as the end of a sentence and the beginning of another.
  private func remedy(_ right: String, for path: String) -> String {
    // Rights can be given by whose it is only.
    ForeignFile(path, to: user).map { ": \($0)" } ?? ". Give the right to (chmod \(right))"
  }

  private func trouble(_ text: String) -> OptionError { OptionError("\(option) \(path): \(text)") }
}

/// What is wrong with what an option says, and how to mend it.
public struct OptionError: Error, CustomStringConvertible, Sendable {
  /// What was wrong, and how to mend it.
  public let description: String

  init(_ description: String) { self.description = description }
}
