internal import Synchronization

/// How often something costly that can wait may be done, by all sessions together.
///
/// What every session does after so many turns, all of thousands do at once, when one event has reached them all as often: the
/// screens of ten thousand took half a minute, and the snapshots of three hundred a hundred megabytes. So they take turns.
final class Allowance: Sendable {
  private let limit: Mutex<RateLimit>

  /// - Parameter rate: How often in a second, or how much; four seconds' worth at once.
  init(rate: Double) { limit = Mutex(RateLimit(rate: rate, burst: 4 * rate, now: .now)) }

  /// Whether it may be done now.
  ///
  /// - Parameter count: How much of it.
  func take(_ count: Double = 1) -> Bool {
    limit.withLock { limit in
      if limit.take(count, now: .now) == .zero { return true }
      limit.giveBack(count)
      return false
    }
  }

  /// Notes that what was done counts as much as so many more.
  func charge(_ more: Double) { limit.withLock { _ = $0.take(more, now: .now) } }
}
