internal import EventStream
internal import Foundation
internal import Synchronization

/// Takes events from any thread in a hundred nanoseconds, and writes them behind one another on a thread of its own.
///
/// What comes in is copied into memory (``PendingEvents``). The thread takes what waits, encodes it (``Scribe``) and gives
/// it to the store in groups. Who waits for durability starts a group at once if none is being written; those who come while
/// one is share the next. If the store fails, the group is kept, grows, and is tried again (``GroupWriting``).
final class LogWriter: Sendable {
  /// Called once, on the writer's thread, or by who would have had to wait for nothing.
  typealias Waiter = @Sendable (Result<Void, any Error>) -> Void

  /// What is to be written besides events of this process.
  struct Note {
    enum Content {
      case session(String, ChapterNote.Kind, Timestamp)
      /// Nothing more comes of a session.
      case departure(String)
      /// Records of another log, the snapshots that it has of them, and when their session began there, if that is known.
      case records([LogRecord], with: [LogSnapshot], began: Timestamp?)
    }

    /// How many events and notes stand before it and including it.
    let place: UInt64
    let content: Content
  }

  struct State {
    var pending = PendingEvents()
    var notes: [Note] = []
    /// How often the thread has taken what waits.
    var takes: UInt64 = 0
    /// How many events and notes were ever appended, and how many of them are durable.
    var appended: UInt64 = 0
    var written: UInt64 = 0
    var waiters: [(goal: UInt64, waiter: Waiter)] = []
    /// Bytes that the thread has taken and not written yet.
    var taken = 0
    /// What the content of an event took lately, in bytes: so much is assumed of those that nobody has looked at.
    var usualContent = 0
    /// How many bytes of events wait.
    var held: Int { pending.size &+ pending.count &* usualContent &+ taken }
    /// Sessions whose events are dropped, because one was.
    var cut: Set<String> = []
    /// Sessions that began when there was no room: nothing of them is recorded, nor that they were there.
    var unseen: Set<String> = []
    var isFull = false
    /// Whether the thread drops what comes of some sessions, because an event couldn't be encoded.
    var hasCutOff = false
    /// Whether not every event is taken, for one of these reasons.
    var isRestricted = false
    /// Whether that there is no room has still to be told.
    var isToTellOfRoom = false
    /// Whether the store has failed, and hasn't been written since.
    var isFailing = false
    /// How much was written when somebody had waited for more in vain.
    var stall: UInt64?
    /// Whether the next block is to tell all names once more.
    var isToTellNames = false
    var isParked = false
    var isWoken = false
    var isClosing = false
    /// Whether something came that wasn't taken, for the log was closing.
    var hasRefused = false
    var hasEnded = false
    var names: LogNames
  }

  let state: Mutex<State>
  let store: any LogStore
  let limits: LogLimits
  let onFailure: LogFailureHandler?
  let signal = DispatchSemaphore(value: 0)

  /// Starts the thread.
  init(
    _ store: any LogStore, _ contents: LogContents, version: Int, limits: LogLimits, onFailure: LogFailureHandler?
  ) {
    self.store = store
    self.limits = limits
    self.onFailure = onFailure
    // Before the thread has begun, somebody may read.
    var names = NameTable(contents.names)
    state = Mutex(State(names: names.names()))
    let thread = Thread { [self] in
      var writing = GroupWriting(self, Scribe(contents, version: version, blockSize: store.blockSize))
      writing.run()
    }
    thread.name = "event log"
    thread.start()
  }

  // MARK: Appending

  func append<Root: Event>(
    _ event: Root, _ envelope: Envelope, _ source: LogSource, _ marks: LogMarks
  ) -> LogPlace {
    let (place, isToWake, isMuch) = state.withLock { state in
      if state.isRestricted, refuses(source, &state) { return (LogPlace.nowhere, false, false) }
      let head = state.pending.append(event, envelope, source, marks)
      state.appended &+= 1
      let held = state.held
      // As long as it is written, who appends waits instead.
      if held > limits.memory, !state.isFull, state.isFailing || state.stall == state.written {
        state.isFull = true
        state.isRestricted = true
        state.isToTellOfRoom = true
      }
      return (LogPlace(taken: state.takes, head: head, number: state.appended), wakes(&state), held > limits.memory / 2)
    }
    if isToWake { signal.signal() }
    if isMuch { waitForRoom() }
    return place
  }

  /// Holds up who appends more than the store takes, until it has taken some: what is dropped would be lost for good. Not where it fails,
  /// or stands still.
  private func waitForRoom() {
    var written: UInt64?
    var end = ContinuousClock.now + limits.holdUp
    while true {
      let isDone = state.withLock { state in
        if state.held <= limits.memory / 2 || state.isFull || state.isFailing || state.isClosing { return true }
        if state.written != written {
          written = state.written
          end = .now + limits.holdUp
        } else if ContinuousClock.now > end {
          state.stall = written
        }
        return state.stall == written
      }
      if isDone { return }
      // Longer than taking the lock, shorter than writing a group.
      Thread.sleep(forTimeInterval: 0.000_5)
    }
  }

  func add(_ marks: LogMarks, to place: LogPlace) {
    state.withLock { state in
      guard place.taken == state.takes, let head = place.head else { return }
      state.pending.add(marks, at: head)
    }
  }

  func isDurable(_ place: LogPlace) -> Bool { state.withLock { place.number <= $0.written } }

  func note(_ kind: ChapterNote.Kind, of session: String) {
    let isToWake = state.withLock { state in
      if isClosing(&state) { return false }
      if isUnseen(session, noting: kind, &state) { return false }
      note(.session(session, kind, EventClock.coarse.now), &state)
      if kind == .ended { state.cut.remove(session) }
      return wakes(&state)
    }
    if isToWake { signal.signal() }
  }

  /// Forgets a session of which something was dropped: nothing more comes of it.
  func forget(_ session: String) {
    let isToWake = state.withLock { state in
      if !state.cut.isEmpty { state.cut.remove(session) }
      if !state.unseen.isEmpty { state.unseen.remove(session) }
      // Of what isn't written yet nobody knows whether it can be encoded.
      if state.isClosing || !state.hasCutOff && state.written == state.appended { return false }
      note(.departure(session), &state)
      return wakes(&state)
    }
    if isToWake { signal.signal() }
  }

  /// Adds records of another log, with positions of their own.
  ///
  /// - Parameters:
  ///   - snapshots: Those of their session, in order, as they stood there.
  ///   - session: The session that these are the last of; it is noted with them, and that it has ended if it has.
  func append(_ records: [LogRecord], with snapshots: [LogSnapshot] = [], of session: RecordedSession? = nil) {
    let isToWake = state.withLock { state in
      if isClosing(&state) { return false }
      note(.records(records, with: snapshots, began: session?.began), &state)
      if let session {
        var kinds: [ChapterNote.Kind] = [.user(session.user)]
        if session.isIncomplete { kinds.append(.incomplete) }
        // The last: what comes behind it would begin anew.
        if session.isEnded { kinds.append(.ended) }
        for kind in kinds { note(.session(session.id, kind, session.began), &state) }
      }
      return wakes(&state)
    }
    if isToWake { signal.signal() }
  }

  private func note(_ content: Note.Content, _ state: inout State) {
    state.appended &+= 1
    state.notes.append(Note(place: state.appended, content: content))
  }

  /// Whether nothing is kept of a session, not even what is to be noted: it began when there was no room. As long as there is none, many
  /// may.
  private func isUnseen(_ session: String, noting kind: ChapterNote.Kind, _ state: inout State) -> Bool {
    if case .user = kind, isFull(&state) { state.unseen.insert(session) }
    if state.unseen.isEmpty { return false }
    state.isRestricted = true
    return kind == .ended ? state.unseen.remove(session) != nil : state.unseen.contains(session)
  }

  /// Whether what comes isn't taken any more; who waits for it to be durable is told then that it isn't.
  private func isClosing(_ state: inout State) -> Bool {
    if state.isClosing { state.hasRefused = true }
    return state.isClosing
  }

  private func isFull(_ state: inout State) -> Bool {
    // Not at the first byte that is free again, or every other event would be dropped.
    if state.isFull, state.held <= limits.memory / 2 { state.isFull = false }
    return state.isFull
  }

  /// Whether an event isn't taken: there is no room, or one before it of its session wasn't taken.
  private func refuses(_ source: LogSource, _ state: inout State) -> Bool {
    if isClosing(&state) { return true }
    state.isRestricted = isFull(&state) || !state.cut.isEmpty || !state.unseen.isEmpty
    guard case .session(let session) = source else { return state.isFull }
    if state.cut.contains(session) || state.unseen.contains(session) { return true }
    guard state.isFull else { return false }
    state.cut.insert(session)
    note(.session(session, .incomplete, EventClock.coarse.now), &state)
    return true
  }

  private func wakes(_ state: inout State) -> Bool {
    guard state.isParked, !state.isWoken else { return false }
    state.isWoken = true
    return true
  }

  // MARK: Waiting

  /// Returns when everything appended before is durable.
  ///
  /// - Throws: What the store throws; `EventLogError.closed` if the log was closed before all could be written, or be taken.
  func flush() async throws { try await flush(closing: false) }

  /// Calls `waiter` when everything appended before is durable, or can't be written now.
  func flush(then waiter: @escaping Waiter) { flush(closing: false, then: waiter) }

  /// Writes what is left, if that goes, and ends the thread.
  func close() async throws { try await flush(closing: true) }

  private func flush(closing: Bool) async throws {
    try await withCheckedThrowingContinuation { continuation in
      flush(closing: closing) { continuation.resume(with: $0) }
    }
  }

  private func flush(closing: Bool, then waiter: @escaping Waiter) {
    let (isDone, isLost, isToWake) = state.withLock { state in
      if !closing, state.hasRefused { return (false, true, false) }
      let isWritten = state.written == state.appended
      if state.hasEnded || !closing && isWritten { return (isWritten, !isWritten, false) }
      if closing {
        state.isClosing = true
        state.isRestricted = true
      }
      state.waiters.append((state.appended, waiter))
      guard !state.isWoken else { return (false, false, false) }
      state.isWoken = true
      return (false, false, true)
    }
    if isDone { waiter(.success(())) }
    if isLost { waiter(.failure(EventLogError.closed)) }
    if isToWake { signal.signal() }
  }

  /// Has the next block tell all names once more: those that told them may have been forgotten.
  func tellNames() { state.withLock { $0.isToTellNames = true } }

  /// Ends the thread when it has written what is left, and waits for nothing.
  func stop() {
    state.withLock { state in
      state.isClosing = true
      state.isRestricted = true
    }
    signal.signal()
  }

  /// The names of everything that has been written.
  var names: LogNames { state.withLock { $0.names } }
}

/// Told of what a log couldn't write: each failure of its store, and each event that couldn't be encoded.
public typealias LogFailureHandler = @Sendable (EventLogError) -> Void
