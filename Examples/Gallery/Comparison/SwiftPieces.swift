import Ghostlight

/// Cuts Swift source into pieces that look different: comments, texts, attributes, keywords, types and the rest.
enum SwiftPieces {
  static func pieces(of source: String) -> [CodeBlock.Piece] {
    var pieces: [CodeBlock.Piece] = []
    var rest = Substring(source)
    while !rest.isEmpty {
      let (length, look) = next(rest)
      let text = String(rest.prefix(length))
      rest = rest.dropFirst(length)
      if let last = pieces.last, last.look == look || text.allSatisfy(\.isWhitespace) {
        pieces[pieces.count - 1].text += text
      } else {
        pieces.append(CodeBlock.Piece(text, look: look))
      }
    }
    return pieces
  }

  private static func next(_ rest: Substring) -> (length: Int, look: String) {
    if rest.hasPrefix("//") { return (rest.prefix { $0 != "\n" }.count, "comment") }
    if rest.hasPrefix("\"") { return (rest.dropFirst().prefix { $0 != "\"" && $0 != "\n" }.count + 2, "string") }
    if rest.hasPrefix("@") { return (rest.dropFirst().prefix(while: isWord).count + 1, "keyword") }
    let word = rest.prefix(while: isWord)
    guard let first = word.first else { return (1, "") }
    if keywords.contains(String(word)) { return (word.count, "keyword") }
    return (word.count, first.isUppercase ? "type" : "")
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static let keywords: Set<String> = [
    "any", "case", "class", "else", "enum", "extension", "false", "final", "for", "func", "get", "guard", "if",
    "import",
    "in", "init", "internal", "lazy", "let", "nil", "override", "private", "protocol", "public", "required", "return",
    "self", "set", "some", "static", "struct", "super", "switch", "throws", "true", "try", "unowned", "var", "weak",
    "where",
  ]
}
