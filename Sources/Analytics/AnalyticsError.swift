/// What is wrong with analytics, and how to mend it.
public enum AnalyticsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The backlog's file can't be used.
  case backlog(path: String, reason: String)
  /// The file that was said for the backlog is another program's. Nothing in it has been changed.
  case foreignBacklog(path: String)
  /// The endpoint's address isn't one.
  case address(String)

  /// What was wrong, and how to mend it.
  public var description: String {
    switch self {
    case .backlog(let path, let reason):
      "the analytics backlog \(path) can't be used: \(reason). Make its folder writable, or move the file away to begin anew."
    case .foreignBacklog(let path):
      "the analytics backlog can't be kept in \(path): it is another program's database, and was left as it is. Say another file."
    case .address(let address):
      "analytics can't be posted to \(address): give an address that begins with http:// or https://"
    }
  }
}
