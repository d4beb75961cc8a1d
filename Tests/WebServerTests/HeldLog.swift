import EventLog
import EventStream
import Synchronization
import ViewKit

/// A log in memory that says it is durable only when it is told to, as a slow disk would.
final class HeldLog: EventLog {
  private struct State {
    var isHeld = false
    var isFull = false
    var isUnreadable = false
    var heldBytes = 0
    var failsBehindReturns = false
    var failsToForget = false
    var failures = 0
    var waiting: [@Sendable (Result<Void, any Error>) -> Void] = []
  }

  private let log: MemoryLog
  private let state = Mutex(State())
  private let isQuick: Bool

  /// - Parameter isQuick: Whether it has begun to write each event by the time that its turn ends.
  init(isQuick: Bool = false) throws {
    log = try MemoryLog()
    self.isQuick = isQuick
  }

  /// How many wait until all is durable.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Whether its disk is full: what comes isn't written, and kept.
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Whether its disk fails when it is read.
  var isUnreadable: Bool {
    get { state.withLock { $0.isUnreadable } }
    set { state.withLock { $0.isUnreadable = newValue } }
  }

  /// How much waits for somebody who reads.
  var heldBytes: Int {
    get { state.withLock { $0.heldBytes } }
    set { state.withLock { $0.heldBytes = newValue } }
  }

  /// Whether its disk fails when it is read, as soon as it is noted that a session is about to return.
  var failsBehindReturns: Bool {
    get { state.withLock { $0.failsBehindReturns } }
    set { state.withLock { $0.failsBehindReturns = newValue } }
  }

  /// Whether its disk fails when something is to be forgotten, once it is known what.
  var failsToForget: Bool {
    get { state.withLock { $0.failsToForget } }
    set { state.withLock { $0.failsToForget = newValue } }
  }

  /// How often it has failed to forget.
  var failures: Int { state.withLock { $0.failures } }

  func hold() { state.withLock { $0.isHeld = true } }

  func release() {
    let waiting = state.withLock { state in
      state.isHeld = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { log.flush(then: body) }
  }

  func append<Root: Event>(
    _ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks
  ) -> LogPlace {
    switch event as? SessionEvent {
    case .returning?, .returningAlone?: state.withLock { $0.isUnreadable = $0.isUnreadable || $0.failsBehindReturns }
    default: break
    }
    return log.append(event, envelope, from: source, marks: marks)
  }

  func add(_ marks: LogMarks, to place: LogPlace) {
    if !isQuick { log.add(marks, to: place) }
  }

  func flush(then body: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let (isHeld, isFull) = state.withLock { state in
      if state.isHeld { state.waiting.append(body) }
      return (state.isHeld, state.isFull)
    }
    if isHeld { return }
    if isFull { body(.failure(EventLogError.cannotWrite(reason: "the disk is full"))) } else { log.flush(then: body) }
  }

  func flush() async throws {
    try await withCheckedThrowingContinuation { continuation in flush { continuation.resume(with: $0) } }
  }

  func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord] {
    if state.withLock({ $0.isUnreadable }) { throw EventLogError.cannotRead(reason: "an error of the disk") }
    return try await log.records(of: source, after: position, limit: limit)
  }
  func sessions(limit: Int) async throws -> [RecordedSession] { try await log.sessions(limit: limit) }
  func session(_ id: String) async throws -> RecordedSession? { try await log.session(id) }
  func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws {
    try await log.save(snapshot: snapshot, of: session, at: position)
  }
  func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? {
    try await log.snapshot(of: session, before: position)
  }
  func removeAll(before time: Timestamp, now: Timestamp, unless isNeeded: @Sendable (String) -> Bool) async throws {
    if failsToForget {
      for session in try await log.sessions(limit: .max) { _ = isNeeded(session.id) }
      state.withLock { $0.failures += 1 }
      throw EventLogError.cannotWrite(reason: "the disk is full")
    }
    try await log.removeAll(before: time, now: now, unless: isNeeded)
  }
  func close() async throws { try await log.close() }
}
