/// Something that can happen in an app: an enum whose cases each carry at most one value.
///
/// Declare events with `@Event`, which writes every requirement below; each of them can also be written by hand.
/// Cases come in two kinds: requests, which someone answers, and everything else. Events of several features are
/// composed by nesting: a case whose payload is itself an event routes as finely as that event does. Two events can't nest
/// each other: let one of them carry a struct that holds the other.
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

  /// Whether the event writes and reads by its fields what it carries; logs go through `Codable` otherwise. `@Event` says so.
  static var writesFields: Bool { get }

  /// Writes what the event carries.
  ///
  /// - Throws: As ``FieldCodable/write(to:)``.
  func writeFields(to writer: inout some FieldWriter) throws

  /// Reads what a case carries.
  ///
  /// - Parameter tag: The case's.
  /// - Throws: As ``FieldCodable/init(reading:)``.
  init(tag: Int, reading reader: inout some FieldReader) throws(FieldMismatch)
}

extension Event {
  /// Counts what ``eventType`` describes. `@Event` writes a constant in its place.
  public static var caseCount: Int { eventType.caseCount }

  /// Events stay in the session that sent them unless their declaration says otherwise.
  public static var reach: Reach { .session }

  /// An event that was written by hand is written through `Codable`.
  public static var writesFields: Bool { false }

  /// Never called where ``writesFields`` is false.
  ///
  /// - Throws: ``FieldMismatch``, always.
  public func writeFields(to writer: inout some FieldWriter) throws { throw FieldMismatch() }

  /// Never called where ``writesFields`` is false.
  ///
  /// - Throws: ``FieldMismatch``, always.
  public init(tag: Int, reading reader: inout some FieldReader) throws(FieldMismatch) { throw FieldMismatch() }

  /// The stable name of this event's case, such as `TodoEvent.rows`; nested cases read `AppEvent.todo.rows`.
  public var name: String { Self.eventType.name(ofTag: tag) }
}
