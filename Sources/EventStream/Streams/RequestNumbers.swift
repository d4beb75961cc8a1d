/// Numbers a session's requests to the app, so that a request has the same number again when what led to it is done again.
///
/// What a user does is repeated by its page after a crash that came before it was recorded. By then the session may have asked for
/// other things. So the requests that an act leads to are numbered by the act, and all others by their case: a program that was
/// changed, and asks for one thing more, gives the others the numbers that they had.
struct RequestNumbers: Sendable, Hashable, Codable {
  /// How many requests of a kind there were that no act of a user's page has led to.
  private struct Count: Sendable, Hashable, Codable {
    let kind: UInt8
    var count: UInt32
  }

  /// How many numbers of each kind were left out. Until requests were numbered by their case, how many there were.
  private var others: UInt64 = 0
  private var act: UInt64 = 0
  private var inAct: UInt64 = 0
  private var kinds: [Count]?

  private static let requestsOfAct: UInt64 = 1 << 12
  private static let numbersOfKind: UInt64 = 1 << 29

  /// Whether it can count on.
  var isSound: Bool {
    others < Self.numbersOfKind && act < 1 << 53 && inAct <= Self.requestsOfAct
      && kinds?.allSatisfy { $0.count < .max } != false
  }

  /// What is asked for from now on follows from an act of the user; from none if its number is 0.
  mutating func begin(act number: Int) {
    act = UInt64(clamping: number)
    inAct = 0
  }

  /// Leaves numbers out that the session may have given before its process ended, without anybody having recorded it.
  mutating func skip() { others += Self.requestsOfAct }

  /// The next number: 38 bits.
  ///
  /// - Parameter kind: That of the request's case (``EventType/kinds``). Those of one kind are counted together.
  mutating func next(of kind: UInt8) -> UInt64 {
    if act > 0, act < 1 << 25, inAct < Self.requestsOfAct {
      inAct += 1
      return 1 << 37 | act << 12 | (inAct - 1)
    }
    return UInt64(kind) << 29 | (others &+ count(kind)) & (Self.numbersOfKind - 1)
  }

  private mutating func count(_ kind: UInt8) -> UInt64 {
    if let place = kinds?.firstIndex(where: { $0.kind == kind }) {
      kinds?[place].count &+= 1
      return UInt64(kinds?[place].count ?? 0)
    }
    kinds = (kinds ?? []) + [Count(kind: kind, count: 1)]
    return 1
  }
}
