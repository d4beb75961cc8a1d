/// The cookies by which pages that are left say up to what they have said something, for those that are asked for next: these are made behind
/// it, though the request for them may come first.
///
/// A page's script sets its own on leaving, for the next seconds; whoever sends requests may say anything in them.
enum LastWordCookie {
  /// What its name begins with. The rest is its session's: several tabs may be left at once.
  static let prefix = "ghostlight-said-"
  /// Of more, those of pages that were left before are passed over.
  private static let most = 8

  /// Reads of which sessions they speak, and the number of the last intent that the page of each has said.
  ///
  /// - Parameter header: The `Cookie` header.
  /// - Returns: In the order in which they are sent: what has been set last is at the end.
  static func read(from header: String?) -> [(session: String, number: Int)] {
    let cookies = CookieHeader.all(in: header) { $0.hasPrefix(prefix) }
    return cookies.compactMap { name, value in
      guard let number = Int(value), number > 0 else { return nil }
      return (String(name.dropFirst(prefix.count)), number)
    }.suffix(most)
  }
}
