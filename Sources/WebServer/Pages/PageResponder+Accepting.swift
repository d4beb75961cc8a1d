/// What a browser takes, as the fields of its requests say.
extension PageResponder {
  /// Whether an `Accept-Encoding` header names the encoding and doesn't refuse it with a quality of zero.
  static func accepts(_ encoding: String, in header: String?) -> Bool {
    (header ?? "").split(separator: ",").contains { part in
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard pieces.first == encoding else { return false }
      return pieces.dropFirst().first.flatMap { Double($0.drop { $0 != "=" }.dropFirst()) } != 0
    }
  }

  /// The languages of an `Accept-Language` header, the best first, in small letters; without those that have a quality of zero, which are
  /// the ones that aren't wanted.
  static func languages(_ header: String?) -> [String] {
    let ranked = (header ?? "").split(separator: ",").prefix(16).compactMap { part -> (String, Double)? in
      let pieces = part.split(separator: ";")
      let language = pieces.first?.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ?? ""
      guard !language.isEmpty, language.count <= 16 else { return nil }
      let quality = pieces.dropFirst().first.flatMap { piece in
        Double(piece.filter { !$0.isWhitespace }.drop { $0 != "=" }.dropFirst())
      }
      return quality ?? 1 > 0 ? (language.lowercased(), quality ?? 1) : nil
    }
    // A stable sort: among equals the order of the header counts.
    let sorted = ranked.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
    return sorted.isEmpty ? ["en"] : sorted.map(\.element.0)
  }
}
