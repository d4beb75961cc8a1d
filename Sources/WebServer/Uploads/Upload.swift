internal import Foundation

/// A file that is coming. Either it is finished, or it is discarded.
///
/// All that it does waits for the disk: see ``FileThreads``.
// Safe because one request uses it, which waits for each step before the next.
final class Upload: @unchecked Sendable {
  let path: String
  /// Whether another has taken its place. Known when it has been discarded, or couldn't be finished.
  private(set) var isSuperseded = false
  private let handle: FileHandle
  private let folder: UploadFolder

  init(path: String, handle: FileHandle, folder: UploadFolder) {
    self.path = path
    self.handle = handle
    self.folder = folder
  }

  /// Adds what has come.
  ///
  /// - Returns: Whether there was room for it.
  func write(_ bytes: [UInt8]) -> Bool {
    guard folder.take(bytes.count, for: path) else { return false }
    let isWritten: Void? = try? handle.write(contentsOf: bytes)
    return isWritten != nil
  }

  /// The file is whole, and on the disk: what its session does with it may come back after a crash.
  ///
  /// - Returns: Whether it is where it belongs; otherwise it is gone.
  func finish() -> Bool {
    let isWritten: Void? = try? handle.synchronize()
    try? handle.close()
    if isWritten != nil, folder.keep(path) { return true }
    remove()
    return false
  }

  /// The file isn't wanted.
  func discard() {
    try? handle.close()
    remove()
  }

  private func remove() {
    try? FileManager.default.removeItem(atPath: Self.unfinished(path))
    isSuperseded = !folder.drop(path)
  }

  /// Where a file is while it is coming.
  static func unfinished(_ path: String) -> String { path + unfinishedEnding }
  /// How its name ends meanwhile.
  static let unfinishedEnding = ".part"
}
