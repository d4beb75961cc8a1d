internal import Synchronization

/// A subscription to a stream: the closure is called until this is cancelled or let go. Thread-safe.
public final class Subscription: Sendable {
  typealias Remove = @Sendable (AnyObserver, _ isFirst: Bool) -> Void

  /// Let go when the subscription has ended, and the closure with it.
  private let observer: Lock<AnyObserver?>
  private let remove: Remove

  init(_ observer: AnyObserver, _ remove: @escaping Remove) {
    self.observer = Lock(observer)
    self.remove = remove
  }

  deinit { cancel() }

  /// Ends the subscription. When it returns, the closure is not called again.
  ///
  /// If another thread is in the closure just now, this waits for it to return; so don't cancel while holding a lock
  /// that the closure takes. Called from inside the closure it returns at once. A second call does nothing but wait.
  public func cancel() {
    guard let observer = observer.withLock({ $0 }) else { return }
    remove(observer, !observer.isCancelled.exchange(true, ordering: .sequentiallyConsistent))
    self.observer.withLock { $0 = nil }
  }
}
