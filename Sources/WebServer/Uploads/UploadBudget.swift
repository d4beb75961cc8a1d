internal import Synchronization

/// How many bytes of files may still come. Thread-safe.
final class UploadBudget: Sendable {
  private let left: Mutex<Int>

  init(_ bytes: Int) { left = Mutex(bytes) }

  /// Takes room for some bytes.
  ///
  /// - Returns: Whether there was so much; otherwise nothing has been taken.
  func take(_ bytes: Int) -> Bool {
    left.withLock { left in
      guard bytes <= left else { return false }
      left -= bytes
      return true
    }
  }

  /// Gives room back.
  func giveBack(_ bytes: Int) { left.withLock { $0 += bytes } }
}
