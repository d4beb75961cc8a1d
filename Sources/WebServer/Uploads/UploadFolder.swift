internal import Foundation
internal import Synchronization
internal import ViewKit

/// The files that have come to a session. They go with it, or rest until it comes back. Thread-safe.
final class UploadFolder: Sendable {
  private struct State {
    /// Made when the first file comes.
    var folder: URL?
    var bytes = 0
    var uploads = 0
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
    state = Mutex(State(folder: left?.folder, bytes: left?.bytes ?? 0))
  }

  deinit { remove() }

  /// Begins a file.
  ///
  /// - Returns: What to write it with, or nothing if the session is over, has no room, or uploads too much at once.
  func begin() -> Upload? {
    state.withLock { state in
      guard !state.isRemoved, state.uploads < Self.greatestUploads, let folder = folder(&state) else { return nil }
      let file = folder.appending(path: RandomToken.make())
      guard
        FileManager.default.createFile(
          atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]),
        let handle = FileHandle(forWritingAtPath: file.path)
      else { return nil }
      state.uploads += 1
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

  func giveBack(_ bytes: Int) {
    state.withLock { state in
      // What was there when the folder went has been given back with it.
      guard !state.isRemoved else { return }
      state.bytes -= bytes
      home.giveBack(bytes)
    }
  }

  /// Removes a file that was whole and isn't wanted after all.
  func discard(_ file: UploadedFile) {
    try? FileManager.default.removeItem(atPath: file.path)
    giveBack(file.size)
  }

  func end() { state.withLock { $0.uploads -= 1 } }

  /// The session is over, or away: no file can come afterwards.
  func remove() {
    let left = state.withLock { state in
      defer {
        state.isRemoved = true
        state.folder = nil
        state.bytes = 0
      }
      return (state.folder, state.bytes)
    }
    home.putAway(left.0, of: session, left.1)
  }
}
