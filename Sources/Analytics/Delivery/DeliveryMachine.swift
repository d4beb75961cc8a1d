internal import EventStream

/// When to post, and what to do about what became of it. No I/O, no clock of its own.
struct DeliveryMachine {
  /// What to do next.
  enum Step: Hashable {
    /// Post at most so many events.
    case post(atMost: Int)
    /// Wait so long, or until more has come, whichever is first; `nil` for as long as nothing comes.
    case wait(Duration?)
    /// Wait so long, whatever comes.
    case pause(Duration)
  }

  /// What becomes of a batch that was posted.
  enum Verdict: Hashable {
    /// It has arrived: forget it.
    case forget
    /// Post it again as it is.
    case keep
    /// Something in it isn't wanted: post fewer at a time, to find out what.
    case split
    /// It is the one event that isn't wanted: forget and count it.
    case drop
  }

  private let policy: AnalyticsPolicy
  private var size: Int
  private var failures = 0
  private var notBefore: Timestamp?
  private var waitingSince: Timestamp?

  init(_ policy: AnalyticsPolicy) {
    self.policy = policy
    size = policy.batchSize
  }

  /// - Parameters:
  ///   - stored: How many events the backlog has.
  ///   - isSealed: Whether a batch has been made up already, and perhaps posted.
  mutating func next(stored: Int, isSealed: Bool, now: Timestamp) -> Step {
    if let planned = notBefore, now < planned {
      // Never further away than the longest pause: the clock may have been set back.
      let end = min(planned, now.advanced(by: max(policy.longestPause, policy.longestWish)))
      notBefore = end
      return .pause(end.since(now))
    }
    guard stored > 0 else { return .wait(nil) }
    if isSealed || stored >= size { return .post(atMost: size) }
    let since = min(waitingSince ?? now, now)
    waitingSince = since
    let left = policy.patience - now.since(since)
    return left <= .zero ? .post(atMost: size) : .wait(left)
  }

  /// - Parameters:
  ///   - count: How many events were posted.
  ///   - chance: A random number in `0 ..< 1`.
  mutating func decide(_ outcome: PostOutcome, count: Int, now: Timestamp, chance: Double) -> Verdict {
    switch outcome {
    case .accepted:
      failures = 0
      notBefore = nil
      waitingSince = nil
      size = min(policy.batchSize, size * 2)
      return .forget
    case .failed(_, let wish):
      let pause = pause(chance)
      notBefore = now.advanced(by: max(pause, min(wish ?? .zero, policy.longestWish)))
      failures += 1
      return .keep
    case .refused:
      if count > 1 {
        size = max(1, count / 2)
        return .split
      }
      // An endpoint that refuses everything isn't asked without a pause.
      notBefore = now.advanced(by: pause(chance))
      failures += 1
      return .drop
    }
  }

  /// Twice as long each time, and by chance up to half shorter: those that failed together don't come back together.
  private func pause(_ chance: Double) -> Duration {
    var pause = policy.firstPause
    for _ in 0..<min(failures, 32) where pause < policy.longestPause { pause *= 2 }
    return min(pause, policy.longestPause) * (0.5 + chance / 2)
  }
}

extension Timestamp {
  func since(_ earlier: Timestamp) -> Duration { .nanoseconds(nanoseconds - earlier.nanoseconds) }
}
