/// Where a session's stream stands at a moment when nothing is under way: what a stream that goes on from there counts on.
public struct StreamPoint: Sendable, Hashable, Codable {
  /// What the ids of the session's own events begin with.
  public let identity: StreamIdentity
  /// The moment of what the session was occupied with last.
  public let time: Timestamp
  /// How many events the stream has delivered.
  package let sequence: UInt64
  /// How it numbers its requests to the app.
  let requests: RequestNumbers
  /// How many events its mailbox has accepted from other threads.
  let accepted: UInt64

  /// Whether a stream can count on from there: a point may come from anywhere.
  package var isSound: Bool { sequence < 1 << 53 && accepted < 1 << 53 && requests.isSound }

  /// The same place in another stream.
  package func moved(to identity: StreamIdentity) -> StreamPoint {
    StreamPoint(identity: identity, time: time, sequence: sequence, requests: requests, accepted: accepted)
  }
}

extension SessionStream {
  /// Where the stream stands; `nil` while something is under way, as a request without its answer.
  public var point: StreamPoint? {
    // The servers before the mailbox: what finishes in between has put its answer in there.
    guard !isEnded, !isDelivering, queue.isEmpty, arrivals.isEmpty, unanswered.isEmpty, outgoing?.isEmpty != false,
      servers.allSatisfy(\.isIdle), mailbox.isIdle
    else { return nil }
    return StreamPoint(
      identity: identity, time: now, sequence: sequence, requests: requestNumbers, accepted: mailbox.accepted)
  }

  /// Goes on from where a stream of the same identity stood. What this one has asked for until now is forgotten.
  ///
  /// To be called while a recording is played.
  public func goOn(from point: StreamPoint) {
    replay?.forget()
    replay?.time = point.time
    unanswered.removeAll()
    moment = point.time
    sequence = point.sequence
    requestNumbers = point.requests
    mailbox.goOn(behind: point.accepted)
  }

  /// Does something of which nobody hears: what is sent meanwhile goes nowhere.
  ///
  /// - Throws: What `body` throws.
  public func whileSilent<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    isSilent = true
    defer { isSilent = isEnded }
    try body()
  }
}
