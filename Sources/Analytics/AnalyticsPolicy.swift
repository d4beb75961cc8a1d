/// How much is posted at a time, how long it waits, and how much may wait.
public struct AnalyticsPolicy: Sendable {
  /// How many events one post carries at most.
  public var batchSize = 200
  /// How long an event waits for others to be posted with it.
  public var patience = Duration.seconds(10)
  /// How many events the backlog holds. Beyond it the oldest are dropped, and counted.
  public var backlogLimit = 100_000
  /// How many events wait in memory for the backlog's disk. Beyond it the oldest are dropped, and counted.
  public var memoryLimit = 10_000
  /// How long an event stays in memory before it is written to the backlog: what a killed process loses.
  public var storeInterval = Duration.milliseconds(100)
  /// The pause after a first failed post; it doubles with each further one.
  public var firstPause = Duration.seconds(1)
  /// The longest pause between posts.
  public var longestPause = Duration.seconds(300)
  /// The longest pause that an endpoint may ask for with `Retry-After`.
  public var longestWish = Duration.seconds(3600)

  /// The defaults.
  public init() {}
}
