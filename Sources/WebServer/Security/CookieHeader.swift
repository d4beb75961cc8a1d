/// What a browser sends as `Cookie`. Whoever sends requests may say anything in it.
enum CookieHeader {
  /// What cookies of a name hold, in the order in which they are sent: there may be several, of other paths and domains.
  static func values(of name: String, in header: String?) -> [Substring] {
    (header ?? "").split(separator: ";").compactMap { pair in
      let pair = pair.trimmingPrefix { $0 == " " }
      return pair.hasPrefix(name + "=") ? pair.dropFirst(name.count + 1) : nil
    }
  }
}
