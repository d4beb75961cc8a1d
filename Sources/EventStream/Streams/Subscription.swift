internal import Synchronization

/// A subscription to a stream: the closure is called until this is cancelled or let go. Thread-safe.
public final class Subscription: Sendable {
  /// Has a cancelled observer called no more, and says when its closure has returned: at once, but where that is still on this
  /// thread's stack.
  typealias Remove = @Sendable (AnyObserver, _ isFirst: Bool, _ returned: @escaping @Sendable () -> Void) -> Void

  /// Let go when the subscription has ended and the closure has returned, and the closure with it.
  private let observer: Lock<AnyObserver?>
  private let remove: Remove

  init(_ observer: AnyObserver, _ remove: @escaping Remove) {
    self.observer = Lock(observer)
    self.remove = remove
  }

  deinit { end {} }

  /// Ends the subscription. When it returns, the closure is not called again.
  ///
  /// If another thread is in the closure just now, this waits for it to return; so don't cancel while holding a lock
  /// that the closure takes. Called from inside the closure it returns at once. A second call does nothing but wait.
  public func cancel() { end { [weak self] in self?.letGo() } }

  private func end(_ returned: @escaping @Sendable () -> Void) {
    guard let observer = observer.withLock({ $0 }) else { return }
    remove(observer, !observer.isCancelled.exchange(true, ordering: .sequentiallyConsistent), returned)
  }

  private func letGo() {
    // Outside the lock, because it may run a `deinit` of the user's.
    _ = observer.withLock { $0.take() }
  }
}
