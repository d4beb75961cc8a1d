internal import ViewKit

extension Path {
  static let events = Path("/ghostlight")
  static let sessions = Path("/ghostlight/sessions")
  static let session = Route<String>("/ghostlight/sessions/:id")
  static let figures = Path("/ghostlight/figures")
  /// The list with an event beside it.
  static func event(_ position: UInt64) -> Path { Path.events.asking("event", for: "\(position)") }
  /// A session's screen after one of its events.
  static func moment(of session: String, at position: UInt64) -> Path {
    Path.session(session).asking("at", for: "\(position)")
  }
  /// Leads on to the app.
  static let continuation = Path("/ghostlight/continue")
  /// Drawn by an endpoint.
  static let diagram = Path("/ghostlight/diagram.svg")
  /// Drawn by an endpoint.
  static let screen = Path("/ghostlight/screen")
}
