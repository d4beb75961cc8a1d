internal import Glibc

/// Where a stream reads the time of its events, and what its timeouts and the asynchronous work of its servers wait for.
public struct EventClock: Sendable {
  @usableFromInline let read: (@Sendable () -> Timestamp)?
  /// Returns when so much time has passed; throws `CancellationError` when its task is cancelled.
  public let wait: @Sendable (Duration) async throws -> Void
  /// As ``wait``, for a body of a server, whose work ``workload`` counts; `nil` where nobody counts it.
  var work: (@Sendable (Duration, AnswerProgress) async throws -> Void)?
  /// Who counts the asynchronous work; `nil` where nobody does.
  var workload: Workload?

  /// A clock of your own.
  ///
  /// - Parameters:
  ///   - read: Tells the time; called once per accepted event, on the thread that sends.
  ///   - wait: Returns when the duration has passed, or throws `CancellationError`. By default in real time.
  public init(
    _ read: @escaping @Sendable () -> Timestamp,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.read = read
    self.wait = wait
  }

  private init() {
    read = nil
    wait = { try await Task.sleep(for: $0) }
  }

  /// The kernel's coarse clock: within a few milliseconds, at a sixth of the precise clock's cost.
  ///
  /// The order of events is told by their sequence numbers, so nothing depends on the fine digits.
  public static let coarse = EventClock()
  /// The precise clock.
  public static let precise = EventClock({ clockTime(CLOCK_REALTIME) })

  /// The time now.
  @inlinable public var now: Timestamp {
    if let read { read() } else { coarseTime() }
  }
}

@usableFromInline func coarseTime() -> Timestamp { clockTime(CLOCK_REALTIME_COARSE) }

private func clockTime(_ clock: clockid_t) -> Timestamp {
  var time = timespec()
  clock_gettime(clock, &time)
  return Timestamp(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
}
