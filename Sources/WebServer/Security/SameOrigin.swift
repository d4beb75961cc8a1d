internal import HTTPTypes

/// Whether a request comes from a page of this server.
enum SameOrigin {
  /// - Returns: False if the browser names another origin than the host it asks. A client that names none is no browser
  ///   that another site could have sent here.
  static func allows(origin: String?, authority: String?) -> Bool {
    guard let origin else { return true }
    guard let authority, let scheme = origin.range(of: "://") else { return false }
    return origin[scheme.upperBound...].lowercased() == authority.lowercased()
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
