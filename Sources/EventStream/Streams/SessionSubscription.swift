internal import Synchronization

/// A subscription to a session's stream; it ends when it is cancelled or let go. Used in its session only.
public final class SessionSubscription {
  private var observer: AnyObserver?
  fileprivate weak var stream: SessionStream?
  fileprivate let type: Int

  @usableFromInline
  init(_ observer: AnyObserver, stream: SessionStream, type: Int) {
    self.observer = observer
    self.stream = stream
    self.type = type
  }

  deinit { cancel() }

  /// Ends the subscription: the closure is not called again, not even for the event being delivered.
  public func cancel() {
    guard let observer else { return }
    observer.cancel()
    self.observer = nil
    stream?.remove([(observer, type)])
  }

  /// Gives its observer away, which somebody else ends from now on. None if it has ended.
  fileprivate func takeObserver() -> AnyObserver? {
    defer { observer = nil }
    return observer
  }
}

/// Subscriptions to one session's stream that end together, when they are cancelled or let go: they take less memory than as many
/// ``SessionSubscription``s. Used in its session only.
package final class SessionSubscriptions {
  private weak var stream: SessionStream?
  private var observers: [(observer: AnyObserver, type: Int)] = []

  /// Makes an empty collection.
  package init() {}

  deinit { cancel() }

  /// How many subscriptions it holds.
  package var count: Int { observers.count }

  /// What stands for each of them in ``SessionStream/observers``.
  package var identifiers: [ObjectIdentifier] { observers.map { ObjectIdentifier($0.observer) } }

  /// Takes a subscription over: what is left of it can be let go, and ends nothing.
  package func append(_ subscription: SessionSubscription) {
    guard let observer = subscription.takeObserver() else { return }
    stream = subscription.stream
    observers.append((observer, subscription.type))
  }

  /// Ends the subscriptions: their closures are not called again, not even for the event being delivered.
  package func cancel() {
    if observers.isEmpty { return }
    for (observer, _) in observers { observer.cancel() }
    stream?.remove(observers)
    observers = []
  }
}
