/// What a todo may be called: trimmed, neither empty nor too long.
public struct TodoTitle: Sendable, Equatable, Codable {
  /// The characters that it may have.
  public static let limit = 2_000
  /// The bytes of UTF-8 that it may have: a character may carry marks enough for a book.
  public static let byteLimit = 8 * limit

  /// The title.
  public let text: String

  /// Takes what was typed, without the white space around it and without NUL characters, at which SQLite's text ends.
  ///
  /// - Returns: `nil` where nothing is left.
  /// - Throws: ``TodoFailure/tooLong(limit:)`` or ``TodoFailure/tooLarge(byteLimit:)``.
  public init?(_ typed: String) throws(TodoFailure) {
    text = Self.trimmed(typed)
    if text.isEmpty { return nil }
    if text.count > Self.limit { throw .tooLong(limit: Self.limit) }
    if text.utf8.count > Self.byteLimit { throw .tooLarge(byteLimit: Self.byteLimit) }
  }

  /// Whether nothing is left of what was typed: it makes no title.
  public static func isBlank(_ typed: String) -> Bool { trimmed(typed).isEmpty }

  /// Trims scalars rather than characters: a combining mark after a leading space is the user's and stays.
  private static func trimmed(_ typed: String) -> String {
    var scalars = String.UnicodeScalarView(typed.unicodeScalars.lazy.filter { $0 != "\0" })[...]
    while let first = scalars.first, isTrimmed(first) { scalars.removeFirst() }
    while let last = scalars.last, isTrimmed(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// Whether `trim()` of JavaScript, which the specification asks for, takes it away: `WhiteSpace` and `LineTerminator` of ECMA-262.
  private static func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\u{b}", "\u{c}", "\r", "\u{2028}", "\u{2029}", "\u{feff}": true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }
}
