internal import Synchronization

/// A subscription to a session's stream; it ends when it is cancelled or let go. Used in its session only.
public final class SessionSubscription {
  private var observer: AnyObserver?
  private weak var stream: SessionStream?
  private let type: Int

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
    observer.isCancelled.store(true, ordering: .relaxed)
    self.observer = nil
    stream?.change { [observer, type] in $0.remove(observer, ofType: type) }
  }
}
