/// Time that stands still until it is moved.
actor VirtualTime {
  private struct Sleeper {
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private var now = Duration.zero
  private var sleepers: [Int: Sleeper] = [:]
  private var last = 0

  func sleep(for duration: Duration) async throws {
    last += 1
    let number = last
    let deadline = now + duration
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
        }
      }
    } onCancel: {
      Task { await self.cancel(number) }
    }
  }

  func advance(by duration: Duration) async {
    // A timer that was started just now may not sleep yet.
    for _ in 0..<50 { await Task.yield() }
    now += duration
    let due = sleepers.filter { $0.value.deadline <= now }.sorted { $0.value.deadline < $1.value.deadline }
    for (number, sleeper) in due {
      sleepers[number] = nil
      sleeper.continuation.resume()
    }
    for _ in 0..<50 { await Task.yield() }
  }

  private func cancel(_ number: Int) {
    sleepers.removeValue(forKey: number)?.continuation.resume(throwing: CancellationError())
  }
}
