/// The numbers that streams are told apart by: 24 bits, given in order. After 2^24 streams they come round, and pass over those of streams
/// that are still there: two of them would get each other's answers.
struct IdentityNumbers {
  private static let all: UInt64 = 1 << 24

  /// The last number that was given, with how often they have come round above its 24 bits.
  private var last: UInt64 = 0
  private var held: Set<UInt32> = []

  /// - Parameter last: The number before the first that is given.
  init(after last: UInt64 = 0) { self.last = last }

  /// A number that no stream has now.
  mutating func next() -> UInt32 {
    // A stream takes kilobytes: there are never so many that none is left.
    repeat { last += 1 } while held.contains(UInt32(last % Self.all))
    return UInt32(last % Self.all)
  }

  /// A number that no other stream gets until it is given back.
  mutating func draw() -> UInt32 {
    let number = next()
    held.insert(number)
    return number
  }

  /// Keeps a number that was given in another process.
  ///
  /// - Returns: Whether nobody had it.
  mutating func hold(_ number: UInt32) -> Bool { held.insert(number).inserted }

  mutating func giveBack(_ number: UInt32) { held.remove(number) }

  /// Has numbers that are given from now on come behind this one.
  mutating func reserve(_ number: UInt64) { last = max(last, number) }
}
