internal import Foundation

/// Which failures of handlers an operator is told of: each kind once, and then once a minute at most, however many there are.
struct FailureTally {
  /// Short beside an outage, long beside a flood. Where a case fails and is answered by turns, it is as long until that is told again.
  static let interval = Duration.seconds(60)
  /// Codes may be whatever another program says: beyond so many kinds, what a type has not been told with is one.
  static let mostKinds = 1_000

  /// What is told as one: failures of a case with a type of errors, and of that with one code. So a disk that is full isn't taken for a host
  /// that can't be reached.
  struct Kind: Hashable {
    let event: UInt64
    private let error: ObjectIdentifier
    private let domain: String
    private let code: Int

    init(_ event: UInt64, _ error: any Error) {
      self.event = event
      self.error = ObjectIdentifier(type(of: error))
      // Of an enumeration it is the case, whatever that carries; a structure has one code unless it says otherwise.
      let bridged = error as NSError
      (domain, code) = (bridged.domain, bridged.code)
    }

    private init(_ event: UInt64, _ error: ObjectIdentifier) {
      (self.event, self.error, domain, code) = (event, error, "", 0)
    }

    /// All of the same case and type.
    var ofAnyCode: Kind { Kind(event, error) }
  }

  private struct Told {
    let time: ContinuousClock.Instant
    /// How often it has happened since.
    var since = 0
  }

  private var kinds: [Kind: Told] = [:]
  /// How often the cases have failed that the operator takes to fail.
  private var troubled: [UInt64: Int] = [:]

  /// Whether the operator takes some case to fail.
  var isTroubled: Bool { !troubled.isEmpty }

  /// Takes in that a handler of a case has failed.
  ///
  /// - Returns: How often it has failed likewise since that was told last; `nil` if it isn't to be told now.
  mutating func fail(_ exact: Kind, at now: ContinuousClock.Instant) -> Int? {
    let kind = kinds[exact] != nil || kinds.count < Self.mostKinds ? exact : exact.ofAnyCode
    if let told = kinds[kind], told.time.duration(to: now) < Self.interval {
      kinds[kind]?.since += 1
      troubled[kind.event]? += 1
      return nil
    }
    let since = kinds[kind]?.since ?? 0
    kinds[kind] = Told(time: now)
    troubled[kind.event, default: 0] += 1
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
