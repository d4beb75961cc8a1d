internal import Foundation
internal import Synchronization
internal import ViewKit

/// The files that have come to a session. They go with it, or rest until it comes back. Thread-safe.
final class UploadFolder: Sendable {
  private struct State {
    /// Made when the first file comes.
    var folder: URL?
    /// Of all files, and of those that are whole.
    var bytes = 0
    var kept = (files: 0, bytes: 0)
    /// The names of those that are coming.
    var coming: Set<String> = []
    var isRemoved = false
  }

  private let state: Mutex<State>
  private let home: UploadHome
  private let session: String
  private let limit: Int

  /// More at once than this aren't one user's.
  private static let greatestUploads = 4

  /// - Parameters:
  ///   - home: Where the process keeps its files, and how many bytes all sessions may hold.
  ///   - session: The session's name.
  ///   - limit: How many bytes the session may hold.
  init(in home: UploadHome, of session: String, limit: Int) {
    self.home = home
    self.session = session
    self.limit = limit
    let left = home.wake(session)
    state = Mutex(
      State(folder: left?.folder, bytes: left?.bytes ?? 0, kept: (left?.files ?? 0, left?.bytes ?? 0)))
  }

  deinit { remove() }

  /// Begins a file.
  ///
  /// - Parameter name: What it is called here; a name that nothing else has unless given. One of that name that the session has never
  ///   heard of makes way: its process came to an end before it could.
  /// - Returns: What to write it with, or nothing if the session is over, has no room, uploads too much at once, or this already.
  func begin(_ name: String? = nil) -> Upload? {
    state.withLock { state in
      guard !state.isRemoved, state.coming.count < Self.greatestUploads, let folder = folder(&state) else { return nil }
      let file = folder.appending(path: name ?? RandomToken.make())
      let unfinished = Upload.unfinished(file.path)
      guard !state.coming.contains(file.path) else { return nil }
      discard(file, &state)
      guard
        FileManager.default.createFile(atPath: unfinished, contents: nil, attributes: [.posixPermissions: 0o600]),
        let handle = FileHandle(forWritingAtPath: unfinished)
      else { return nil }
      state.coming.insert(file.path)
      return Upload(path: file.path, handle: handle, folder: self)
    }
  }

  private func folder(_ state: inout State) -> URL? {
    if state.folder == nil { state.folder = home.makeFolder(of: session) }
    return state.folder
  }

  func take(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard !state.isRemoved, state.bytes + bytes <= limit, home.take(bytes) else { return false }
      state.bytes += bytes
      return true
    }
  }

  /// A file has come, or won't.
  func end(_ path: String, _ size: Int, isThere: Bool) {
    state.withLock { state in
      state.coming.remove(path)
      // What was there when the session went has been counted with it.
      if state.isRemoved { return }
      if isThere {
        state.kept = (state.kept.files + 1, state.kept.bytes + size)
      } else {
        state.bytes -= size
        home.giveBack(size)
      }
    }
  }

  /// Removes a file that was whole and isn't wanted after all.
  func discard(_ file: UploadedFile) { state.withLock { discard(URL(filePath: file.path), &$0) } }

  private func discard(_ file: URL, _ state: inout State) {
    let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
    guard let size, (try? FileManager.default.removeItem(at: file)) != nil, !state.isRemoved else { return }
    state.kept = (state.kept.files - 1, state.kept.bytes - size)
    state.bytes -= size
    home.giveBack(size)
  }

  /// The session is over, or away: no file can come afterwards.
  func remove() {
    let left = state.withLock { state in
      defer {
        state.isRemoved = true
        state.folder = nil
        state.bytes = 0
        state.kept = (0, 0)
      }
      return (folder: state.folder, unfinished: state.bytes - state.kept.bytes, kept: state.kept)
    }
    home.giveBack(left.unfinished)
    home.putAway(left.folder, of: session, left.kept.files, left.kept.bytes)
  }
}
