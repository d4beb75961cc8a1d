/// What a browser sends as `Cookie`. Whoever sends requests may say anything in it.
enum CookieHeader {
  /// What cookies of a name hold, in the order in which they are sent: there may be several, of other paths and domains.
  static func values(of name: String, in header: String?) -> [Substring] {
    all(in: header) { $0 == name }.map(\.value)
  }

  /// The cookies whose names are wanted, in the order in which they are sent.
  static func all(
    in header: String?, named isWanted: (Substring) -> Bool
  ) -> [(name: Substring, value: Substring)] {
    (header ?? "").split(separator: ";").compactMap { pair in
      let pair = pair.trimmingPrefix { $0 == " " }
      guard let end = pair.firstIndex(of: "="), isWanted(pair[..<end]) else { return nil }
      return (pair[..<end], pair[pair.index(after: end)...])
    }
  }
}
