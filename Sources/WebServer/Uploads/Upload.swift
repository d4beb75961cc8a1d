internal import Foundation

/// A file that is coming. Either it is finished, or it is discarded.
///
/// All that it does waits for the disk: see ``FileThreads``.
// Safe because one request uses it, which waits for each step before the next.
final class Upload: @unchecked Sendable {
  let path: String
  /// Whether another has taken its place. Known when it has been discarded, or couldn't be finished.
  private(set) var isSuperseded = false
  private let folder: UploadFolder

  init(path: String, folder: UploadFolder) {
    self.path = path
    self.folder = folder
  }

  /// Adds what has come.
  ///
  /// - Returns: Whether there was room for it.
  func write(_ bytes: [UInt8]) -> Bool {
    guard folder.take(bytes.count, for: path) else { return false }
    return open { file in
      try file.seekToEnd()
      try file.write(contentsOf: bytes)
    }
  }

  /// Opens the file for as long as it is needed: if those that come slowly were open meanwhile, a few thousand would leave the server
  /// none to take connections with.
  ///
  /// - Returns: Whether all went well.
  private func open(_ body: (FileHandle) throws -> Void) -> Bool {
    guard let file = FileHandle(forWritingAtPath: Self.unfinished(path)) else { return false }
    defer { try? file.close() }
    let isDone: Void? = try? body(file)
    return isDone != nil
  }

  /// The file is whole, and on the disk: what its session does with it may come back after a crash.
  ///
  /// - Returns: Whether it is where it belongs; otherwise it is gone.
  func finish() -> Bool {
    if open({ try $0.synchronize() }), folder.keep(path) {
      LockedFolder.synchronize(URL(filePath: path).deletingLastPathComponent())
      return true
    }
    discard()
    return false
  }

  /// The file isn't wanted.
  func discard() {
    try? FileManager.default.removeItem(atPath: Self.unfinished(path))
    isSuperseded = !folder.drop(path)
  }

  /// Where a file is while it is coming.
  static func unfinished(_ path: String) -> String { path + unfinishedEnding }
  /// How its name ends meanwhile.
  static let unfinishedEnding = ".part"
}
