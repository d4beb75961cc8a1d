public import EventStream

/// What every controller can do, said of its own type.
public protocol ControllerType: Controller {}

extension Controller: ControllerType {}

extension ControllerType {
  /// Observes a case for as long as the controller lives.
  ///
  /// The closure gets the controller, unretained, and the payload, in the session's isolation domain. In `init` there is no stream to
  /// observe yet, and nothing is: call it in ``Controller/viewDidLoad()``.
  public func on<Key: CaseKey>(_ path: CasePath<Key>, _ body: @escaping (Self, Key.Payload) -> Void) {
    guard let subscription = stream?.observe(path, { [unowned self] payload, _ in body(self, payload) }) else { return }
    subscriptions.append(subscription)
  }

  /// Observes a case that carries a result, and is called for those that went well.
  public func onSuccess<Key: CaseKey, Success, Failure>(
    of path: CasePath<Key>, _ body: @escaping (Self, Success) -> Void
  ) where Key.Payload == Result<Success, Failure> {
    on(path) { controller, result in
      if case .success(let success) = result { body(controller, success) }
    }
  }

  /// Observes the answers to this controller's own requests of one case, failed or not, for as long as it lives. As with ``on(_:_:)``,
  /// nothing is observed in `init`.
  ///
  /// - Parameter latestOnly: Whether the answer to a request is passed over when another of the case was sent since.
  public func onAnswer<Key: RequestKey>(
    to path: CasePath<Key>, latestOnly: Bool = false,
    _ body: @escaping (Self, Result<Key.Success, Key.Failure>) -> Void
  ) {
    observeAnswers(to: path, latestOnly: latestOnly) { [unowned self] answer, _ in body(self, answer) }
  }

  /// Observes the answers to this controller's own requests of one case, for as long as it lives: those that failed apart
  /// from those that went well, for which nothing is done unless said.
  ///
  /// - Parameter latestOnly: Whether the answer to a request is passed over when another of the case was sent since.
  public func onAnswer<Key: RequestKey>(
    to path: CasePath<Key>, latestOnly: Bool = false, failed: @escaping (Self, Key.Failure) -> Void,
    _ body: @escaping (Self, Key.Success) -> Void = { _, _ in }
  ) {
    // Not by way of the other: a closure in a closure is memory in every session.
    observeAnswers(to: path, latestOnly: latestOnly) { [unowned self] answer, _ in
      switch answer {
      case .success(let success): body(self, success)
      case .failure(let failure): failed(self, failure)
      }
    }
  }

  private func observeAnswers<Key: RequestKey>(
    to path: CasePath<Key>, latestOnly: Bool,
    _ body: @escaping (Result<Key.Success, Key.Failure>, Envelope) -> Void
  ) {
    let subscription = stream?.observeAnswers(to: path, by: self, latestOnly: latestOnly, body)
    if let subscription { subscriptions.append(subscription) }
  }
}
