/// What a todo may be called: trimmed, neither empty nor too long.
public struct TodoTitle: Sendable, Equatable, Codable {
  /// The characters that it may have.
  public static let limit = 2_000

  /// The title.
  public let text: String

  /// Takes what was typed, without the white space around it.
  ///
  /// - Returns: `nil` where nothing is left.
  /// - Throws: ``TodoFailure/tooLong(limit:)``.
  public init?(_ typed: String) throws(TodoFailure) {
    let start = typed.drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex
    text = String(start[..<end])
    if text.isEmpty { return nil }
    // Characters of many code points can be as long as a book.
    if text.count > Self.limit || text.utf8.count > 8 * Self.limit { throw .tooLong(limit: Self.limit) }
  }
}
