internal import Synchronization

/// Runs asynchronous work in owned tasks, at most so many at a time: that of one session in the order it came, and
/// sessions by turns. Thread-safe.
@usableFromInline
final class WorkQueue: Sendable {
  /// Work to do; told whether it is cancelled before it began.
  @usableFromInline typealias Work = @Sendable (_ isCancelled: Bool) async -> Void

  private struct State {
    var running: [Int: Task<Void, Never>] = [:]
    var started = 0
    var active = 0
    var waiting = WorkLines()
    var isEnded = false
  }

  private let state = Lock(State())
  private let limit: Int
  private let workload: Workload?
  private let parties: Parties?

  /// - Parameters:
  ///   - workload: Who counts what runs, if anyone does.
  ///   - parties: Who knows which sessions belong together, if anyone does.
  @usableFromInline
  init(limit: Int, workload: Workload? = nil, parties: Parties? = nil) {
    self.limit = limit
    self.workload = workload
    self.parties = parties
  }

  /// Whether nothing runs or waits.
  var isIdle: Bool { state.withLock { $0.active == 0 } }

  /// - Parameter source: Whose it is: the session that asks for it, or the app.
  @usableFromInline
  func add(_ work: @escaping Work, of source: StreamIdentity) {
    state.withLock { state in
      if state.isEnded || state.active < limit { return start(work, &state) }
      state.waiting.add(work, of: source, in: parties?.party(of: source))
    }
  }

  /// Cancels what runs and lets what waits run as cancelled, so that all of it answers.
  @usableFromInline
  func end() {
    let running = state.withLock { state in
      state.isEnded = true
      let running = Array(state.running.values)
      while let work = state.waiting.popFirst() { start(work, &state) }
      return running
    }
    // Without the lock: what they do when they are cancelled is done at once, in this thread, and may add work.
    for task in running { task.cancel() }
  }

  private func start(_ work: @escaping Work, _ state: inout State) {
    let number = state.started
    state.started += 1
    state.active += 1
    let isEnded = state.isEnded
    workload?.begin()
    // The task can't finish before it is noted: finishing takes the lock that is held here.
    state.running[number] = Task.detached { [self] in
      await work(isEnded)
      finish(number)
      workload?.end()
    }
    if isEnded { state.running[number]?.cancel() }
  }

  private func finish(_ number: Int) {
    state.withLock { state in
      state.running[number] = nil
      state.active -= 1
      guard state.active < limit, let next = state.waiting.popFirst() else { return }
      start(next, &state)
    }
  }
}
