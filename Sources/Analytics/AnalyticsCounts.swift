/// How posting goes.
public struct AnalyticsCounts: Hashable, Sendable {
  /// Events that wait, in memory and in the backlog.
  public internal(set) var waiting = 0
  /// Events that the endpoint has accepted since the program began.
  public internal(set) var posted = 0
  /// Events dropped because too many waited, since the backlog was made. The endpoint is told too.
  public internal(set) var dropped = 0
  /// Events that the endpoint refused for what they are, since the program began.
  public internal(set) var refused = 0
  /// Posts that failed and were or will be tried again, since the program began.
  public internal(set) var failures = 0
  /// What was wrong with the last post or write; `nil` when all is well.
  public internal(set) var trouble: String?
}
