/// Counts what servers run, so that whoever stops them can wait for its end. Thread-safe.
final class ServerTasks: Sendable {
  private struct State {
    var running = 0
    var waits = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Lock(State())

  func begin() { state.withLock { $0.running += 1 } }

  func end() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.running -= 1
      guard state.running == 0 else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when nothing runs, or the task is cancelled.
  func wait() async {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = state.running == 0 || Task.isCancelled
          if !isOver { state.waiters[number] = continuation }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}

extension AppStream {
  /// Ends the stream, and waits for the end of what its servers and those of its sessions run: see ``RunningServer/run(_:)``.
  ///
  /// - Parameter limit: It waits no longer, and no less where its own task is cancelled.
  public func finish(within limit: Duration) async {
    end()
    // In a task of its own: to be cancelled is one of the ways in which a program is stopped.
    await Task.detached { [serverTasks] in
      await withTaskGroup { group in
        group.addTask { await serverTasks.wait() }
        group.addTask { try? await Task.sleep(for: limit) }
        await group.next()
        group.cancelAll()
      }
    }.value
  }
}
