internal import Synchronization

/// How many bytes of files may still come: to all sessions, or to those of one network address. Thread-safe.
final class UploadBudget: Sendable {
  private let most: Int
  private let left: Mutex<Int>

  init(_ bytes: Int) {
    most = bytes
    left = Mutex(bytes)
  }

  /// Whether nothing of it is taken.
  var isWhole: Bool { left.withLock { $0 >= most } }

  /// Takes room for some bytes.
  ///
  /// - Returns: Whether there was so much; otherwise nothing has been taken.
  func take(_ bytes: Int) -> Bool {
    left.withLock { left in
      // What was charged may have left less than nothing: whoever needs no more goes on all the same.
      guard bytes <= max(left, 0) else { return false }
      left -= bytes
      return true
    }
  }

  /// Takes room for bytes that are there already, however little is left.
  func charge(_ bytes: Int) { left.withLock { $0 -= bytes } }

  /// Gives room back.
  func giveBack(_ bytes: Int) { left.withLock { $0 += bytes } }
}
