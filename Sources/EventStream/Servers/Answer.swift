internal import Synchronization

/// "This request is answered by this asynchronous function."
///
/// The function runs outside the delivery, in a task that its server owns: it is cancelled when the server ends.
/// What it returns, or whatever it throws, becomes the answer, which carries the id of the request. What it throws the stream's
/// ``FailureHandler`` is told too, unless the server has ended meanwhile: it comes of that then.
public struct Answer<Key: RequestKey>: Observers {
  /// What the function may use besides the payload.
  public struct Steps: Sendable {
    @usableFromInline let place: StreamHandle
    /// The envelope of the request being answered.
    public let request: Envelope
    /// Whether the request may have been made before, under the same id, in a process that ended: what it asks for may have been
    /// done already.
    public let isRepeated: Bool
    private let progress = AnswerProgress()

    @usableFromInline
    init(place: StreamHandle, request: Envelope, isRepeated: Bool) {
      self.place = place
      self.request = request
      self.isRepeated = isRepeated
    }

    /// Sends an event for the request being answered.
    public func send(_ event: some Event) { place.send(event, causedBy: request) }

    /// Sends the answer.
    @usableFromInline
    func finish(with answer: some Event) {
      place.send(answer, causedBy: request)
      progress.isOver.store(true, ordering: .sequentiallyConsistent)
      if case .session(let mailbox) = place { mailbox.finishAnswering(request.id.rawValue) }
    }

    /// Lets time pass, by the stream's clock: a test's stands still until it is moved.
    ///
    /// - Throws: `CancellationError` when the server ends.
    public func wait(for duration: Duration) async throws {
      // Nobody is to wait for as long.
      if case .session(let mailbox) = place { mailbox.finishAnswering(request.id.rawValue) }
      let clock = place.clock
      guard let work = clock.work else { return try await clock.wait(duration) }
      try await work(duration, progress)
    }

    /// Asks another request on behalf of this one and waits for its answer.
    ///
    /// - Throws: As ``AppStream/ask(_:_:timeout:causedBy:)``.
    public func ask<Other: RequestKey>(
      _ path: CasePath<Other>, _ payload: Other.Payload, timeout: Duration = .seconds(30)
    ) async throws -> Other.Success {
      place.clock.workload?.asks(1, of: progress)
      defer { place.clock.workload?.asks(-1, of: progress) }
      if Other.Root.reach == .app { noteAsking() }
      return switch place {
      case .app(let stream): try await stream.ask(path, payload, timeout: timeout, causedBy: request)
      case .session(let mailbox): try await mailbox.ask(path, payload, timeout: timeout, causedBy: request)
      }
    }

    /// What is made of the app's answer comes into the session behind that.
    private func noteAsking() {
      guard case .session(let mailbox) = place else { return }
      mailbox.beginAnswering(request.id.rawValue)
      // A task that the body has left behind may ask when that has answered, and nobody would finish it any more.
      if progress.isOver.load(ordering: .sequentiallyConsistent) { mailbox.finishAnswering(request.id.rawValue) }
    }
  }

  @usableFromInline let limit: Int
  @usableFromInline let interruption: Interruption
  @usableFromInline let body: @Sendable @concurrent (Key.Payload, Steps) async throws -> Key.Success

  /// Answers with what the function returns.
  ///
  /// - Parameters:
  ///   - path: The request's case.
  ///   - limit: How many requests it answers at a time, 1 or more. Further ones wait: those of one session in order, sessions by
  ///     turns, and so those that belong together (``SessionStream/party``), so that who asks for much holds up no others. With 1, answers come in the order in which they were worked out.
  ///   - interruption: What becomes of a request that was under way when the process ended, in a session that is brought
  ///     back.
  ///   - body: Answers one request. What it throws is the answer's failure, by ``AnswerFailure/init(_:)`` if it is of
  ///     another type.
  @inlinable
  public init(
    _ path: CasePath<Key>, atMost limit: Int = .max, whenInterrupted interruption: Interruption = .fail,
    _ body: @escaping @Sendable @concurrent (Key.Payload) async throws -> Key.Success
  ) {
    self.init(path, atMost: limit, whenInterrupted: interruption) { payload, _ in try await body(payload) }
  }

  /// Answers with what the function returns; its steps, further requests among them, are visible on the stream.
  ///
  /// - Parameter body: Gets the payload, and what it may use besides. What it throws is the answer's failure, by
  ///   ``AnswerFailure/init(_:)`` if it is of another type.
  @inlinable
  public init(
    _ path: CasePath<Key>, atMost limit: Int = .max, whenInterrupted interruption: Interruption = .fail,
    _ body: @escaping @Sendable @concurrent (Key.Payload, Steps) async throws -> Key.Success
  ) {
    precondition(limit >= 1, "an observer that answers at most \(limit) requests at a time would answer none")
    self.limit = limit
    self.interruption = interruption
    self.body = body
  }

  /// Subscribes, and gives the server the tasks, until it ends.
  @inlinable
  public func start(at place: Place, for server: RunningServer) {
    let work = WorkQueue(limit: limit, workload: place.workload, parties: place.parties)
    server.run(work)
    if interruption == .askAgain { note(at: place) }
    let (home, isOfApp, watch) = (place.identity, place.isOfApp, place.watch)
    server.observe(Key.self, at: place) { [body, interruption] payload, delivery in
      guard let handle = delivery.handle else { return }
      let envelope = delivery.envelope
      let isRepeated = delivery.isRepeated
      let answer: WorkQueue.Work = { isCancelled in
        let steps = Steps(place: handle, request: envelope, isRepeated: isRepeated)
        let result: Result<Key.Success, Key.Failure>
        do {
          if isCancelled { throw CancellationError() }
          let success = try await body(payload, steps)
          watch.didAnswer(envelope)
          result = .success(success)
        } catch {
          watch.didFail(envelope, with: error)
          result = .failure(error as? Key.Failure ?? Key.Failure(error))
        }
        steps.finish(with: Key.answer(result))
      }
      // All that is asked within a session is its own, also where news or another's request led to it.
      let source = isOfApp ? envelope.asker(at: home) : home
      if delivery.replay == nil { return work.add(answer, of: source) }
      delivery.hold(interruption) { work.add(answer, of: source) }
    }
  }

  @usableFromInline
  func note(at place: Place) {
    if case .app(let stream) = place { stream.noteAnswersAgain(Key.Root.eventType, tag: Key.tag) }
  }
}

/// Whether a request has been answered; it stands for the body that answers it. Thread-safe.
final class AnswerProgress: Sendable {
  let isOver = Atomic(false)
}

/// What becomes of a request that was under way when the process ended, in a session that is brought back and doesn't find
/// its answer in the log.
public enum Interruption: Sendable {
  /// It fails with ``InterruptedRequest``: nobody knows whether it was carried out.
  case fail
  /// It is made again, with the same id: right for what only reads, and for what can be done twice without harm, or knows by
  /// the id what it has done already.
  case askAgain
}
