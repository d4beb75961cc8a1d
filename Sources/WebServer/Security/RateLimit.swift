/// A bucket of tokens that fills at a steady rate: each thing done takes one.
struct RateLimit: Sendable {
  private let rate: Double
  private let capacity: Double
  private var tokens: Double
  private var last: ContinuousClock.Instant

  /// - Parameters:
  ///   - rate: Tokens a second.
  ///   - burst: The most that can be taken at once.
  init(rate: Double, burst: Double, now: ContinuousClock.Instant) {
    self.rate = rate
    capacity = burst
    tokens = burst
    last = now
  }

  /// Takes a token.
  ///
  /// - Returns: How long to wait until there is one; zero if it was there.
  mutating func take(now: ContinuousClock.Instant) -> Duration {
    let (seconds, attoseconds) = (now - last).components
    tokens = min(capacity, tokens + (Double(seconds) + Double(attoseconds) / 1e18) * rate)
    last = now
    tokens -= 1
    return tokens >= 0 ? .zero : .seconds(-tokens / rate)
  }

  /// Gives a token back that was not used.
  mutating func giveBack() { tokens += 1 }

  /// Whether nothing has been taken lately, so that it may be forgotten.
  func isFull(now: ContinuousClock.Instant) -> Bool {
    let (seconds, _) = (now - last).components
    return tokens + Double(seconds) * rate >= capacity
  }
}
