internal import Synchronization

/// Tells one waiting task that something has happened, or the next to wait that it had. Thread-safe.
///
/// Not an `AsyncStream`: that one ends for good when a task that waits for it is cancelled.
final class Signal: Sendable {
  private struct State {
    var isGiven = false
    var waits = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func give() {
    state.withLock { state in
      state.isGiven = state.waiter == nil
      return state.waiter.take()
    }?.resume()
  }

  /// Returns when the signal is given, or the task cancelled. One task at a time may wait.
  func wait() async {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = state.isGiven || Task.isCancelled
          if isOver { state.isGiven = false } else { state.waiter = continuation }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { state in state.waits == number ? state.waiter.take() : nil }?.resume()
    }
  }
}
