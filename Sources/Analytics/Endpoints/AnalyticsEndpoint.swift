/// Where events are posted.
public protocol AnalyticsEndpoint: Sendable {
  /// Posts a batch. It may have been posted before, by a process that was killed: its key tells.
  func post(_ batch: AnalyticsBatch) async -> PostOutcome
  /// Lets go of what it holds. Nothing is posted afterwards, until a server is started that has it again.
  func close() async
}

extension AnalyticsEndpoint {
  /// Nothing to let go of.
  public func close() async {}
}

/// Events that are posted together. A batch is posted again as it was, under the same key, until it is accepted or refused.
public struct AnalyticsBatch: Hashable, Sendable {
  /// What identifies it among all batches of all backlogs.
  public let key: String
  /// The numbers of its first and last event. Numbers go up from batch to batch, with gaps where events were dropped.
  public let numbers: ClosedRange<Int64>
  /// How many events it has.
  public let count: Int
  /// The batch as JSON: `{"batch":key,"dropped":0,"events":[{"number":1,"id":"3.127","name":"…","properties":{…},"time":milliseconds}]}`.
  ///
  /// `id` is that of the event that was reported. A request that is made again after a restart, with `whenInterrupted: .askAgain`, is
  /// reported again under another number and the same id, so that who counts can leave it out; several reports of one event have its id
  /// too, and differ by their names. It isn't there where the outbox was told none. Where there is a log, ids come again only after 16 million streams; without one each process begins anew with them.
  public let body: [UInt8]

  /// Describes a batch.
  public init(key: String, numbers: ClosedRange<Int64>, count: Int, body: [UInt8]) {
    self.key = key
    self.numbers = numbers
    self.count = count
    self.body = body
  }
}

/// What became of a post.
public enum PostOutcome: Hashable, Sendable {
  /// The endpoint has it.
  case accepted
  /// The endpoint doesn't want it, for what is in it: posted as it is it would be refused again.
  case refused(reason: String)
  /// It may be accepted later.
  case failed(reason: String, retryAfter: Duration? = nil)
}
