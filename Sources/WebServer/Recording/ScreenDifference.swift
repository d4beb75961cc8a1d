/// What differs between two screens, a tag a line, and text as many as it has.
enum ScreenDifference {
  /// The lines that differ, each with the two before it.
  static func text(from expected: String, to found: String) -> String {
    let (expected, found) = (lines(of: expected), lines(of: found))
    let same = zip(expected, found).prefix { $0 == $1 }.count
    let sameAtEnd = zip(expected[same...].reversed(), found[same...].reversed()).prefix { $0 == $1 }.count
    let context = expected[max(0, same - 2)..<same].map { "  \($0)" }
    let gone = expected[same..<(expected.count - sameAtEnd)].prefix(20).map { "- \($0)" }
    let new = found[same..<(found.count - sameAtEnd)].prefix(20).map { "+ \($0)" }
    return (context + gone + new).joined(separator: "\n")
  }

  private static func lines(of text: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text[...]
    while let end = rest.firstIndex(of: ">") {
      let next = rest.index(after: end)
      pieces.append(rest[..<next])
      rest = rest[next...]
    }
    if !rest.isEmpty { pieces.append(rest) }
    // Of bytes and not of characters: “\r\n” is one character. Empty lines differ from none.
    return pieces.flatMap { piece in
      piece.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    }
  }
}
