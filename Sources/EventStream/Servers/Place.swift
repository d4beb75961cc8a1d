/// Where a server runs.
public enum Place {
  /// On the stream that the whole app shares.
  case app(AppStream)
  /// In a session.
  case session(SessionStream)

  @usableFromInline var parties: Parties? {
    switch self {
    case .app(let stream): stream.parties
    case .session: nil
    }
  }

  @usableFromInline var isOfApp: Bool {
    if case .app = self { true } else { false }
  }

  /// Whose ids its own events have.
  @usableFromInline var identity: StreamIdentity {
    switch self {
    case .app(let stream): StreamIdentity(rawValue: stream.origin)
    case .session(let stream): stream.identity
    }
  }

  @usableFromInline var workload: Workload? {
    switch self {
    case .app(let stream): stream.clock.workload
    case .session(let stream): stream.app.clock.workload
    }
  }
}
