/// How something is meant. Never told by colour alone: the words say it too.
public enum Tone: String, Sendable, CaseIterable {
  /// Neither good nor bad.
  case neutral
  /// Worth a look.
  case accent
  /// Well done.
  case success
  /// Take care.
  case warning
  /// Something is wrong or will be lost.
  case danger

  /// The looks that say so.
  var looks: Set<String> { self == .neutral ? [] : [rawValue] }
}
