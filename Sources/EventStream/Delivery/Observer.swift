public import Synchronization

/// One subscription as the dispatcher sees it.
@usableFromInline
// Safe because the flag is atomic; what subclasses add is only used by whoever delivers.
class AnyObserver: @unchecked Sendable {
  @usableFromInline let isCancelled = Atomic<Bool>(false)
  @usableFromInline init() {}

  /// Has it not called any more by whoever delivers on this thread.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  @inlinable var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

/// A subscription with the closure to call, which is let go when the subscription ends.
@usableFromInline
// Safe because `body` is read and cleared only by whoever delivers.
final class Observer<Payload>: AnyObserver, @unchecked Sendable {
  @usableFromInline typealias Body = (Payload, Delivery) -> Void
  @usableFromInline let body: Body

  @usableFromInline
  init(_ body: @escaping Body) { self.body = body }
}
