public import EventStream

/// An append-only record of what has passed through the streams of an app.
///
/// What is appended is in memory at first; ``flush()`` returns when all of it is durable. A log that can't write keeps
/// what it was given, up to a limit, and says so with every flush; the app goes on.
///
/// Thread-safe.
public protocol EventLog: Sendable {
  /// Appends an event, and returns at once: it is copied now and written later, behind everything appended before.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - envelope: What travelled with it.
  ///   - source: The stream that it passed.
  ///   - marks: What it is to a replay.
  /// - Returns: Where it waits, for ``add(_:to:)`` and ``isDurable(_:)``.
  @discardableResult
  func append<Root: Event>(
    _ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks
  ) -> LogPlace

  /// Adds marks to an event that was appended, if it still waits to be written; otherwise it stays without.
  ///
  /// - Parameters:
  ///   - marks: What the event is besides: some of that is known only when more has happened.
  ///   - place: What this log, and no other, has returned when the event was appended.
  func add(_ marks: LogMarks, to place: LogPlace)

  /// Whether an event that was appended, and everything before it, is durable by now.
  ///
  /// - Parameter place: What this log, and no other, has returned when the event was appended.
  func isDurable(_ place: LogPlace) -> Bool

  /// The identity of the youngest stream that had recorded something when the log was opened; `nil` if the log doesn't know.
  /// What the process sends must not get identities up to it a second time.
  var lastIdentity: StreamIdentity? { get }

  /// The place of the last event that was there when the log was opened; `nil` if the log doesn't know.
  var lastPosition: UInt64? { get }

  /// Notes whose session it is, before its first event. If there is no room for events at that time, nothing of the session is recorded.
  func note(user: String?, of session: String)

  /// Notes that a session has ended, and isn't to be brought back.
  func noteEnd(of session: String)

  /// Notes that events are missing at the end of a session that was recorded elsewhere.
  func noteIncomplete(_ session: String)

  /// Notes that nothing more is appended of a session, unless it is brought back: a log that drops what comes of it, since something of
  /// it was dropped, needs not know of it any longer.
  func noteDeparture(of session: String)

  /// Waits until everything appended before is durable.
  ///
  /// - Throws: ``EventLogError/cannotWrite(reason:)``, or ``EventLogError/damaged(position:through:reason:)``, if it can't be written
  ///   now; it is kept and tried again.
  func flush() async throws

  /// Has `body` called when everything appended before is durable, or can't be written now. What ``flush()`` does with a task, for who has
  /// none, or can't wait until one has its turn.
  ///
  /// - Parameter body: Called once with what ``flush()`` throws, on any thread, perhaps before this returns; it mustn't wait for anything.
  func flush(then body: @escaping @Sendable (Result<Void, any Error>) -> Void)

  /// Reads what a stream has recorded, in order: everything that was appended before and can be written.
  ///
  /// - Parameters:
  ///   - source: The stream; `nil` for all of them, in the order of recording.
  ///   - position: Only what stands behind this place; 0 for all.
  ///   - limit: At most so many records.
  /// - Throws: ``EventLogError/damaged(position:through:reason:)`` where the next record is damaged, and
  ///   ``EventLogError/tooNew(found:known:)`` where a newer program wrote it: those before it are returned by the calls before.
  func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord]

  /// Reads records of all streams as ``records(of:after:limit:)`` does, but for what they carry, and several times quicker.
  ///
  /// - Throws: As ``records(of:after:limit:)``.
  func heads(after position: UInt64, limit: Int) async throws -> LogHeads

  /// The sessions that are recorded, the youngest first.
  ///
  /// - Parameter limit: At most so many; none if it is below 1.
  /// - Throws: ``EventLogError/cannotRead(reason:)``, ``EventLogError/damaged(position:through:reason:)`` or
  ///   ``EventLogError/closed``. A session whose own events are damaged is told all the same, as far as it is known.
  func sessions(limit: Int) async throws -> [RecordedSession]

  /// One recorded session; `nil` if there is none of that name.
  ///
  /// - Parameter id: Its whole name.
  /// - Throws: As ``sessions(limit:)``.
  func session(_ id: String) async throws -> RecordedSession?

  /// Keeps a snapshot of a session: what stands before it isn't needed to rebuild the session any more.
  ///
  /// It is durable on return.
  ///
  /// - Parameter position: The place of the last record that is part of the snapshot.
  /// - Throws: ``EventLogError/cannotWrite(reason:)`` or ``EventLogError/damaged(position:through:reason:)`` if it, or
  ///   what was appended before, can't be written.
  func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws

  /// The latest snapshot of a session at or before a place, if there is one.
  ///
  /// - Parameter position: The place; `.max` for the latest of all.
  /// - Throws: As ``sessions(limit:)``.
  func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot?

  /// Forgets sessions that have had no event since a moment, and the app's events before it.
  ///
  /// - Parameters:
  ///   - now: What the clock shows. Times that are later by an hour or more were told by a clock that was ahead: what has one is as old as
  ///     the next event that hasn't, which was recorded later, and is kept where there is none.
  ///   - isNeeded: Asked of each session that is old enough, just before it is forgotten: whether it is kept all the same,
  ///     because it lives, and more will be appended.
  /// - Throws: What ``flush()`` and ``sessions(limit:)`` throw, and ``EventLogError/tooNew(found:known:)`` where a
  ///   newer program has written what should go. Some may be forgotten by then; the next time finds the rest.
  func removeAll(
    before time: Timestamp, now: Timestamp, unless isNeeded: @Sendable (_ session: String) -> Bool
  ) async throws

  /// Forgets what stands before each session's latest snapshot, and the snapshots before that one.
  ///
  /// - Throws: As ``removeAll(before:now:unless:)``.
  func compact() async throws

  /// How many bytes what is recorded takes in the store, about. Room that was left where something was forgotten doesn't count: what
  /// comes is put there.
  ///
  /// - Throws: As ``sessions(limit:)``.
  func size() async throws -> Int

  /// How many bytes of what is recorded wait beside the rest until somebody who reads has done so; 0 if none do. They grow with all that is
  /// recorded meanwhile, and whoever opens the log next may have to read them first.
  var heldBytes: Int { get }

  /// Forgets the oldest until all that is recorded takes no more than so many bytes: first sessions, by their last events, with the app's
  /// events up to there; where that isn't enough, all that stands before the latest snapshots of those that are left.
  ///
  /// - Parameters:
  ///   - bytes: How many bytes it may take; nothing is forgotten if it takes no more.
  ///   - isNeeded: As with ``removeAll(before:now:unless:)``.
  /// - Returns: How many bytes it takes then: more than was asked for, where those that are needed do.
  /// - Throws: As ``removeAll(before:now:unless:)``.
  @discardableResult
  func shrink(to bytes: Int, unless isNeeded: @Sendable (_ session: String) -> Bool) async throws -> Int

  /// Takes in records of another log: they keep all but their positions. Durable on return.
  ///
  /// If one of them can't be written, since what it carries is no value, or the log has no number left for its name, none is taken in.
  ///
  /// - Parameters:
  ///   - snapshots: Those of the session whose records these are, in order, as they stood in the other log. One that stood at or
  ///     before the first of them is what they follow on.
  ///   - session: What is known of a session whose records these are. It can be looked at and replayed then, and isn't this log's
  ///     to bring back: it counts as ended.
  /// - Throws: ``EventLogError/cannotWrite(reason:)``; ``EventLogError/newerSession(found:known:)`` or
  ///   ``EventLogError/notReadable(reason:)``, and nothing is taken in.
  func add(_ records: [LogRecord], with snapshots: [LogSnapshot], of session: RecordedSession?) async throws

  /// Writes what is left, and closes. What is appended later is dropped.
  ///
  /// - Throws: ``EventLogError/lost(reason:)`` if it can't be written now; ``EventLogError/stillRead(path:)`` if it is closed, but somebody
  ///   reads what was forgotten; otherwise as ``flush()``.
  func close() async throws
}

/// What a log may leave out.
extension EventLog {
  /// Adds none.
  public func add(_ marks: LogMarks, to place: LogPlace) {}
  /// Of none it is known: who must be sure flushes.
  public func isDurable(_ place: LogPlace) -> Bool { false }
  /// Waits in a task.
  public func flush(then body: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    Task {
      do {
        try await flush()
        body(.success(()))
      } catch { body(.failure(error)) }
    }
  }
  /// Not known.
  public var lastIdentity: StreamIdentity? { nil }
  /// Not known.
  public var lastPosition: UInt64? { nil }
  /// Reads the records, and leaves out what they carry.
  ///
  /// - Throws: As ``records(of:after:limit:)``.
  public func heads(after position: UInt64, limit: Int) async throws -> LogHeads {
    LogHeads(try await records(of: nil, after: position, limit: limit))
  }
  /// Notes nothing.
  public func note(user: String?, of session: String) {}
  /// Notes nothing.
  public func noteEnd(of session: String) {}
  /// Notes nothing.
  public func noteIncomplete(_ session: String) {}
  /// Notes nothing.
  public func noteDeparture(of session: String) {}
  /// Refuses.
  public func add(_ records: [LogRecord], with snapshots: [LogSnapshot], of session: RecordedSession?) async throws {
    throw EventLogError.cannotWrite(reason: "this log takes no records of others")
  }
  /// Forgets nothing, and never throws.
  public func compact() async throws {}
  /// None.
  public var heldBytes: Int { 0 }
  /// Nothing that needed a bound.
  public func size() async throws -> Int { 0 }
  /// Forgets nothing.
  ///
  /// - Throws: As ``size()``.
  public func shrink(to bytes: Int, unless isNeeded: @Sendable (_ session: String) -> Bool) async throws -> Int {
    try await size()
  }
}

extension EventLog {
  /// Takes in records of another log: they keep all but their positions. Durable on return.
  ///
  /// - Throws: As ``add(_:with:of:)``.
  public func add(_ records: [LogRecord]) async throws { try await add(records, with: [], of: nil) }

  /// Forgets sessions that have had no event since a moment, and the app's events before it, whatever the clock shows.
  ///
  /// - Throws: As ``removeAll(before:now:unless:)``.
  public func removeAll(before time: Timestamp, unless isNeeded: @Sendable (_ session: String) -> Bool) async throws {
    try await removeAll(before: time, now: Timestamp(nanoseconds: .max), unless: isNeeded)
  }

  /// Forgets sessions that have had no event since a moment, but for some, and the app's events before it.
  ///
  /// - Throws: As ``removeAll(before:now:unless:)``.
  public func removeAll(before time: Timestamp, except sessions: Set<String>) async throws {
    try await removeAll(before: time) { sessions.contains($0) }
  }
}
