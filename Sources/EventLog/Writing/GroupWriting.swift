internal import EventStream
internal import Foundation
internal import Synchronization

/// What the thread of a log does: waits until there is a reason to write, and writes a group.
struct GroupWriting {
  private let writer: LogWriter
  private var scribe: Scribe
  /// What has been taken and isn't encoded yet.
  private var events = PendingEvents()
  private var notes: ArraySlice<LogWriter.Note> = []
  /// How many events and notes have been encoded.
  private var handled: UInt64 = 0
  /// After a failure: how long to wait, and until when.
  private var patience: Duration?
  private var retry: ContinuousClock.Instant?
  /// How many bytes the content of an event took lately, in the mean of so many.
  private var usualContent = 0
  private static let usualCount = 256
  /// Until when events are gathered.
  private var deadline: ContinuousClock.Instant?
  /// How often it still looks whether something has come, before it has to be woken by who appends: that would cost an act more than all
  /// else that it leaves with the log.
  private var looks = 0
  /// A second's, as a rule.
  private static let mostLooks = 100

  init(_ writer: LogWriter, _ scribe: Scribe) {
    self.writer = writer
    self.scribe = scribe
    writer.state.withLock { [names = scribe.allNames()] in $0.names = names }
  }

  /// Works until the log is closed.
  mutating func run() {
    while true {
      wait()
      let isClosing = take()
      encode(atMost: writer.limits.group, bytes: writer.limits.groupBytes)
      write()
      if retry != nil { encode(atMost: .max, bytes: .max) }
      account()
      if isClosing, retry != nil || hasNothing && hasTakenAll { break }
    }
    end()
  }

  private var hasNothing: Bool { events.count == 0 && notes.isEmpty && scribe.group.isEmpty }

  /// Whether nothing waits that hasn't been taken. Once the log is closing, nothing is added.
  private var hasTakenAll: Bool { writer.state.withLock { [handled] in $0.appended == handled } }

  // MARK: Waiting

  private enum Next {
    case go
    case look
    case sleep(until: ContinuousClock.Instant)
    case park
  }

  /// Returns when there is something to be written and a reason not to wait for more.
  private mutating func wait() {
    if retry == nil, !hasNothing { return }
    while true {
      let now = ContinuousClock.now
      let isIdle = hasNothing
      let (retry, deadline, handled, looks) = (retry, deadline, handled, looks)
      let next: Next = writer.state.withLock { state in
        state.isWoken = false
        state.isParked = false
        if state.isClosing || !state.waiters.isEmpty { return .go }
        if let retry { return now >= retry ? .go : .sleep(until: retry) }
        if state.appended == handled, isIdle {
          if looks > 0 { return .look }
          state.isParked = true
          return .park
        }
        guard let deadline else { return .sleep(until: now + writer.limits.gathering) }
        return now >= deadline ? .go : .sleep(until: deadline)
      }
      switch next {
      case .go:
        self.deadline = nil
        self.looks = Self.mostLooks
        return
      case .park:
        self.deadline = nil
        writer.signal.wait()
      case .look:
        self.looks -= 1
        // What comes meanwhile waits no longer than it would otherwise.
        self.deadline = now + writer.limits.gathering
        wait(for: writer.limits.gathering / 2)
      case .sleep(let until):
        self.deadline = until
        wait(for: until - now)
      }
    }
  }

  /// Waits so long, or until it is woken.
  private func wait(for time: Duration) {
    let (seconds, attoseconds) = time.components
    _ = writer.signal.wait(
      timeout: .now() + .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)))
  }

  // MARK: Writing

  /// Takes what waits, if all that was taken before is encoded. Returns whether the log is to be closed.
  private mutating func take() -> Bool {
    guard events.count == 0, notes.isEmpty else { return writer.state.withLock { $0.isClosing } }
    let empty = events
    let (taken, notes, isClosing, tellsNames) = writer.state.withLock { state in
      let taken = (state.pending, state.notes, state.isClosing, state.isToTellNames)
      state.isToTellNames = false
      state.pending = empty
      state.takes &+= 1
      state.notes = []
      state.taken += taken.0.size + taken.0.count * state.usualContent
      return taken
    }
    events = taken
    self.notes = notes[...]
    if tellsNames { scribe.tellNames() }
    return isClosing
  }

  private mutating func encode(atMost limit: Int, bytes: Int) {
    var count = 0
    let before = scribe.contentSize
    while count < limit, scribe.size < bytes {
      if let note = notes.first, note.place == handled + 1 {
        switch note.content {
        case .session(let session, let kind, let time): scribe.note(kind, of: session, at: time)
        case .departure(let session): scribe.forget(session)
        case .records(let records, let snapshots, let began): scribe.add(records, with: snapshots, began: began)
        }
        notes.removeFirst()
      } else if !events.takeFirst(&scribe) {
        break
      }
      handled += 1
      count += 1
    }
    if count > 0 { noteContent((scribe.contentSize - before) / count, of: count) }
    scribe.closeBlock()
    for failure in scribe.takeFailures() { writer.onFailure?(failure) }
  }

  /// One large event among many small ones says little of those that come: it counts as one of some hundred.
  private mutating func noteContent(_ mean: Int, of count: Int) {
    usualContent += (mean - usualContent) * min(count, Self.usualCount) / Self.usualCount
  }

  private mutating func write() {
    do {
      // Before the blocks can be read that refer to them.
      let names = scribe.allNames()
      writer.state.withLock { $0.names = names }
      if !scribe.group.isEmpty { try writer.store.write(scribe.group) }
      scribe.forgetGroup()
      patience = nil
      retry = nil
      let (handled, held) = (handled, unencoded)
      let done = writer.state.withLock { state in
        state.written = handled
        state.isFailing = false
        // Before anybody goes on who may append: there is room again.
        state.taken = held
        let done = state.waiters.filter { $0.goal <= handled }
        if !done.isEmpty { state.waiters.removeAll { $0.goal <= handled } }
        return done.map(\.waiter)
      }
      for waiter in done { waiter(.success(())) }
    } catch {
      let waits = patience.map { min($0 * 2, writer.limits.patience.upperBound) } ?? writer.limits.patience.lowerBound
      patience = waits
      retry = .now + waits
      fail(EventLogError(writing: error))
    }
  }

  private func fail(_ error: EventLogError) {
    let failed = writer.state.withLock { state in
      state.isFailing = true
      defer { state.waiters = [] }
      return state.waiters.map(\.waiter)
    }
    for waiter in failed { waiter(.failure(error)) }
    writer.onFailure?(error)
  }

  /// Says how much memory is held.
  private func account() {
    let (held, content, hasCutOff) = (unencoded + scribe.size, usualContent, scribe.hasCutOff)
    let isToTell = writer.state.withLock { state in
      state.hasCutOff = hasCutOff
      state.taken = held
      state.usualContent = content
      defer { state.isToTellOfRoom = false }
      return state.isToTellOfRoom
    }
    if isToTell { writer.onFailure?(.noRoom(bytes: writer.limits.memory)) }
  }

  /// How much the events take that were taken and not encoded: of what they refer to only the usual is known.
  private var unencoded: Int { events.size + events.count * usualContent }

  /// The thread ends: nobody is left waiting.
  private func end() {
    let (left, written) = writer.state.withLock { state in
      state.hasEnded = true
      defer { state.waiters = [] }
      return (state.waiters, state.written)
    }
    for (goal, waiter) in left {
      waiter(goal <= written ? .success(()) : .failure(EventLogError.closed))
    }
  }
}
