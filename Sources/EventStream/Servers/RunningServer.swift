internal import Synchronization

/// A server at work: it owns the server's subscriptions and tasks, and ends them with itself. Thread-safe.
public final class RunningServer: Sendable {
  private struct State {
    var isEnded = false
    var ends: [@Sendable () -> Void] = []
    var work: [WorkQueue] = []
    /// What it runs, until that returns.
    var running: [Int: Task<Void, Never>] = [:]
    var started = 0
  }

  private let state = Lock(State())
  private let tasks: ServerTasks

  /// - Parameter tasks: Where what it runs is counted.
  init(_ tasks: ServerTasks) { self.tasks = tasks }

  deinit { end() }

  /// Ends the server: its observers are not called again, its tasks are cancelled, and requests it was working on are
  /// answered with a failure made from `CancellationError`. A second call does nothing.
  public func end() {
    let (ends, running) = state.withLock { state in
      state.isEnded = true
      defer { (state.ends, state.running) = ([], [:]) }
      return (state.ends, Array(state.running.values))
    }
    for end in ends { end() }
    for task in running { task.cancel() }
  }

  /// Whether none of its asynchronous work is under way.
  var isIdle: Bool { state.withLock { $0.work }.allSatisfy(\.isIdle) }

  /// Notes where it does its asynchronous work, which ends with it.
  @usableFromInline
  func run(_ work: WorkQueue) {
    state.withLock { $0.work.append(work) }
    onEnd { work.end() }
  }

  /// Runs something for as long as the server does, in a task that is cancelled when the server ends.
  ///
  /// It may do its last work then, such as to store what it holds in memory: ``AppStream/finish(within:)`` waits for that.
  public func run(_ body: @escaping @Sendable () async -> Void) {
    tasks.begin()
    let late = state.withLock { state -> Task<Void, Never>? in
      state.started += 1
      let number = state.started
      // The task can't finish before it is noted: finishing takes the lock that is held here.
      let task = Task.detached { [weak self, tasks] in
        await body()
        self?.forget(number)
        tasks.end()
      }
      if state.isEnded { return task }
      state.running[number] = task
      return nil
    }
    late?.cancel()
  }

  private func forget(_ number: Int) { state.withLock { _ = $0.running.removeValue(forKey: number) } }

  /// Keeps something that must end with the server; called at once if that has ended.
  public func onEnd(_ end: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isEnded { state.ends.append(end) }
      return state.isEnded
    }
    if isLate { end() }
  }
}

extension AppStream {
  /// Starts a server.
  ///
  /// - Returns: The server at work. The stream keeps it until it is ended or the stream ends.
  @discardableResult
  public func start(_ server: some Server) -> RunningServer {
    let running = RunningServer(serverTasks)
    server.observers.start(at: .app(self), for: running)
    let id = ObjectIdentifier(running)
    servers.withLock { $0[id] = running }
    running.onEnd { [weak self] in _ = self?.servers.withLock { $0.removeValue(forKey: id) } }
    // A stream that ended just before or meanwhile may have missed it.
    if isEnded { running.end() }
    return running
  }
}
