internal import Foundation
internal import Glibc

/// A folder that one process uses, as a lock says that the system takes away with the process, whatever number that had.
struct LockedFolder {
  let url: URL
  /// Open and locked for as long as the process uses the folder.
  private let lock: CInt

  private static let prefix = "ghostlight-"
  private static let lockName = "in-use"

  /// Takes a folder that is there, if nobody has it.
  init?(_ url: URL) {
    guard let lock = Self.lock(url, O_CREAT) else { return nil }
    (self.url, self.lock) = (url, lock)
  }

  /// Takes a folder, which is made if it isn't there.
  init?(making url: URL) {
    guard Self.make(url) != nil, Self.isOwn(url) else { return nil }
    self.init(url)
  }

  /// Makes a folder in another, which is a leftover once its process is gone.
  init?(anyIn parent: URL) {
    let token = RandomToken.make()
    // Under its own name only once it is locked, so that nobody takes it for a leftover.
    let (hidden, url) = (
      parent.appending(path: ".\(Self.prefix)\(token)"), parent.appending(path: Self.prefix + token)
    )
    guard Self.make(hidden) != nil, let lock = Self.lock(hidden, O_CREAT) else { return nil }
    guard rename(hidden.path, url.path) == 0 else {
      close(lock)
      return nil
    }
    (self.url, self.lock) = (url, lock)
  }

  /// Lets others have it.
  func unlock() { close(lock) }

  /// Makes a folder that only this user may look into; `nil` if that can't be.
  static func make(_ url: URL) -> URL? {
    let isMade: Void? = try? FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard isMade != nil else { return nil }
    synchronize(url.deletingLastPathComponent())
    return url
  }

  /// Has what stands in a folder stand there after a power failure too: that a file is on the disk says nothing of its name.
  static func synchronize(_ folder: URL) {
    let file = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }

  /// Removes what processes that are gone have left behind in a folder.
  static func removeLeftovers(in parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = parent.appending(path: name)
      guard isOwn(folder), let held = lock(folder) else { continue }
      try? FileManager.default.removeItem(at: folder)
      close(held)
    }
  }

  /// Whether it is a folder, and this user's: in a temporary folder others could put something under such a name.
  static func isOwn(_ folder: URL) -> Bool {
    var status = stat()
    return lstat(folder.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
  }

  /// Takes the lock of a folder, if nobody has it.
  private static func lock(_ folder: URL, _ flags: CInt = 0) -> CInt? {
    let file = open(folder.appending(path: lockName).path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
    guard file >= 0 else { return nil }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
    close(file)
    return nil
  }
}
