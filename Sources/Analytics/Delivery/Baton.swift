internal import Synchronization

/// What one task at a time has; the others wait for it, in the order in which they came. Thread-safe.
final class Baton: Sendable {
  private struct State {
    var isTaken = false
    var waits = 0
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]

    mutating func removeFirst() -> CheckedContinuation<Bool, Never>? {
      guard let first = waiters.keys.min() else { return nil }
      return waiters.removeValue(forKey: first)
    }
  }

  private let state = Mutex(State())

  /// Returns when this task has it, or is cancelled while it waits.
  ///
  /// - Returns: Whether this task has it, and is to hand it on and, where nobody waits, to put it down.
  func take() async -> Bool {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let answer = state.withLock { state -> Bool? in
          if !state.isTaken {
            state.isTaken = true
            return true
          }
          if Task.isCancelled { return false }
          state.waiters[number] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
    }
  }

  /// Gives it to the task that has waited longest.
  ///
  /// - Returns: False if none waits: it stays where it is.
  func handOn() -> Bool {
    let next = state.withLock { $0.removeFirst() }
    next?.resume(returning: true)
    return next != nil
  }

  /// Gives it to the task that has waited longest, or else to the next that comes.
  func putDown() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      let next = state.removeFirst()
      state.isTaken = next != nil
      return next
    }
    next?.resume(returning: true)
  }
}
