/// Something that can happen in an app: an enum whose cases each carry at most one value.
///
/// Declare events with `@Event`, which writes every requirement below; each of them can also be written by hand.
/// Cases come in two kinds: requests, which someone answers, and everything else. Events of several features are
/// composed by nesting: a case whose payload is itself an event routes as finely as that event does.
///
/// Source: the typed notifications of the EventMVVM article, with requests tied to their answers in the types.
public protocol Event: Sendable, Equatable, Codable {
  /// The process-wide description of this type; one instance, made on first use.
  static var eventType: EventType { get }

  /// How far events of this type travel. `.session` unless declared otherwise.
  static var reach: Reach { get }

  /// How many tags there are: one for each case, and for a case that nests an event as many as that has.
  static var caseCount: Int { get }

  /// The case's position in `0 ..< caseCount`, counting the cases of nested events one by one.
  var tag: Int { get }
}

extension Event {
  /// Counts what ``eventType`` describes. `@Event` writes a constant in its place.
  public static var caseCount: Int { eventType.caseCount }

  /// Events stay in the session that sent them unless their declaration says otherwise.
  public static var reach: Reach { .session }

  /// The stable name of this event's case, such as `TodoEvent.rows`; nested cases read `AppEvent.todo.rows`.
  public var name: String { Self.eventType.name(ofTag: tag) }
}
