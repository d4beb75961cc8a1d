/// A bucket of tokens that fills at a steady rate: each thing done takes some.
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

  /// Takes tokens, one unless given.
  ///
  /// - Returns: How long to wait until they are there; zero if they were.
  mutating func take(_ count: Double = 1, now: ContinuousClock.Instant) -> Duration {
    tokens = tokens(now)
    last = now
    tokens -= count
    return tokens >= 0 ? .zero : .toWait(for: -tokens, at: rate)
  }

  /// Gives tokens back that were not used, one unless given.
  mutating func giveBack(_ count: Double = 1) { tokens += count }

  /// Whether nothing has been taken lately, so that it may be forgotten.
  func isFull(now: ContinuousClock.Instant) -> Bool { tokens(now) >= capacity }

  /// How many tokens have been taken that haven't come again.
  func missing(now: ContinuousClock.Instant) -> Double { capacity - tokens(now) }

  private func tokens(_ now: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (now - last).components
    return min(capacity, tokens + (Double(seconds) + Double(attoseconds) / 1e18) * rate)
  }
}

extension Duration {
  /// How long a number of tokens takes to come. As long as nobody waits, if there are none to come: a duration holds no more than so much.
  static func toWait(for count: Double, at rate: Double) -> Duration { .seconds(min(count / rate, 1e9)) }
}
