/// Which failures of handlers an operator is told of: each kind once, and then once a minute at most, however many there are.
struct FailureTally {
  /// Short beside an outage, long beside a flood. Where a case fails and is answered by turns, it is as long until that is told again.
  static let interval = Duration.seconds(60)

  private struct Kind: Hashable {
    let event: UInt64
    let error: ObjectIdentifier
  }

  private struct Told {
    let time: ContinuousClock.Instant
    /// How often it has happened since.
    var since = 0
  }

  /// As many as the program has cases and types of errors.
  private var kinds: [Kind: Told] = [:]
  /// How often the cases have failed that the operator takes to fail.
  private var troubled: [UInt64: Int] = [:]

  /// Whether the operator takes some case to fail.
  var isTroubled: Bool { !troubled.isEmpty }

  /// Takes in that a handler of a case has failed.
  ///
  /// - Returns: How often it has failed likewise since that was told last; `nil` if it isn't to be told now.
  mutating func fail(_ event: UInt64, with error: any Error, at now: ContinuousClock.Instant) -> Int? {
    let kind = Kind(event: event, error: ObjectIdentifier(type(of: error)))
    if let told = kinds[kind], told.time.duration(to: now) < Self.interval {
      kinds[kind]?.since += 1
      troubled[event]? += 1
      return nil
    }
    let since = kinds[kind]?.since ?? 0
    kinds[kind] = Told(time: now)
    troubled[event, default: 0] += 1
    return since
  }

  /// Takes in that a request has been answered.
  ///
  /// - Returns: How often its case has failed, if the operator takes it to fail.
  mutating func succeed(_ event: UInt64) -> Int? {
    guard let failures = troubled.removeValue(forKey: event) else { return nil }
    for kind in kinds.keys where kind.event == event { kinds[kind]?.since = 0 }
    return failures
  }
}
