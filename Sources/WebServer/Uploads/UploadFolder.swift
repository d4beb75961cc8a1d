internal import Foundation
internal import Glibc
internal import Synchronization
internal import ViewKit

/// The files that have come to a session. They go with it, or rest until it comes back. Thread-safe.
final class UploadFolder: Sendable {
  /// Those of which it isn't known yet what becomes of them.
  var undecided: UndecidedFiles.OfSession { UndecidedFiles.OfSession(all: home.undecided, session: session) }
  private let state: Mutex<State>
  private let home: UploadHome
  private let session: String
  private let limit: Int
  private let mostFiles: Int

  /// More at once than this aren't one user's.
  private static let greatestUploads = 4

  /// - Parameters:
  ///   - home: Where the process keeps its files, and how many bytes all sessions may hold.
  ///   - session: The session's name.
  ///   - limit: How many bytes the session may hold. What its app has moved elsewhere it holds no longer.
  ///   - mostFiles: How many files it may hold: empty ones take little room, but each is one more to be listed and removed.
  init(in home: UploadHome, of session: String, limit: Int, mostFiles: Int = 1_000) {
    self.home = home
    self.session = session
    self.limit = limit
    self.mostFiles = mostFiles
    let left = home.wake(session)
    state = Mutex(
      State(folder: left?.folder, bytes: left?.bytes ?? 0, kept: (left?.files ?? 0, left?.bytes ?? 0)))
  }

  deinit { remove() }

  /// Takes its room from a share from now on, if it hasn't any yet.
  func belong(to share: UploadBudget) {
    state.withLock { state in
      if state.isRemoved || state.share != nil { return }
      share.charge(state.bytes)
      state.share = share
    }
  }

  /// Whether anything of it is on the disk.
  var hasFolder: Bool { state.withLock { $0.folder != nil } }

  /// Whether as many files are coming as may at once, but for one that the page calls so.
  func isBusy(butFor id: String?) -> Bool {
    state.withLock { state in
      state.coming.values.count { id == nil || $0.id != id } >= Self.greatestUploads
    }
  }

  // MARK: Coming

  /// Begins a file, under a name that nothing else has had.
  ///
  /// - Parameter id: What the page calls it, which its name begins with. One that the page calls the same makes way if it is coming, for
  ///   its connection is lost, whether the server has noticed or not; and if it is whole and the session has never heard of it.
  /// - Returns: What to write it with, or nothing if the session is over, has no room, has as many files as it may,
  ///   uploads too much at once, or has taken this, or is about to.
  func begin(_ id: String? = nil) -> Upload? {
    state.withLock { state in
      if state.isRemoved || !makeWay(for: id, &state) { return nil }
      guard state.coming.count < Self.greatestUploads, hasPlace(&state), let folder = folder(&state),
        takeRoom(home.leastBytes, &state)
      else { return nil }
      let token = RandomToken.make()
      let path = folder.appending(path: id.map { "\($0).\(token)" } ?? token).path
      let unfinished = Upload.unfinished(path)
      guard FileManager.default.createFile(atPath: unfinished, contents: nil, attributes: [.posixPermissions: 0o600])
      else {
        giveRoomBack(home.leastBytes, &state)
        return nil
      }
      state.coming[path] = Coming(id: id, bytes: home.leastBytes)
      return Upload(path: path, folder: self)
    }
  }

  /// - Returns: False if what the page calls so was taken, or may be in a moment.
  private func makeWay(for id: String?, _ state: inout State) -> Bool {
    guard let id else { return true }
    if undecided.contains(id) { return false }
    if let come = state.come[id] {
      if come.isTaken { return false }
      discard(come.path, &state)
    }
    if let path = state.coming.first(where: { $0.value.id == id })?.key {
      try? FileManager.default.removeItem(atPath: Upload.unfinished(path))
      drop(path, &state)
    }
    return true
  }

  /// Whether there may be one more file.
  private func hasPlace(_ state: inout State) -> Bool {
    repeat {
      if state.kept.files + state.coming.count < mostFiles { return true }
    } while forgetMoved(&state)
    return false
  }

  private func folder(_ state: inout State) -> URL? {
    if state.folder == nil { state.folder = home.makeFolder(of: session) }
    return state.folder
  }

  /// Takes room for some bytes.
  ///
  /// - Parameter path: That of the file that is coming; `nil` for none in particular.
  /// - Returns: Whether there was so much, and the file may still come.
  func take(_ bytes: Int, for path: String? = nil) -> Bool {
    state.withLock { state in
      if state.isRemoved { return false }
      guard let path else { return takeRoom(bytes, &state) }
      guard var coming = state.coming[path] else { return false }
      coming.written += bytes
      let more = max(0, coming.written - coming.bytes)
      guard takeRoom(more, &state) else { return false }
      coming.bytes += more
      state.coming[path] = coming
      return true
    }
  }

  private func takeRoom(_ bytes: Int, _ state: inout State) -> Bool {
    // What isn't here any more makes way before what others have left.
    take(bytes, makingWay: false, &state) || forgetMoved(&state) && take(bytes, makingWay: false, &state)
      || take(bytes, makingWay: true, &state)
  }

  private func take(_ bytes: Int, makingWay isMakingWay: Bool, _ state: inout State) -> Bool {
    guard state.bytes + bytes <= limit, home.take(bytes, from: state.share, makingWay: isMakingWay) else {
      return false
    }
    state.bytes += bytes
    return true
  }

  private func giveRoomBack(_ bytes: Int, _ state: inout State) {
    state.bytes -= bytes
    home.giveBack(bytes, to: state.share)
  }

  /// Gives back what the app has moved elsewhere, or removed. It costs the more the more files there are: to be called only before
  /// something is refused, and at the end.
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  private func forgetMoved(_ state: inout State) -> Bool {
    guard state.kept.files > 0, let folder = state.folder, let found = home.finished(in: folder) else { return false }
    forgetOld(&state)
    let gone = (files: max(0, state.kept.files - found.files), bytes: max(0, state.kept.bytes - found.bytes))
    state.kept = (state.kept.files - gone.files, state.kept.bytes - gone.bytes)
    giveRoomBack(gone.bytes, &state)
    return gone.files > 0 || gone.bytes > 0
  }

  /// Nobody sends a file again behind so many others: where the app moves them away, what they were called would fill the memory.
  private func forgetOld(_ state: inout State) {
    let last = state.count - mostFiles
    state.come = state.come.filter { !$0.value.isTaken || $0.value.number > last }
  }

  /// A file is whole, and goes where it belongs.
  ///
  /// - Returns: Whether it is there.
  func keep(_ path: String) -> Bool {
    state.withLock { state in
      guard let coming = state.coming[path], rename(Upload.unfinished(path), path) == 0 else { return false }
      state.coming[path] = nil
      state.kept = (state.kept.files + 1, state.kept.bytes + coming.bytes)
      state.count += 1
      if let id = coming.id { state.come[id] = Come(path: path, number: state.count) }
      return true
    }
  }

  /// A file won't come.
  ///
  /// - Returns: False if it wasn't coming any more: another has taken its place, or the session is over.
  func drop(_ path: String) -> Bool { state.withLock { drop(path, &$0) } }

  @discardableResult
  private func drop(_ path: String, _ state: inout State) -> Bool {
    guard let coming = state.coming.removeValue(forKey: path) else { return false }
    giveRoomBack(coming.bytes, &state)
    return true
  }

  // MARK: Taken

  /// Notes that the session is about to hear of a file.
  ///
  /// - Parameter id: What the page calls it.
  /// - Returns: False if another has taken its place.
  func noteTaken(_ file: UploadedFile, _ id: String?) -> Bool {
    guard let id else { return true }
    return state.withLock { state in
      guard state.come[id]?.path == file.path else { return false }
      state.come[id]?.isTaken = true
      return true
    }
  }

  /// Whether the session has heard in this process of a file that the page calls so.
  func hasTaken(_ id: String) -> Bool { state.withLock { $0.come[id]?.isTaken == true } }

  /// The same, or whether the session is about to hear of one.
  func isTaking(_ id: String) -> Bool { undecided.contains(id) || hasTaken(id) }

  /// Removes a file that was whole and isn't wanted after all.
  func discard(_ file: UploadedFile) { state.withLock { discard(file.path, &$0) } }

  private func discard(_ path: String, _ state: inout State) {
    state.come = state.come.filter { $0.value.path != path }
    let file = URL(filePath: path)
    let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
    guard let size, (try? FileManager.default.removeItem(at: file)) != nil, !state.isRemoved else { return }
    let bytes = max(size, home.leastBytes)
    state.kept = (state.kept.files - 1, state.kept.bytes - bytes)
    giveRoomBack(bytes, &state)
  }

  /// The session is over, or away: no file can come afterwards.
  func remove() {
    state.withLock { state in
      // What isn't there any more takes no room while the rest of it rests.
      forgetMoved(&state)
      home.giveBack(state.bytes - state.kept.bytes, to: state.share)
      // Before anybody finds that there is nothing left: the session may come back at once, and look for what rests.
      home.putAway(state.folder, of: session, state.kept.files, state.kept.bytes, from: state.share)
      state.isRemoved = true
      state.folder = nil
      state.bytes = 0
      state.kept = (0, 0)
      // What they took is given back with the rest.
      state.coming = [:]
      state.come = [:]
    }
  }
}
