internal import Synchronization

/// A clock that stands still until it is moved; for tests. Thread-safe.
public final class ManualClock: Sendable {
  private struct State {
    var now: Timestamp
    var sleepers: [Int: Sleeper] = [:]
    var lastSleeper = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let over = watchers.filter { $0.count <= sleepers.count }
      watchers.removeAll { $0.count <= sleepers.count }
      return over.map(\.continuation)
    }
  }

  private struct Sleeper {
    let until: Timestamp
    let kind: Kind
    let continuation: CheckedContinuation<Void, any Error>
  }

  private enum Kind {
    /// A body of a server, which counts as at work again from the moment that the clock is moved.
    case work(AnswerProgress)
    /// A timer of a screen.
    case timer
    case other

    var body: AnswerProgress? { if case .work(let body) = self { body } else { nil } }
    var isTimer: Bool { if case .timer = self { true } else { false } }
  }

  private let state: Lock<State>
  private let workload = Workload()

  /// A clock that shows `start`.
  public init(_ start: Timestamp = Timestamp(nanoseconds: 0)) { state = Lock(State(now: start)) }

  /// The time it shows.
  public var now: Timestamp { state.withLock { $0.now } }

  /// How many timers of screens wait for it to be moved.
  package var timerCount: Int { state.withLock { $0.sleepers.values.count { $0.kind.isTimer } } }

  /// When the first of those who wait goes on; `nil` if nobody waits.
  package var nextDue: Timestamp? { state.withLock { $0.sleepers.values.map(\.until).min() } }

  /// Moves it on, all at once: timeouts that are over then end, in the order in which they are due.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      for body in due.values.compactMap(\.kind.body) { workload.waits(-1, of: body) }
      return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  /// The clock as a stream wants it.
  public var eventClock: EventClock {
    var clock = EventClock({ [self] in now }, wait: { [self] in try await wait(for: $0) })
    clock.work = { [self] in try await wait(for: $0, as: .work($1)) }
    clock.workload = workload
    return clock
  }

  /// Whether servers of its streams are at work, and all of them wait for the clock: nothing more happens until it is moved.
  public var isAwaited: Bool { workload.isStill }

  /// Whether no server of its streams is at work, or all that are wait for the clock.
  package var isAtRest: Bool { workload.isAtRest }

  /// Returns when the clock has been moved on so far.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func wait(for duration: Duration) async throws { try await wait(for: duration, as: .other) }

  /// As ``wait(for:)``, for a timer of a screen.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package func runTimer(for duration: Duration) async throws { try await wait(for: duration, as: .timer) }

  private func wait(for duration: Duration, as kind: Kind) async throws {
    if duration <= .zero { return }
    let number = state.withLock { state in
      state.lastSleeper += 1
      return state.lastSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watching = state.withLock { state in
          state.sleepers[number] = Sleeper(
            until: state.now.advanced(by: duration), kind: kind, continuation: continuation)
          if let body = kind.body { workload.waits(1, of: body) }
          return state.takeWatchers()
        }
        for watcher in watching { watcher.resume() }
        // The task may have been cancelled before there was anything to cancel.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Returns when `count` tasks wait for the clock, so that a test knows it may move it on.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count < count { state.watchers.append((count, continuation)) }
        return state.sleepers.count >= count
      }
      if isThere { continuation.resume() }
    }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: number)
      if let body = sleeper?.kind.body { workload.waits(-1, of: body) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
