internal import Foundation
internal import Glibc
internal import Synchronization

/// Where a process keeps the files that users hand over: a folder of its own, and so much room. Thread-safe.
///
/// Where sessions don't outlive the process, the folder goes when it ends. One that is killed leaves it behind; the next process that
/// starts removes it. It tells by a lock that the system takes away with the process, whatever number that had.
///
/// Where they do, the folder stays, and files rest there while their session is away: for a while, and as long as there is room.
final class UploadHome: Sendable {
  /// How many bytes a file counts at least.
  let leastBytes: Int
  /// Those of all sessions of which it isn't known yet what becomes of them.
  let undecided = UndecidedFiles()
  private let budget: UploadBudget
  private let parent: URL
  /// For how long files rest; `nil` if they go with their sessions.
  private let memory: Duration?
  private let own: Mutex<LockedFolder?>
  /// The sessions that are away, with what they have left.
  private let resting = Mutex(RestingFolders())

  private static let keptName = "kept"
  /// What the names begin with of folders that are being removed.
  static let goneBeginning = ".gone-"
  /// How often the lock is tried for, each tenth of a second: a process that ends may still hold it.
  private static let mostTries = 30

  /// Removes what processes that are gone have left behind, but for what rests.
  ///
  /// - Parameters:
  ///   - parent: Where the folder is made, when the first file comes. Where files rest it must be this app's alone.
  ///   - bytes: How many bytes of files there may be.
  ///   - leastBytes: How many a file counts at least.
  ///   - memory: For how long the files of a session that is away rest, from its end or the start of the process on; `nil` if they go
  ///     with it.
  init(in parent: URL, bytes: Int, leastBytes: Int = 0, restingFor memory: Duration? = nil) {
    self.leastBytes = leastBytes
    self.parent = parent
    budget = UploadBudget(bytes)
    let kept = parent.appending(path: Self.keptName)
    let isThere = memory != nil && LockedFolder.isOwn(kept)
    var held = isThere ? LockedFolder(kept) : nil
    for _ in 0..<Self.mostTries where isThere && held == nil {
      Thread.sleep(forTimeInterval: 0.1)
      held = LockedFolder(kept)
    }
    // What another process holds is none of this one's.
    self.memory = isThere && held == nil ? nil : memory
    own = Mutex(held)
    LockedFolder.removeLeftovers(in: parent)
    if held != nil { findResting(in: kept) }
  }

  deinit {
    let folder = own.withLock { $0 }
    guard let folder else { return }
    if folder.url.lastPathComponent != Self.keptName { try? FileManager.default.removeItem(at: folder.url) }
    folder.unlock()
  }

  // MARK: The sessions' folders

  /// Makes a folder for a session's files; `nil` if that can't be.
  func makeFolder(of session: String) -> URL? {
    guard
      let home = own.withLock({ own in
        // Another process may have been quicker to take the folder in which files rest.
        if own == nil, memory != nil { own = LockedFolder(making: parent.appending(path: Self.keptName)) }
        if own == nil { own = LockedFolder(anyIn: parent) }
        return own?.url
      })
    else { return nil }
    let name = memory != nil && RandomToken.isOne(session) ? session : RandomToken.make()
    return LockedFolder.make(home.appending(path: name))
  }

  /// Which of some sessions have left something here.
  func resting(of sessions: Set<String>) -> Set<String> {
    resting.withLock { $0.left(by: sessions) }
  }

  /// What a session has left here that comes back, and how much that is. It is taken from nobody's share any more.
  func wake(_ session: String) -> (folder: URL, files: Int, bytes: Int)? {
    guard let rest = resting.withLock({ $0.remove(session) }) else { return nil }
    rest.share?.giveBack(rest.bytes)
    return (rest.url, rest.files, rest.bytes)
  }

  /// Takes what a session has left that is over, or away.
  func putAway(_ folder: URL?, of session: String, _ files: Int, _ bytes: Int, from share: UploadBudget?) {
    guard let folder, memory != nil, files > 0, folder.lastPathComponent == session else {
      return remove(folder, bytes, share)
    }
    resting.withLock { resting in
      // Asked here: who takes the lock later goes later.
      let rest = RestingFolders.Rest(url: folder, files: files, bytes: bytes, share: share, since: .now)
      resting.add(rest, of: session)
    }
  }

  /// Removes what rests for longer than it should.
  func sweep(now: ContinuousClock.Instant) {
    guard let memory else { return }
    // One by one: pages that open wait for no more than one.
    while let rest = resting.withLock({ $0.removeOldest { $0.since + memory <= now }?.out() }) { remove(rest) }
  }

  /// Removes what a session has left that can't come back. On return nobody finds it any more; that it is gone isn't waited for.
  func forget(_ session: String) {
    let rest = resting.withLock { $0.remove(session)?.out() }
    if let rest { FileThreads.start { [self] in remove(rest) } }
  }

  private func remove(_ rest: RestingFolders.Rest) { remove(rest.url, rest.bytes, rest.share) }

  private func remove(_ folder: URL?, _ bytes: Int, _ share: UploadBudget?) {
    if let folder { try? FileManager.default.removeItem(at: folder) }
    giveBack(bytes, to: share)
  }

  // MARK: Room

  /// Takes room for some bytes.
  ///
  /// - Parameters:
  ///   - share: What of all room it may be taken from; `nil` for any.
  ///   - isMakingWay: Whether what has rested longest makes way where there is no room: of that share, where that has none.
  /// - Returns: Whether there was so much; otherwise nothing has been taken.
  func take(_ bytes: Int, from share: UploadBudget? = nil, makingWay isMakingWay: Bool = true) -> Bool {
    while let share, !share.take(bytes) {
      guard isMakingWay, removeOldest(of: share) else { return false }
    }
    while !budget.take(bytes) {
      guard isMakingWay, removeOldest() else {
        share?.giveBack(bytes)
        return false
      }
    }
    return true
  }

  /// - Returns: Whether anything has rested.
  private func removeOldest(of share: UploadBudget? = nil) -> Bool {
    let oldest = resting.withLock { $0.removeOldest(of: share)?.out() }
    if let oldest { remove(oldest) }
    return oldest != nil
  }

  /// Gives room back.
  func giveBack(_ bytes: Int, to share: UploadBudget? = nil) {
    share?.giveBack(bytes)
    budget.giveBack(bytes)
  }

  // MARK: What rests

  /// Finds what was left by the process before, the youngest first: what there is no room for goes, and what hadn't come to its end.
  private func findResting(in kept: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: kept.path)) ?? []
    for name in names where name.hasPrefix(Self.goneBeginning) {
      try? FileManager.default.removeItem(at: kept.appending(path: name))
    }
    let folders = names.filter(RandomToken.isOne).map { kept.appending(path: $0) }.filter(LockedFolder.isOwn)
    let found = folders.map { folder in
      (
        folder: folder, changed: Self.changed(folder),
        content: finished(in: folder, removingOthers: true) ?? (files: 0, bytes: 0)
      )
    }
    let now = ContinuousClock.now
    var rests: [RestingFolders.Rest] = []
    for (age, (folder, _, content)) in found.sorted(by: { $0.changed > $1.changed }).enumerated() {
      if content.files > 0, budget.take(content.bytes) {
        let since = now - .nanoseconds(age)
        rests.append(
          RestingFolders.Rest(url: folder, files: content.files, bytes: content.bytes, share: nil, since: since))
      } else {
        try? FileManager.default.removeItem(at: folder)
      }
    }
    for rest in rests.reversed() { resting.withLock { $0.add(rest, of: rest.url.lastPathComponent) } }
  }

  private static func changed(_ folder: URL) -> Int {
    var status = stat()
    return lstat(folder.path, &status) == 0 ? status.st_mtim.tv_sec : 0
  }

  /// The files of a folder that have come to their end, and the room that they take; `nil` if it can't be read.
  ///
  /// - Parameter removingOthers: Whether the others are removed: their process is gone.
  func finished(in folder: URL, removingOthers: Bool = false) -> (files: Int, bytes: Int)? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return nil }
    var (files, bytes) = (0, 0)
    for name in names {
      let file = folder.appending(path: name)
      var status = stat()
      if name.hasSuffix(Upload.unfinishedEnding) {
        if removingOthers { try? FileManager.default.removeItem(at: file) }
      } else if lstat(file.path, &status) == 0 {
        (files, bytes) = (files + 1, bytes + max(Int(status.st_size), leastBytes))
      }
    }
    return (files, bytes)
  }
}
