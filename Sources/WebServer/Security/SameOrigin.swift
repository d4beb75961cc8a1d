internal import HTTPTypes

/// Whether a request comes from a page of this server.
enum SameOrigin {
  /// - Returns: False if the browser names another origin than the host it asks. A client that names none is no browser
  ///   that another site could have sent here.
  static func allows(_ head: HTTPRequest) -> Bool { allows(origin: head.headerFields[.origin], head) }

  /// - Parameter origin: Where a page is that asks, such as `https://example.org`; `nil` if the browser doesn't say.
  static func allows(origin: String?, _ head: HTTPRequest) -> Bool {
    allows(origin: origin, authority: head.authority, isSecure: head.scheme == "https")
  }

  /// - Parameter isSecure: Whether the server itself speaks TLS: then a page of the same host that came without it is another's. Without,
  ///   a proxy may speak it.
  static func allows(origin: String?, authority: String?, isSecure: Bool = false) -> Bool {
    guard let origin else { return true }
    guard let authority, let end = origin.firstRange(of: "://") else { return false }
    let scheme = origin[..<end.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" && !isSecure else { return false }
    return site(origin[end.upperBound...], scheme) == site(authority[...], scheme)
  }

  /// Browsers leave out the port that a scheme has anyway, and proxies may not.
  private static func site(_ authority: Substring, _ scheme: String) -> String {
    let authority = authority.lowercased(), port = scheme == "https" ? ":443" : ":80"
    return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
  }
}
