internal import ViewKit

extension Path {
  static let events = Path("/ghostlight")
  static let event = Route<Int>("/ghostlight/events/:position")
  static let sessions = Path("/ghostlight/sessions")
  static let session = Route<String>("/ghostlight/sessions/:id")
  static let figures = Path("/ghostlight/figures")
  /// Leads on to the app.
  static let continuation = Path("/ghostlight/continue")
  /// Drawn by an endpoint.
  static let diagram = Path("/ghostlight/diagram.svg")
  /// Drawn by an endpoint.
  static let screen = Path("/ghostlight/screen")
}
