public import EventMacros

public struct Query: Sendable, Equatable, Codable {
  public var text: String
  public init(_ text: String) { self.text = text }
}

public enum TodoFailure: AnswerFailure {
  case gone
  case other(String)

  public init(_ error: any Error) { self = (error as? TodoFailure) ?? .other("\(error)") }
}

/// A public event with requests, plain cases and one that needs backticks.
@Event
public enum TodoEvent {
  /// A screen asks for rows.
  @Answered(by: \.rows) case show(Query)
  @Answered(by: \.saved) case save
  case rows(Result<[Int], TodoFailure>)
  case saved(Result<Query, TodoFailure>)
  case `default`(Int?), quit
}

@Event(reach: .app)
enum StoreEvent { case cleared, filled([String: Int]) }

/// An event that nests two others, between cases of its own.
@Event(name: "App")
enum AppEvent { case started(Query), todo(TodoEvent), store(StoreEvent), stopped }

/// Has events of its own that are called as types of the standard library are.
enum Shadows {
  @Event
  enum Duration { case short, long }

  @Event
  enum Set { case one, many }

  @Event
  enum Outer { case first(Duration), second((Set)), third(Swift.Set<Int>), last }
}

/// Has cases that are called as types are that their keys have.
@Event
enum TypeNames { case Int, String([Swift.Int]), Void, last(Swift.String) }

@Event
enum RootEvent { case app(AppEvent), end }

@Event
enum NoEvent {}

@Event
package enum PackageEvent { case only(Int) }

@Event
private enum PrivateEvent { case only(Int) }

public enum Namespace {}
public extension Namespace {
  @Event
  enum InPublicExtension { case a(Int) }
}

typealias Answers = Result<Int, TodoFailure>

@Event
enum AliasEvent {
  @Answered(by: \.told) case ask
  case told(Answers)
}

/// Codes itself, as the recordings of an earlier version did.
@Event
enum OwnCodingEvent {
  case number(Int)

  init(from decoder: any Decoder) throws { self = .number(try decoder.singleValueContainer().decode(Int.self)) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    }
  }
}
