/// A session's random numbers: they follow from its seed, which is recorded, so that a replay draws the same.
///
/// Good for shuffling and for names that needn't be secret. For secrets use the system's own generator, in a server.
public final class SessionRandom: RandomNumberGenerator {
  /// What the next number follows from.
  var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next 64 bits, by SplitMix64 (Steele, Lea, Flood 2014).
  public func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
