/// What has got a number, by which its user's acts name it from then on.
struct GivenNumbers: OptionSet {
  let rawValue: UInt8

  static let views = GivenNumbers(rawValue: 1)
  static let rows = GivenNumbers(rawValue: 2)
  /// Rows that have got theirs in an earlier turn, while their table stood in no tree.
  static let earlierRows = GivenNumbers(rawValue: 4)
}
