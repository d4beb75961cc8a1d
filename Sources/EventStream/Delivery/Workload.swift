/// How much asynchronous work of servers there is, and what it waits for. Thread-safe.
///
/// A clock that is moved by hand needs to know: as long as any work neither waits for the clock nor for other work, something
/// may still happen by itself.
@usableFromInline
final class Workload: Sendable {
  private struct Counts {
    var begun = 0
    var waiting = 0
    var asking = 0
  }

  private let counts = Lock(Counts())

  init() {}

  /// Whether some work waits for the clock, and all other work for that.
  var isStill: Bool { counts.withLock { $0.waiting > 0 && $0.begun <= $0.waiting + $0.asking } }

  /// Whether there is none, or it waits for the clock: nothing happens by itself.
  var isAtRest: Bool { counts.withLock { $0.begun == 0 } || isStill }

  func begin() { counts.withLock { $0.begun += 1 } }
  func end() { counts.withLock { $0.begun -= 1 } }
  func waits(_ change: Int) { counts.withLock { $0.waiting += change } }
  func asks(_ change: Int) { counts.withLock { $0.asking += change } }
}
