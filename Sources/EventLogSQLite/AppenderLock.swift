internal import EventLog
internal import Foundation
internal import Synchronization

/// Sees to it that one process at a time appends to a log: two would give the same places to different events.
///
/// It is a lock on a file beside the log, because SQLite's own locks on the log are lost when another descriptor of it is
/// closed. The lock ends with the process, however that ends.
final class AppenderLock: Sendable {
  private let descriptor: Mutex<CInt?>

  /// Waits for a process that is about to end, which takes a server seven seconds at most.
  private static let patience = Duration.seconds(8)

  /// Takes the lock; makes the log's folder if there is none.
  ///
  /// - Throws: `EventLogError.cannotOpen` if another process has it and doesn't give it up for some seconds, or its file can't be opened.
  init(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw EventLogError.cannotOpen(reason: Self.refusal(of: path + "-lock", errno))
    }
    let end = ContinuousClock.now + Self.patience
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
        let owner = Self.owner(file)
        close(file)
        throw EventLogError.cannotOpen(
          reason: "\(owner) appends to \(path): end it first. Another log would do where the two share nothing else.")
      }
      usleep(50_000)
    }
    descriptor = Mutex(file)
    Self.write(owner: getpid(), to: file)
  }

  /// Why its file can't be opened or made, as the system has it, and how to mend that.
  ///
  /// - Parameter user: Who runs this.
  static func refusal(of file: String, _ number: Int32, to user: uid_t = geteuid()) -> String {
    if number == EACCES, let foreign = ForeignFile(file, to: user) { return "\(file) can't be opened: \(foreign)." }
    let reason = String(cString: strerror(number))
    return FileManager.default.fileExists(atPath: file)
      ? "\(file) can't be opened: \(reason). It must be an ordinary file, to be read and written: see its rights, or remove it."
      : "\(file) can't be made: \(reason). Its folder must be writable."
  }

  /// Whether a process appends to a log now. Nothing is made or changed.
  static func isHeld(of path: String) -> Bool {
    let file = open(path + "-lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  deinit { release() }

  /// Gives the lock up.
  func release() {
    descriptor.withLock { descriptor in
      guard let held = descriptor else { return }
      descriptor = nil
      // Nobody has it from now on.
      _ = ftruncate(held, 0)
      close(held)
    }
  }

  private static func write(owner: pid_t, to file: CInt) {
    let text = Array("\(owner)\n".utf8)
    // Only for the message that another process gives.
    if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
  }

  private static func owner(_ file: CInt) -> String {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(file, &bytes, bytes.count, 0)
    let number = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0.isNumber }
    return number.isEmpty ? "another process" : "the process \(number)"
  }
}
