/// A rate that several share. Who goes beyond it waits as long as his own takes at his part of the rate: however much others have
/// taken, who takes little waits little.
struct SharedRate: Sendable {
  private let rate: Double
  private var limit: RateLimit
  /// How many wait: each has as large a part as the others.
  private(set) var waiting = 0

  /// - Parameters: As those of ``RateLimit``.
  init(rate: Double, burst: Double, now: ContinuousClock.Instant) {
    self.rate = rate
    limit = RateLimit(rate: rate, burst: burst, now: now)
  }

  /// Takes tokens.
  ///
  /// - Returns: How long to wait. Who is told to wait says when that is over.
  mutating func take(_ count: Double, now: ContinuousClock.Instant) -> Duration {
    guard count > 0 else { return .zero }
    let all = limit.take(count, now: now)
    if all == .zero { return .zero }
    waiting += 1
    return min(all, .toWait(for: count * Double(waiting), at: rate))
  }

  /// Gives tokens back that were not used.
  mutating func giveBack(_ count: Double) { limit.giveBack(count) }

  /// One has waited.
  mutating func endWait() { waiting -= 1 }

  /// Whether nothing has been taken lately, so that it may be forgotten.
  func isFull(now: ContinuousClock.Instant) -> Bool { limit.isFull(now: now) }
}
