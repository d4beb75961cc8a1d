/// Where a server runs.
public enum Place {
  /// On the stream that the whole app shares.
  case app(AppStream)
  /// In a session.
  case session(SessionStream)
}
