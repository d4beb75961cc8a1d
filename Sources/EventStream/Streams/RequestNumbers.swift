/// Numbers a session's requests to the app, so that a request has the same number again when what led to it is done again.
///
/// What a user does is repeated by its page after a crash that came before it was recorded. By then the session may have asked for
/// other things. So the requests that an act leads to are numbered by the act, and all others by themselves.
struct RequestNumbers: Sendable, Hashable, Codable {
  /// How many there were that no act of a user's page has led to.
  private var others: UInt64 = 0
  private var act: UInt64 = 0
  private var inAct: UInt64 = 0

  private static let requestsOfAct: UInt64 = 1 << 12

  /// Whether it can count on.
  var isSound: Bool { others < 1 << 53 && act < 1 << 53 && inAct <= Self.requestsOfAct }

  /// What is asked for from now on follows from an act of the user; from none if its number is 0.
  mutating func begin(act number: Int) {
    act = UInt64(clamping: number)
    inAct = 0
  }

  /// Leaves numbers out that the session may have given before its process ended, without anybody having recorded it.
  mutating func skip() { others += Self.requestsOfAct }

  /// The next number: 38 bits.
  mutating func next() -> UInt64 {
    if act > 0, act < 1 << 25, inAct < Self.requestsOfAct {
      inAct += 1
      return 1 << 37 | act << 12 | (inAct - 1)
    }
    others += 1
    return others & (1 << 37 - 1)
  }
}
