internal import Foundation

/// The cookie by which a page that is loaded again says what stands behind the `#` of its address: browsers don't send that.
///
/// The page's script sets it on leaving, for the next seconds; whoever sends requests may say anything in it.
enum HashCookie {
  static let name = "ghostlight-at"

  /// Reads which path an address behind a `#` stands for.
  ///
  /// - Parameters:
  ///   - target: The path and query that are asked for: what is said about another page is nothing to this one.
  ///   - header: The `Cookie` header.
  static func path(on target: String, in header: String?) -> String? {
    for value in CookieHeader.values(of: name, in: header) {
      guard let text = String(value).removingPercentEncoding else { continue }
      let path = text.dropFirst(target.count + 1)
      if text.hasPrefix(target + "#"), ClientMessage.isPath(String(path)) { return String(path) }
    }
    return nil
  }
}
