/// How far an event travels, declared once with its type.
public enum Reach: Sendable, Hashable {
  /// The event is delivered only on the stream it was sent to: one user's session.
  case session
  /// The event goes to the app's stream, and from there to every session that observes it.
  case app
}
