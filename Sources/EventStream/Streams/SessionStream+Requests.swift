/// What a session has asked and was not answered.
extension SessionStream {
  /// Whether a request that `owner` sent waits for its answer.
  public func isUnanswered(by owner: AnyObject) -> Bool { unanswered.contains(owner) }

  /// Whether a request of the given case that `owner` sent waits for its answer.
  public func isUnanswered<Key: RequestKey>(_ path: CasePath<Key>, by owner: AnyObject) -> Bool {
    unanswered.contains(owner, type: UInt32(Key.Root.eventType.index), tags: Key.tag..<Key.tag + Key.width)
  }

  /// Observes the answers to the requests of one case that `owner` has sent, and to no others.
  ///
  /// - Parameter latestOnly: Whether an answer is passed over when `owner` has sent another request of the case since:
  ///   what a person typed first must not be shown last.
  public func observeAnswers<Key: RequestKey>(
    to path: CasePath<Key>, by owner: AnyObject, latestOnly: Bool = false,
    _ body: @escaping (Result<Key.Success, Key.Failure>, Envelope) -> Void
  ) -> SessionSubscription {
    let (owner, type, tag) = (ObjectIdentifier(owner), UInt32(Key.Root.eventType.index), UInt32(Key.tag))
    return subscribe(
      Key.Answer.self,
      Observer { [unanswered] payload, delivery in
        // Asked here, because a flag of each observer that is looked at for all of them doubles the time of an event that very many observe.
        guard delivery.isOwnAnswer else { return }
        let envelope = delivery.envelope
        guard unanswered.wasRequest(envelope.answersID, of: owner, type: type, tag: tag, isLatest: latestOnly)
        else { return }
        body(payload.result, envelope)
      })
  }

  /// Whether any request that was sent with an owner waits for its answer.
  public var hasUnanswered: Bool { !unanswered.isEmpty }

  /// How many requests that were sent with an owner wait for their answers.
  public var unansweredCount: Int { unanswered.count }

  /// Whether any of its requests to the app waits for its answer, or to be made, or that to be taken in, whoever has sent it.
  public var awaitsAnswers: Bool { !unanswered.isEmpty || mailbox.hasAsked || outgoing?.isEmpty == false }

  /// The cases of the views' requests that wait for their answers, by the ids of the requests.
  package var unansweredCases: [UInt64: String] { unanswered.cases }

  /// Whether one of some requests was sent with an owner and waits for its answer.
  public func isUnanswered(anyOf requests: Set<UInt64>) -> Bool { unanswered.has(anyOf: requests) }

  /// The requests that were sent with an owner and wait for their answers.
  public var unansweredRequests: Set<UInt64> { unanswered.requests }

  /// The request of the session's own, sent with an owner, whose answer is being delivered; `nil` while anything else is, or nothing.
  package var answeredRequest: UInt64? {
    let delivery = dispatcher.delivery
    return isDelivering && delivery.isOwnAnswer ? delivery.current.answersID : nil
  }

  /// The latest request of the given case that `owner` has sent, if it waits for its answer.
  public func unansweredRequest<Key: RequestKey>(_ path: CasePath<Key>, by owner: AnyObject) -> EventID? {
    unanswered.latest(owner, type: UInt32(Key.Root.eventType.index), tag: UInt32(Key.tag)).map(EventID.init(rawValue:))
  }

  /// Whether what is being delivered answers a request of the given case that `owner` has sent.
  public func isAnswer<Key: RequestKey>(to path: CasePath<Key>, of owner: AnyObject) -> Bool {
    guard let request = answeredRequest else { return false }
    return unanswered.wasRequest(
      request, of: ObjectIdentifier(owner), type: UInt32(Key.Root.eventType.index), tag: UInt32(Key.tag),
      isLatest: false)
  }

  /// Has an owner that ends ask no more: its requests become those of whoever takes over their cases, if somebody does.
  public func forgetRequests(of owner: AnyObject) { unanswered.removeAll(of: owner) }

  /// Whether a request of the given case is unanswered whose owner has ended, and that nobody has taken over: of the latest such requests.
  public func isAbandoned<Key: RequestKey>(_ path: CasePath<Key>) -> Bool {
    unanswered.isAbandoned(type: UInt32(Key.Root.eventType.index), tag: UInt32(Key.tag))
  }

  /// Has `owner` take over the requests of one case whose owners end before they are answered, as if it had sent them: also those that are
  /// abandoned already. Until it ends itself, or another takes its place; there is one for each case.
  ///
  /// - Returns: How many were abandoned already.
  @discardableResult
  public func takeOverRequests<Key: RequestKey>(_ path: CasePath<Key>, by owner: AnyObject) -> Int {
    unanswered.takeOver(type: UInt32(Key.Root.eventType.index), tag: UInt32(Key.tag), by: owner)
  }
}
