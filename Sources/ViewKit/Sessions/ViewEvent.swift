public import EventStream

/// What happens on a session's screen, for whoever wants to know: analytics, a log, a tutorial that waits for a tap.
///
/// Only values travel: which controller, where, the view's role and name. An event that nobody observes isn't made.
public enum ViewEvent: Event {
  /// A controller's view has come on screen.
  case appeared(ViewPlace)
  /// A controller's view has left the screen.
  case disappeared(ViewPlace)
  /// A view was tapped. What the tap does comes after this.
  case tapped(ViewAct)
  /// What a view holds was changed by the user.
  case changed(ViewAct)
  /// An input or a form was submitted.
  case submitted(ViewAct)

  /// The case's place, from 0.
  public var tag: Int {
    switch self {
    case .appeared: 0
    case .disappeared: 1
    case .tapped: 2
    case .changed: 3
    case .submitted: 4
    }
  }

  /// What the streams know of the type.
  public static let eventType = EventType.make(
    ViewEvent.self, name: "ViewEvent",
    cases: [
      EventCase(Keys.appeared.self), EventCase(Keys.disappeared.self), EventCase(Keys.tapped.self),
      EventCase(Keys.changed.self), EventCase(Keys.submitted.self),
    ])
}

/// Where something happens on a session's screen.
public struct ViewPlace: Sendable, Hashable, Codable {
  /// The name of the controller's type; empty for what is no controller's, such as an alert.
  public let controller: String
  /// The address that is shown, without what it asks for behind `?`.
  public let path: String
}

/// What a user has done with a view.
public struct ViewAct: Sendable, Hashable, Codable {
  /// Where.
  public let place: ViewPlace
  /// What the view is, such as `button`.
  public let kind: String
  /// What the view is called: its accessible name, or what it says.
  public let name: String
  /// What it holds now, `true` or `false` for a box; `nil` for a tap, and for a view whose content is private.
  public let value: String?
}
