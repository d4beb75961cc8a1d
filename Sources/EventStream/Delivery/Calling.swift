internal import Glibc
public import Synchronization

/// Who is being called on a stream that several threads use.
///
/// It keeps the promise that a subscription's closure isn't called again once `cancel` has returned: the thread that
/// delivers says whom it is about to call and then looks whether that one was cancelled; the one that cancels says so
/// and then looks who is being called. A barrier between the two halves on both sides makes at least one of them see
/// the other. Calls are many and cancellations few, so the one that cancels runs the barrier for both sides
/// (``Barrier``): announcing a call then costs a plain store instead of 10 ns.
@usableFromInline
final class Calling: Sendable {
  @usableFromInline let current = Atomic<UInt>(0)
  /// The thread that delivers, or zero.
  @usableFromInline let thread = Atomic<UInt>(0)
  @usableFromInline let barrier: Barrier

  init(barrier: Barrier = .best) { self.barrier = barrier }

  /// This thread delivers from now on.
  @inlinable @inline(__always)
  func begin() { thread.store(currentThread(), ordering: .releasing) }
  /// This thread has delivered.
  @inlinable @inline(__always)
  func finish() { thread.store(0, ordering: .releasing) }
  /// Whether this thread delivers.
  @inlinable var isThisThread: Bool { thread.load(ordering: .acquiring) == currentThread() }

  /// Announces a call; false if the observer was cancelled before.
  @inlinable @inline(__always)
  func begin(_ observer: AnyObserver) -> Bool {
    if barrier.isRemote {
      current.store(observer.identity, ordering: .releasing)
    } else {
      current.store(observer.identity, ordering: .sequentiallyConsistent)
    }
    return !observer.isCancelled.load(ordering: .sequentiallyConsistent)
  }

  @inlinable @inline(__always)
  func end() { current.store(0, ordering: .releasing) }

  /// Whether this thread is in the observer's closure.
  func isInside(_ observer: AnyObserver) -> Bool {
    isThisThread && current.load(ordering: .relaxed) == observer.identity
  }

  /// Waits until a call of a cancelled observer has returned, unless it is this thread that calls.
  func awaitReturn(of observer: AnyObserver) {
    guard !isThisThread else { return }
    barrier.run()
    var tries = 0
    while current.load(ordering: .sequentiallyConsistent) == observer.identity {
      tries += 1
      // A handler is over in well under a microsecond as a rule; one that isn't shouldn't cost a core.
      if tries < 200 { sched_yield() } else { usleep(100) }
    }
  }
}

/// A number that tells threads apart.
@usableFromInline func currentThread() -> UInt { UInt(pthread_self()) }
/// Lets other threads run.
func yieldThread() { sched_yield() }
