internal import EventLog

extension LogSource {
  /// What a stream is called in a list.
  func shortName(in words: EventsWords) -> String {
    switch self {
    case .app: words.app
    case .session(let session): String(session.prefix(6))
    }
  }

  /// One of six looks, the same for a session wherever it appears; `app` for the app's.
  var look: String {
    switch self {
    case .app: "app"
    case .session(let session): "hue-\(session.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 6)"
    }
  }
}
