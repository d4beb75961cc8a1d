extension DiagramLane {
  /// What it is called.
  public var title: String {
    switch self {
    case .browser: "Browser"
    case .session: "Session"
    case .sessionServer(_, let type), .appServer(let type): type
    case .app: "App"
    case .unknown: "Elsewhere"
    }
  }

  /// What tells it from others that are called the same.
  public var detail: String {
    switch self {
    case .browser(let session), .session(let session): String(session.prefix(8))
    case .sessionServer(let session, _): "answered in \(session.prefix(8))"
    case .app: "everybody’s stream"
    case .appServer: "answered for the app"
    case .unknown: "not in these records"
    }
  }

  /// The session that it belongs to; `nil` for what is the app's.
  var session: String? {
    switch self {
    case .browser(let session), .session(let session), .sessionServer(let session, _): session
    case .app, .appServer, .unknown: nil
    }
  }

  /// Where it stands among the others: sessions with what belongs to them, then the app.
  ///
  /// - Parameter sessions: The sessions in their order; each counts where it is first.
  func place(among sessions: [String]) -> Int {
    let session = session.flatMap { sessions.firstIndex(of: $0) } ?? 0
    switch self {
    case .unknown: return -1
    case .browser: return 3 * session
    case .session: return 3 * session + 1
    case .sessionServer: return 3 * session + 2
    case .app: return 3 * sessions.count + 1
    case .appServer: return 3 * sessions.count + 2
    }
  }
}
