/// A failure that can stand for any error, so that a handler may simply `try`.
///
/// Whatever a handler throws becomes the failure of its own request through ``init(_:)``, and nothing else fails.
public protocol AnswerFailure: Error, Equatable, Codable {
  /// Takes any error, one of this type included, and says it in this type's words.
  init(_ error: any Error)

  /// Whether whoever runs the app should know of an error that has failed a request, and not only who has asked: a disk that is full, not a
  /// name that is taken. A server's log has it then.
  ///
  /// Any error is, unless given, but for failures of answers: what an app says itself is for who has asked, and what another answer has
  /// failed with was judged there.
  static func isForOperator(_ error: any Error) -> Bool
}

extension AnswerFailure {
  /// Any error is, but for failures of answers.
  public static func isForOperator(_ error: any Error) -> Bool { !(error is any AnswerFailure) }
}

/// What an answering case carries: a `Result` whose failure can stand for any error.
public protocol AnswerResult<Success, Failure> {
  /// What a successful answer carries.
  associatedtype Success
  /// What a failed answer carries.
  associatedtype Failure: AnswerFailure

  /// Takes the answer.
  init(_ result: Result<Success, Failure>)
  /// The answer.
  var result: Result<Success, Failure> { get }
}

extension Result: AnswerResult where Failure: AnswerFailure {
  /// It is the answer itself.
  @inlinable public init(_ result: Result<Success, Failure>) { self = result }
  /// Itself.
  @inlinable public var result: Result<Success, Failure> { self }
}
