internal import Synchronization

/// Tells all tasks that wait that something has happened, or the next to wait that it had. Thread-safe.
///
/// Not an `AsyncStream`: that one ends for good when a task that waits for it is cancelled.
final class Signal: Sendable {
  private struct State {
    var isGiven = false
    var waits = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  func give() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.isGiven = state.waiters.isEmpty
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when the signal is given, or the task cancelled.
  func wait() async {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = state.isGiven || Task.isCancelled
          if isOver { state.isGiven = false } else { state.waiters[number] = continuation }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
