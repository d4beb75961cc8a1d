internal import Foundation
internal import Glibc
internal import Synchronization

/// Where a process keeps the files that users hand over: a folder of its own, and so much room. Thread-safe.
///
/// The folder goes when the process ends. One that is killed leaves it behind; the next process that starts removes it. It
/// tells by a lock that the system takes away with the process, whatever number that had.
final class UploadHome: Sendable {
  let budget: UploadBudget
  private let parent: URL
  private let own = Mutex<Folder?>(nil)

  private struct Folder {
    let url: URL
    /// Open and locked for as long as the process uses the folder.
    let lock: CInt
  }

  private static let prefix = "ghostlight-"
  private static let lockName = "in-use"

  /// Removes what processes that are gone have left behind.
  ///
  /// - Parameters:
  ///   - parent: Where the folder is made, when the first file comes.
  ///   - bytes: How many bytes of files there may be.
  init(in parent: URL, bytes: Int) {
    self.parent = parent
    budget = UploadBudget(bytes)
    Self.removeLeftovers(in: parent)
  }

  deinit {
    let folder = own.withLock { $0 }
    guard let folder else { return }
    try? FileManager.default.removeItem(at: folder.url)
    close(folder.lock)
  }

  /// Makes a folder for a session's files; `nil` if that can't be.
  func makeFolder() -> URL? {
    guard
      let home = own.withLock({ own in
        if own == nil { own = Self.make(in: parent) }
        return own?.url
      })
    else { return nil }
    return Self.makeFolder(at: home.appending(path: RandomToken.make()))
  }

  // MARK: The process's folder

  private static func make(in parent: URL) -> Folder? {
    let token = RandomToken.make()
    // Under its own name only once it is locked, so that nobody takes it for a leftover.
    let (hidden, url) = (parent.appending(path: ".\(prefix)\(token)"), parent.appending(path: prefix + token))
    guard makeFolder(at: hidden) != nil else { return nil }
    guard let held = lock(hidden, O_CREAT) else { return nil }
    guard rename(hidden.path, url.path) == 0 else {
      close(held)
      return nil
    }
    return Folder(url: url, lock: held)
  }

  private static func makeFolder(at url: URL) -> URL? {
    let isMade: Void? = try? FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return isMade.map { url }
  }

  /// Takes the lock of a folder, if nobody has it.
  private static func lock(_ folder: URL, _ flags: CInt = 0) -> CInt? {
    let file = open(folder.appending(path: lockName).path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
    guard file >= 0 else { return nil }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
    close(file)
    return nil
  }

  private static func removeLeftovers(in parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = parent.appending(path: name)
      guard isOwn(folder), let held = lock(folder) else { continue }
      try? FileManager.default.removeItem(at: folder)
      close(held)
    }
  }

  /// Whether it is a folder, and this user's: in a temporary folder others could put something under such a name.
  private static func isOwn(_ folder: URL) -> Bool {
    var status = stat()
    return lstat(folder.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
  }
}
