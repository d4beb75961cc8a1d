/// The cookie by which a page that is left says up to what it has said something, for the page that is asked for next: that is made behind
/// it, though the request for it may come first.
///
/// The page's script sets it on leaving, for the next seconds; whoever sends requests may say anything in it.
enum LastWordCookie {
  static let name = "ghostlight-said"

  /// Reads of which session it speaks, and the number of the last intent that its page has said.
  ///
  /// - Parameter header: The `Cookie` header.
  static func read(from header: String?) -> (session: String, number: Int)? {
    guard let value = CookieHeader.values(of: name, in: header).first else { return nil }
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]), number > 0 else { return nil }
    return (String(parts[0]), number)
  }
}
