public import Synchronization

/// One subscription as the dispatcher sees it.
@usableFromInline
// Safe because the flag is atomic; what subclasses add is only used by whoever delivers.
class AnyObserver: @unchecked Sendable {
  @usableFromInline let isCancelled = Atomic<Bool>(false)
  /// Whether it is called for answers to requests of its own session only.
  @usableFromInline let isForOwnAnswers: Bool
  @usableFromInline init(isForOwnAnswers: Bool) { self.isForOwnAnswers = isForOwnAnswers }

  @inlinable var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

/// A subscription with the closure to call, which is let go when the subscription ends.
@usableFromInline
// Safe because `body` is read and cleared only by whoever delivers.
final class Observer<Payload>: AnyObserver, @unchecked Sendable {
  @usableFromInline typealias Body = (Payload, Delivery) -> Void
  @usableFromInline let body: Body
  @usableFromInline
  init(isForOwnAnswers: Bool = false, _ body: @escaping Body) {
    self.body = body
    super.init(isForOwnAnswers: isForOwnAnswers)
  }
}
