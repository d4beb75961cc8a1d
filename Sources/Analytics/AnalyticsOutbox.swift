public import EventStream
internal import Synchronization

/// What has been reported, on its way to an endpoint: in memory for a moment, then in the backlog on disk, then posted in
/// batches, in the order in which it came.
///
/// - Reporting copies into memory and returns; nobody on a stream waits for the disk or the network.
/// - What is in the backlog survives the process. A killed one loses what it was told in the last ``AnalyticsPolicy/storeInterval``.
/// - A batch is posted until it is accepted, again after pauses, under the same key: an endpoint that remembers keys gets each
///   event once.
/// - What is too much is dropped, oldest first, and counted; the endpoint is told how many.
///
/// Thread-safe.
public final class AnalyticsOutbox: Sendable {
  private let endpoint: any AnalyticsEndpoint
  private let policy: AnalyticsPolicy
  private let clock: EventClock
  private let chance: @Sendable () -> Double
  private let arrivals: Arrivals
  private let backlog: AnalyticsBacklog
  private let stored = Signal()
  /// Who has it stores and posts: of several servers one at a time.
  private let baton = Baton()
  private let noted = Mutex(AnalyticsCounts())

  /// Opens an outbox; it posts while an ``AnalyticsServer`` runs that has it.
  ///
  /// - Parameters:
  ///   - endpoint: Where to post.
  ///   - path: The backlog's file, made if it isn't there; `nil` keeps it in memory. No two processes may share it.
  ///   - policy: How much, and how long.
  ///   - clock: What pauses are measured by.
  ///   - chance: Random numbers in `0 ..< 1`, for the length of pauses.
  /// - Throws: ``AnalyticsError/backlog(path:reason:)`` or ``AnalyticsError/foreignBacklog(path:)``.
  public init(
    to endpoint: any AnalyticsEndpoint, backlog path: String?, policy: AnalyticsPolicy = AnalyticsPolicy(),
    clock: EventClock = .coarse, chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) throws(AnalyticsError) {
    self.endpoint = endpoint
    self.policy = policy
    self.clock = clock
    self.chance = chance
    arrivals = Arrivals(limit: policy.memoryLimit)
    backlog = try AnalyticsBacklog(path: path, limit: max(policy.backlogLimit, policy.batchSize))
  }

  /// Reports an event. Returns at once.
  ///
  /// - Parameter id: What it was made of, for who counts: a request that is made again after a restart is reported again, under the same id.
  public func report(_ event: AnalyticsEvent, at time: Timestamp, of id: EventID? = nil) {
    arrivals.add(event, at: time, of: id)
  }

  /// How posting goes. Waits for nothing.
  public var counts: AnalyticsCounts {
    var counts = noted.withLock { $0 }
    counts.waiting = arrivals.count + backlog.count
    counts.dropped = backlog.dropped
    return counts
  }

  /// Writes what has been reported to the backlog. It is there on return.
  ///
  /// - Throws: What keeps it from being written; it is kept in memory and tried again.
  public func store() async throws {
    if try await backlog.append(arrivals) { stored.give() }
  }

  // MARK: At work

  /// Stores and posts until the task is cancelled; then what has been reported is stored. Where another one is at it,
  /// this waits for its end, and goes on from there.
  func run() async {
    let isMine = await baton.take()
    if isMine { await work() }
    // What was reported meanwhile.
    await tryStoring()
    guard isMine, !baton.handOn() else { return }
    // Who comes meanwhile waits: nothing is posted by what is being closed.
    await endpoint.close()
    baton.putDown()
  }

  private func work() async {
    await withTaskGroup { group in
      group.addTask { await self.storeForever() }
      group.addTask { await self.postForever() }
    }
  }

  private func storeForever() async {
    var pause = policy.storeInterval
    while !Task.isCancelled {
      if arrivals.count == 0 { await arrivals.signal.wait() }
      guard (try? await clock.wait(pause)) != nil else { break }
      // All of it is put into form anew each time: a disk in trouble mustn't cost a processor as well.
      pause =
        await tryStoring() ? policy.storeInterval : min(pause * 2, max(Self.longestStorePause, policy.storeInterval))
    }
    // At once: who stops the program waits for no endpoint that is slow to let a post go.
    await tryStoring()
  }

  private static let longestStorePause = Duration.seconds(5)

  @discardableResult
  private func tryStoring() async -> Bool {
    do {
      try await store()
      return true
    } catch {
      note { $0.trouble = "\(error)" }
      return false
    }
  }

  private func postForever() async {
    var machine = DeliveryMachine(policy)
    while !Task.isCancelled {
      switch machine.next(stored: backlog.count, isSealed: backlog.isSealed, now: clock.now) {
      case .wait(let limit): await waitForMore(limit)
      case .pause(let pause): try? await clock.wait(pause)
      case .post(let size):
        do { try await post(size, &machine) } catch {
          // The disk is in trouble, not the endpoint.
          note { $0.trouble = "\(error)" }
          try? await clock.wait(policy.firstPause)
        }
      }
    }
  }

  private func post(_ size: Int, _ machine: inout DeliveryMachine) async throws {
    guard let batch = try await backlog.seal(atMost: size) else { return }
    let outcome = await endpoint.post(batch)
    // What was cut off by our own end may have arrived: the next process asks under the same key.
    if Task.isCancelled, outcome != .accepted { return }
    switch machine.decide(outcome, count: batch.count, now: clock.now, chance: chance()) {
    case .forget:
      guard await persist({ try await backlog.remove(batch) }) else { return }
      note { $0.posted += batch.count }
    case .drop:
      guard await persist({ try await backlog.remove(batch) }) else { return }
      note { $0.refused += batch.count }
    case .split: guard await persist({ try await backlog.unseal(batch) }) else { return }
    case .keep: note { $0.failures += 1 }
    }
    note { $0.trouble = outcome.trouble }
  }

  /// Writes down what has become of a batch, however long the disk is in trouble: nothing is posted meanwhile, for it would be that batch once
  /// more.
  ///
  /// - Returns: False if this ended first: the next process posts it again, under the same key.
  private func persist(_ change: () async throws -> Void) async -> Bool {
    var pause = policy.firstPause
    while true {
      do {
        try await change()
        return true
      } catch {
        note { $0.trouble = "\(error)" }
        guard (try? await clock.wait(pause)) != nil else { return false }
        pause = min(pause * 2, policy.longestPause)
      }
    }
  }

  private func waitForMore(_ limit: Duration?) async {
    await withTaskGroup { group in
      group.addTask { [stored] in await stored.wait() }
      if let limit { group.addTask { [clock] in try? await clock.wait(limit) } }
      await group.next()
      group.cancelAll()
    }
  }

  private func note(_ change: (inout AnalyticsCounts) -> Void) { noted.withLock { change(&$0) } }
}

extension PostOutcome {
  fileprivate var trouble: String? {
    switch self {
    case .accepted: nil
    case .refused(let reason), .failed(let reason, _): reason
    }
  }
}
