public import Synchronization

/// A `Mutex` that the thread sanitizer understands.
///
/// The sanitizer doesn't see what a contended `Mutex` does inside the library, and reports races where there are none. An
/// atomic written under the lock by each holder and read by the next tells it their order, for a plain load and store.
@usableFromInline
struct Lock<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let passed = Atomic<Bool>(false)

  init(_ value: consuming sending Value) { mutex = Mutex(value) }

  @inlinable
  borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    mutex.withLock { value in
      _ = passed.load(ordering: .acquiring)
      defer { passed.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
