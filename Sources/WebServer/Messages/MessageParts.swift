internal import EventLog
internal import ViewKit

/// The parts of a message from a browser, one after the other: those of a JSON array.
///
/// A general decoder took a seventh of the time to the patch of who acts now and then, when nothing else has needed its code lately.
struct MessageParts {
  private var scanner: JSONScanner
  /// Whether the next part is the first of its array.
  private var isFirst = true

  init(_ bytes: some Collection<UInt8>) { scanner = JSONScanner(Array(bytes)) }

  /// Passes over the beginning.
  mutating func begin() throws(JSONScanner.Malformed) {
    guard scanner.take("[") else { throw scanner.wrong("expected an array") }
  }

  /// Whether there are no more.
  var isAtEnd: Bool {
    mutating get { scanner.next() == UInt8(ascii: "]") }
  }

  /// Passes over the end, behind which nothing may stand.
  mutating func end() throws(JSONScanner.Malformed) {
    guard scanner.take("]"), scanner.next() == nil else { throw scanner.wrong("expected the end") }
  }

  /// Reads a part that is a text.
  mutating func text() throws(JSONScanner.Malformed) -> String {
    try passMark()
    return try scanner.string()
  }

  /// Reads a part that is a whole number.
  mutating func number() throws(JSONScanner.Malformed) -> Int {
    try passMark()
    guard let number = Int(try scanner.number()) else { throw scanner.wrong("expected a whole number") }
    return number
  }

  /// Whether the next part is true or false.
  var hasFlag: Bool {
    var ahead = self
    guard (try? ahead.passMark()) != nil else { return false }
    let first = ahead.scanner.next()
    return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
  }

  /// Reads a part that is true or false.
  mutating func flag() throws(JSONScanner.Malformed) -> Bool {
    try passMark()
    let isTrue = scanner.next() == UInt8(ascii: "t")
    try scanner.word(isTrue ? "true" : "false")
    return isTrue
  }

  /// Reads a part that says what an act is aimed at: a view's number, or `[table, key, part]`.
  mutating func target() throws(JSONScanner.Malformed) -> IntentTarget {
    try passMark()
    isFirst = true
    guard scanner.take("[") else { return .view(try number()) }
    let target = IntentTarget.row(table: try number(), key: try number(), part: try number())
    guard scanner.take("]") else { throw scanner.wrong("expected the end of a row's place") }
    return target
  }

  /// Passes over what stands before a part.
  private mutating func passMark() throws(JSONScanner.Malformed) {
    if isFirst { isFirst = false } else if !scanner.take(",") { throw scanner.wrong("expected another part") }
  }
}
