public import Synchronization

/// One subscription as the dispatcher sees it.
@usableFromInline
// Safe because the flag is atomic; what subclasses add is only used by whoever delivers.
class AnyObserver: @unchecked Sendable {
  @usableFromInline let isCancelled = Atomic<Bool>(false)
  @usableFromInline init() {}

  @inlinable var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

/// A subscription with the closure to call, which is let go when the subscription ends.
@usableFromInline
// Safe because `body` is read and cleared only by whoever delivers.
final class Observer<Payload>: AnyObserver, @unchecked Sendable {
  @usableFromInline typealias Body = (Payload, Delivery) -> Void
  @usableFromInline let body: Body

  /// - Parameter isForOwnAnswers: Whether it is called for answers to requests of its own session only. Asked here, because a flag that
  ///   is looked at for every observer doubles the time of an event that very many observe.
  @usableFromInline
  init(isForOwnAnswers: Bool = false, _ body: @escaping Body) {
    self.body = isForOwnAnswers ? { if $1.isOwnAnswer { body($0, $1) } } : body
  }
}
