internal import EventLog
internal import EventStream
internal import Logging
internal import Synchronization
internal import ViewKit

/// Where an app's sessions are recorded, and what they are brought back from.
final class Journal: Sendable {
  let log: any EventLog
  let decoder: EventDecoder
  /// How many turns lie between two snapshots of a session, at least; 0 for none.
  let snapshotInterval: Int
  /// See ``KeptSession/nearest(of:before:keptBy:version:mostPlayed:from:)``.
  let mostPlayed: Int
  /// How much of what came from outside is played at most to bring a session back.
  let mostInputs: Int
  /// Which program runs: see ``Program/identity``.
  let program: String
  /// When what screens came to is recorded, and which of them as they were.
  let screens: ScreenSchedule
  /// What has passed on the app's stream, for those who return.
  let history = AppHistory()
  /// One takes several milliseconds, and some hundred kilobytes.
  let snapshots: Allowance
  private let logger: Logger
  private let writing = Mutex(Writing())
  private let pause: Duration
  private let told = Mutex<Set<String>>([])
  private let isTooLarge = Atomic(false)

  /// What the operator knows of how the log is written.
  private struct Writing {
    var isTroubled = false
    /// Whether somebody looks for the end of it.
    var isWatched = false
  }

  /// - Parameters:
  ///   - screenInterval: How many turns lie between two of which the screen's digest is recorded too, at least; 0 for never.
  ///   - screenBytesPerSecond: How many bytes of screens are recorded too, as they were; 0 for none.
  ///   - snapshotInterval: How many turns lie between two snapshots of a session, at least; 0 for none.
  ///   - snapshotsPerSecond: How many snapshots are taken of all sessions together.
  ///   - mostPlayed: How many events a session has at most that isn't brought back from another program's snapshot.
  ///   - mostInputs: How much of what came from outside is played at most to bring a session back.
  ///   - program: Which program runs.
  ///   - pause: How long it is until it is looked again whether a log that couldn't be written is.
  init(
    _ log: any EventLog, decoder: EventDecoder = EventDecoder(), screenInterval: Int = 1,
    screenBytesPerSecond: Double = 0, snapshotInterval: Int = 128,
    snapshotsPerSecond: Double = 5, mostPlayed: Int = SessionRecording.mostPlayed,
    mostInputs: Int = SessionRecording.mostBroughtBack,
    program: String = Program.identity, pause: Duration = .seconds(1), logger: Logger
  ) {
    self.pause = pause
    snapshots = Allowance(rate: snapshotsPerSecond)
    screens = ScreenSchedule(interval: screenInterval, millisecondsPerSecond: 25, bytesPerSecond: screenBytesPerSecond)
    self.program = program
    self.mostPlayed = mostPlayed
    self.mostInputs = mostInputs
    self.snapshotInterval = snapshotInterval
    self.log = log
    self.decoder = decoder
    self.logger = logger
  }

  /// Records a session.
  func recorder(of session: String) -> LogRecorder { LogRecorder(log, .session(session), screens) }

  /// Notes that a session is about to be brought back: durable on return, unless the log can't be written.
  ///
  /// Whatever of its recording ends the process would do so again as soon as its page says hello: so it isn't tried without end.
  ///
  /// - Parameter isAlone: Whether no other that a process has not outlived is brought back at the same time.
  func noteReturn(of session: String, isAlone: Bool) async {
    let note: SessionEvent = isAlone ? .returningAlone : .returning
    let envelope = Envelope(
      recorded: SessionEvent.eventType, tag: note.tag, sequence: 0, id: Self.unusedID(), time: EventClock.coarse.now,
      cause: nil, answers: nil, requests: [])
    log.append(note, envelope, from: .session(session), marks: [])
    await settle()
  }

  /// An id of nobody's, for what notes something about a session.
  static func unusedID() -> EventID {
    let first = EventID(rawValue: 1)
    return first.moved(from: StreamIdentity(of: first), to: .unused())
  }

  /// Tells the operator that a session begins anew although it is recorded.
  func couldNotBringBack(_ session: String, because error: any Error) {
    logger.warning("a session can't be brought back", metadata: ["session": "\(session)", "error": "\(error)"])
  }

  /// Tells the operator that it isn't known which sessions had something under way.
  func couldNotLookForUnfinished(because error: any Error) {
    logger.warning(
      "what was under way when the last process ended isn't gone on with until its page comes",
      metadata: ["error": "\(error)"])
  }

  /// Keeps a snapshot of a session, once what is in it is durable.
  ///
  /// - Parameter position: A place in the log before the last event that is in it.
  /// - Returns: The place of that event, or `position` if the snapshot couldn't be kept.
  func keep(_ kept: KeptSession, of session: String, after position: UInt64) async -> UInt64 {
    do {
      try await log.flush()
      guard let end = try await place(of: kept.last, in: session, after: position) else { return position }
      try await log.save(snapshot: try kept.content(), of: session, at: end)
      return end
    } catch EventLogError.closed {
      // Nothing comes behind what it would stand for.
      return position
    } catch {
      logger.warning("a session's snapshot can't be kept", metadata: ["session": "\(session)", "error": "\(error)"])
      return position
    }
  }

  private func place(of event: EventID, in session: String, after position: UInt64) async throws -> UInt64? {
    var (place, found) = (position, UInt64?.none)
    while true {
      let records = try await log.records(of: .session(session), after: place, limit: 1000)
      guard let last = records.last else { return found }
      // What is told of an event by the recorder has its id too, and stands right behind it.
      let match = records.last { $0.id == event }?.position
      if match != last.position, let found = match ?? found { return found }
      found = match
      place = last.position
    }
  }

  /// Tells whoever writes the app, once for each reason, why sessions are played from their beginning when they return.
  func couldNotKeep(because error: any Error) {
    guard told.withLock({ $0.count < 100 && $0.insert("\(error)").inserted }) else { return }
    logger.notice(
      "a session has no snapshot: it will be played from its beginning when it returns",
      metadata: ["because": "\(error)"])
  }

  /// Notes how many bytes the log takes, and how many it should at most.
  func note(size: Int, atMost most: Int) {
    if size <= most { isTooLarge.store(false, ordering: .relaxed) }
    // A little more it has whenever it is made smaller.
    if size > most / 8 * 9 { isTooLarge.store(true, ordering: .relaxed) }
  }

  /// Whether more is recorded than is forgotten, so that those who act much have to act less.
  var isHoldingBack: Bool { isTooLarge.load(ordering: .relaxed) }

  /// Waits until everything that has happened is durable: before that nobody is told of it.
  ///
  /// A log that can't be written doesn't stop the app. It keeps what it was given, and the operator is told once.
  ///
  /// - Returns: Whether it is durable; where the log can't be written it isn't.
  @discardableResult
  func settle() async -> Bool {
    await withCheckedContinuation { continuation in
      log.flush { [self] result in
        note(result)
        continuation.resume(returning: (try? result.get()) != nil)
      }
    }
  }

  /// Calls `body` when everything that has happened is durable: on the log's thread, or at once.
  func settle(then body: @escaping @Sendable () -> Void) {
    log.flush { [self] result in
      note(result)
      body()
    }
  }

  private func note(_ result: Result<Void, any Error>) {
    switch result {
    case .success:
      let wasTroubled = writing.withLock { writing in
        defer { writing.isTroubled = false }
        return writing.isTroubled
      }
      if wasTroubled { logger.notice("the log of events is written again") }
    case .failure(let error):
      let isNew = writing.withLock { writing in
        defer { writing.isTroubled = true }
        return !writing.isTroubled
      }
      guard isNew else { return }
      // Something may be under way for a while when the server has ended.
      if case EventLogError.closed = error {
        logger.notice("the log of events is closed: what happens now isn't recorded")
      } else {
        logger.error("the log of events can't be written", metadata: ["error": "\(error)"])
        watch()
      }
    }
  }

  /// Looks for the end of the trouble: the log tries by itself, and where nobody acts any more nobody would hear that it is written again.
  private func watch() {
    let isFirst = writing.withLock { writing in
      defer { writing.isWatched = true }
      return !writing.isWatched
    }
    guard isFirst else { return }
    // It looks at most once more when the journal is let go.
    Task { [weak self, pause] in
      repeat { try? await Task.sleep(for: pause) } while await self?.look() == true
    }
  }

  /// - Returns: Whether there is trouble still.
  private func look() async -> Bool {
    do {
      try await log.flush()
      note(.success(()))
    } catch EventLogError.closed {
      // It has been said why it can't be written, and what is lost by that is said by who closes it.
      return false
    } catch {}
    return writing.withLock { writing in
      writing.isWatched = writing.isTroubled
      return writing.isTroubled
    }
  }
}

extension Error {
  /// Whether the log can't be read just now: another time it may be.
  var isOfReading: Bool {
    switch self as? EventLogError {
    case .cannotRead, .closed: true
    default: false
    }
  }
}
