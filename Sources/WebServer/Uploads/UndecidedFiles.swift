internal import Synchronization

/// The files of a session that have arrived whole, and of which it isn't known yet what becomes of them, for the disk is slow, or the
/// session. Whoever sends one of them again waits for that. Thread-safe, and never held up by the disk.
final class UndecidedFiles: Sendable {
  private struct File {
    var paths: Set<String> = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let files = Mutex<[String: File]>([:])

  /// Notes that a file is here whole.
  ///
  /// - Parameter id: What the page calls it; nobody waits for one without.
  func add(_ path: String, _ id: String?) {
    guard let id else { return }
    files.withLock { files in _ = files[id, default: File()].paths.insert(path) }
  }

  /// Notes that it is known what has become of a file; nothing, if it wasn't here whole.
  func remove(_ path: String, _ id: String?) {
    guard let id else { return }
    let waiting: [CheckedContinuation<Void, Never>] = files.withLock { files in
      files[id]?.paths.remove(path)
      guard let file = files[id], file.paths.isEmpty else { return [] }
      files[id] = nil
      return file.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Whether there is one that the page calls so.
  func contains(_ id: String) -> Bool { files.withLock { $0[id] != nil } }

  /// Waits until there is none that the page calls so.
  func wait(for id: String) async {
    await withCheckedContinuation { continuation in
      let isWaiting = files.withLock { files in
        guard files[id] != nil else { return false }
        files[id]?.waiting.append(continuation)
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }
}
