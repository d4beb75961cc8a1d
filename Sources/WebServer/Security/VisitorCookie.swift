/// The cookie that ties a browser's sessions to it. It holds nothing but a random name.
enum VisitorCookie {
  static let name = "ghostlight"
  /// What it is called where browsers speak TLS: by this name they take it from this host alone, and by TLS alone. Any other could be
  /// given to them by a neighbour of the same domain, who would be the same visitor then.
  static let secureName = "__Host-ghostlight"

  /// Reads the visitor from a `Cookie` header, if it is one of ours.
  ///
  /// - Parameter isSecure: Whether only one counts that nobody else can have given. Without, whoever asks must know more than the visitor.
  static func visitor(in header: String?, isSecure: Bool = false) -> String? {
    value(of: secureName, in: header) ?? (isSecure ? nil : value(of: name, in: header))
  }

  private static func value(of name: String, in header: String?) -> String? {
    CookieHeader.values(of: name, in: header).lazy.map(String.init).first(where: RandomToken.isOne)
  }

  /// What apps may know a visitor by: nobody gets back from it to the cookie, which is a random secret of 131 bits.
  static func identifier(of visitor: String) -> String {
    String(SHA256.hexadecimal(of: "ghostlight visitor \(visitor)").prefix(32))
  }

  /// Whether a proxy says in `X-Forwarded-Proto` that the browser speaks TLS with it. Who says so himself, and doesn't, gets a cookie that
  /// his browser keeps to itself.
  static func isSecure(forwarded header: String?) -> Bool {
    // Of several proxies the first is the browser's.
    header?.split(separator: ",").first?.trimmingPrefix { $0 == " " }.prefix(while: \.isLetter).lowercased() == "https"
  }

  /// A `Set-Cookie` header: out of reach of scripts and of other sites' requests.
  static func header(_ visitor: String, isSecure: Bool) -> String {
    "\(isSecure ? secureName : name)=\(visitor); Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"
      + (isSecure ? "; Secure" : "")
  }
}
