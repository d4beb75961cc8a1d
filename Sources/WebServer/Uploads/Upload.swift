internal import Foundation
internal import Glibc

/// A file that is coming. Either it is finished, or it is discarded.
///
/// All that it does waits for the disk: see ``FileThreads``.
// Safe because one request uses it, which waits for each step before the next.
final class Upload: @unchecked Sendable {
  let path: String
  private let handle: FileHandle
  private let folder: UploadFolder
  private var size = 0

  init(path: String, handle: FileHandle, folder: UploadFolder) {
    self.path = path
    self.handle = handle
    self.folder = folder
  }

  /// Adds what has come.
  ///
  /// - Returns: Whether there was room for it.
  func write(_ bytes: [UInt8]) -> Bool {
    guard folder.take(bytes.count) else { return false }
    size += bytes.count
    let isWritten: Void? = try? handle.write(contentsOf: bytes)
    return isWritten != nil
  }

  /// The file is whole, and on the disk: what its session does with it may come back after a crash.
  ///
  /// - Returns: Whether it is where it belongs; otherwise it is gone.
  func finish() -> Bool {
    let isWritten: Void? = try? handle.synchronize()
    try? handle.close()
    let isThere = isWritten != nil && rename(Self.unfinished(path), path) == 0
    if !isThere { try? FileManager.default.removeItem(atPath: Self.unfinished(path)) }
    folder.end(path, size, isThere: isThere)
    return isThere
  }

  /// The file isn't wanted.
  func discard() {
    try? handle.close()
    try? FileManager.default.removeItem(atPath: Self.unfinished(path))
    folder.end(path, size, isThere: false)
  }

  /// Where a file is while it is coming.
  static func unfinished(_ path: String) -> String { path + unfinishedEnding }
  /// How its name ends meanwhile.
  static let unfinishedEnding = ".part"
}
