/// How much asynchronous work of servers there is, and what it waits for. Thread-safe.
///
/// A clock that is moved by hand needs to know: as long as any work neither waits for the clock nor for other work, something
/// may still happen by itself.
@usableFromInline
final class Workload: Sendable {
  private struct Counts {
    var begun = 0
    /// What those do that don't go on by themselves. One that waits and asks for several things at once is one all the
    /// same: it stands in for nobody who is busy.
    var suspended: [ObjectIdentifier: Suspension] = [:]

    mutating func change(_ body: AnswerProgress, waiting: Int = 0, asking: Int = 0) {
      let body = ObjectIdentifier(body)
      var suspension = suspended[body] ?? Suspension()
      suspension.waiting += waiting
      suspension.asking += asking
      suspended[body] = suspension.isOver ? nil : suspension
    }
  }

  /// What the tasks of one body do.
  private struct Suspension {
    var waiting = 0
    var asking = 0

    var isOver: Bool { waiting == 0 && asking == 0 }
  }

  private let counts = Lock(Counts())

  init() {}

  /// Whether some work waits for the clock, and all other work for that.
  var isStill: Bool {
    counts.withLock { counts in
      counts.begun <= counts.suspended.count && counts.suspended.values.contains { $0.waiting > 0 }
    }
  }

  /// Whether there is none, or it waits for the clock: nothing happens by itself.
  var isAtRest: Bool { counts.withLock { $0.begun == 0 } || isStill }

  func begin() { counts.withLock { $0.begun += 1 } }
  func end() { counts.withLock { $0.begun -= 1 } }
  func waits(_ change: Int, of body: AnswerProgress) { counts.withLock { $0.change(body, waiting: change) } }
  func asks(_ change: Int, of body: AnswerProgress) { counts.withLock { $0.change(body, asking: change) } }
}
