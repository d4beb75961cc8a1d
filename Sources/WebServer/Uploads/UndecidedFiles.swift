internal import Synchronization

/// The files of all sessions that have arrived whole, and of which it isn't known yet what becomes of them, for the disk is slow, or the
/// session. Whoever sends one of them again waits for that. Thread-safe, and never held up by the disk.
final class UndecidedFiles: Sendable {
  /// Those of one session. There is nothing of them in sessions: there are very many, and hardly one gets a file at a time.
  struct OfSession: Sendable {
    let all: UndecidedFiles
    let session: String

    /// Notes that a file is here whole.
    ///
    /// - Parameter id: What the page calls it; nobody waits for one without.
    func add(_ path: String, _ id: String?) {
      if let id { all.add(path, name(id)) }
    }

    /// Notes that it is known what has become of a file; nothing, if it wasn't here whole.
    func remove(_ path: String, _ id: String?) {
      if let id { all.remove(path, name(id)) }
    }

    /// Whether there is one that the page calls so.
    func contains(_ id: String) -> Bool { all.contains(name(id)) }

    /// Waits until there is none that the page calls so.
    func wait(for id: String) async { await all.wait(for: name(id)) }

    private func name(_ id: String) -> String { "\(session)/\(id)" }
  }

  private struct File {
    var paths: Set<String> = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let files = Mutex<[String: File]>([:])

  private func add(_ path: String, _ id: String) {
    files.withLock { files in _ = files[id, default: File()].paths.insert(path) }
  }

  private func remove(_ path: String, _ id: String) {
    let waiting: [CheckedContinuation<Void, Never>] = files.withLock { files in
      files[id]?.paths.remove(path)
      guard let file = files[id], file.paths.isEmpty else { return [] }
      files[id] = nil
      return file.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func contains(_ id: String) -> Bool { files.withLock { $0[id] != nil } }

  private func wait(for id: String) async {
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
