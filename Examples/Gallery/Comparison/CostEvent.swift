public import Ghostlight

/// What was measured when the program began. It isn't the same the next time, so it comes to screens as an event: a session that is
/// played again shows what it showed.
@Event(reach: .app)
enum CostEvent {
  /// Asks for the nanoseconds that a row costs, by the architecture's name.
  @Answered(by: \.costs) case requestCosts
  case costs(Result<[String: Double], CostFailure>)
}

/// There are no costs.
struct CostFailure: AnswerFailure, Equatable, Codable {
  init(_ error: any Error) {}
}

/// Tells what was measured.
public struct CostServer: Server {
  private let costs: BindingCosts

  /// Makes a server.
  public init(_ costs: BindingCosts) { self.costs = costs }

  /// It answers who asks.
  public var observers: some Observers {
    Answer(\CostEvent.requestCosts, whenInterrupted: .askAgain) { [costs] in costs.perRow }
  }
}
