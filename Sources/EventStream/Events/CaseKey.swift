/// A case of an event, as a type: everything about it is known when compiling.
///
/// `@Event` writes one key for each case. Observers are declared on the key path `\TodoEvent.rows`, whose type leads
/// here; the key path itself is never evaluated.
public protocol CaseKey<Root, Payload>: SendableMetatype {
  /// The event type that has the case.
  associatedtype Root: Event
  /// What the case carries; `Void` for a case without a value.
  associatedtype Payload: Sendable

  /// The first tag that belongs to the case.
  static var tag: Int { get }
  /// How many tags belong to the case: one, or as many as its payload has if that is itself an event.
  static var width: Int { get }
  /// The name of the case alone, such as `rows`.
  static var name: String { get }
  /// Reads the payload of an event that is this case. Asking of another case is a programmer's mistake.
  static func payload(of event: Root) -> Payload
  /// Makes the event that carries `payload`.
  static func event(_ payload: Payload) -> Root
}

extension CaseKey {
  /// One tag for a plain payload.
  @inlinable public static var width: Int { 1 }
}

extension CaseKey where Payload: Event {
  /// As many tags as the nested event has cases.
  @inlinable public static var width: Int { Payload.caseCount }
}

/// A case that asks for something, tied to the case that answers it.
public protocol RequestKey<Root, Payload>: CaseKey {
  /// The case that answers. Its payload is a `Result`, so that a failure names its request too.
  associatedtype Answer: CaseKey
  where Answer.Root == Root, Answer.Payload: AnswerResult, Answer.Payload.Success: Sendable
}

extension RequestKey {
  /// What a successful answer carries.
  public typealias Success = Answer.Payload.Success
  /// What a failed answer carries.
  public typealias Failure = Answer.Payload.Failure

  /// Makes the answer that carries `result`.
  @inlinable
  public static func answer(_ result: Result<Success, Failure>) -> Root {
    Answer.event(Answer.Payload(result))
  }
}

/// Where an event's case lies within the tags of the case that carries it: 0 for a plain value.
@_disfavoredOverload @inlinable
public func tagOffset<Payload>(in payload: Payload) -> Int { 0 }

/// Where an event's case lies within the tags of the case that carries it.
@inlinable
public func tagOffset<Nested: Event>(in payload: Nested) -> Int { payload.tag }

/// Stops the program: a key was asked for the payload of a case that is not its own.
public func wrongCase() -> Never { preconditionFailure("an event was read as another case than it is") }
