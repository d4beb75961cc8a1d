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

  // There is one in every session: each of these is as small as it can be, and as a rule there is one kind.
  /// How many numbers of each kind were left out. Until requests were numbered by their case, how many there were.
  private var others: UInt32 = 0
  private var act: UInt32 = 0
  /// How many there were of the first kind.
  private var count: UInt32 = 0
  private var inAct: UInt16 = 0
  private var kind: UInt8 = 0
  private var rest: [Count]?

  private static let requestsOfAct: UInt16 = 1 << 12
  private static let numbersOfKind: UInt64 = 1 << 29

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    others = try container.decode(UInt32.self, forKey: .others)
    act = try container.decode(UInt32.self, forKey: .act)
    inAct = try container.decode(UInt16.self, forKey: .inAct)
    // Those before didn't tell kinds.
    count = try container.decodeIfPresent(UInt32.self, forKey: .count) ?? 0
    kind = try container.decodeIfPresent(UInt8.self, forKey: .kind) ?? 0
    rest = try container.decodeIfPresent([Count].self, forKey: .rest)
  }

  /// Whether it can count on.
  var isSound: Bool {
    others < Self.numbersOfKind && inAct <= Self.requestsOfAct && count < .max
      && rest?.allSatisfy { $0.count < .max } != false
  }

  /// What is asked for from now on follows from an act of the user; from none if its number is 0.
  mutating func begin(act number: Int) {
    act = UInt32(clamping: number)
    inAct = 0
  }

  /// Leaves numbers out that the session may have given before its process ended, without anybody having recorded it.
  mutating func skip() { others += UInt32(Self.requestsOfAct) }

  /// The next number: 38 bits.
  ///
  /// - Parameter kind: That of the request's case (``EventType/kinds``). Those of one kind are counted together.
  mutating func next(of kind: UInt8) -> UInt64 {
    if act > 0, act < 1 << 25, inAct < Self.requestsOfAct {
      inAct += 1
      return 1 << 37 | UInt64(act) << 12 | UInt64(inAct - 1)
    }
    return UInt64(kind) << 29 | (UInt64(others) + next(on: kind)) & (Self.numbersOfKind - 1)
  }

  private mutating func next(on kind: UInt8) -> UInt64 {
    if count == 0 || kind == self.kind {
      (self.kind, count) = (kind, count + 1)
      return UInt64(count)
    }
    var rest = rest ?? []
    let place = rest.firstIndex { $0.kind == kind } ?? rest.endIndex
    if place == rest.endIndex { rest.append(Count(kind: kind, count: 0)) }
    rest[place].count += 1
    self.rest = rest
    return UInt64(rest[place].count)
  }
}
