internal import Synchronization
internal import WebRenderer

/// The patches of a session on their way to its browser: numbered, kept until they have arrived, and never too many.
///
/// Filled in the session's isolation domain, emptied by the connection. A browser that can't keep up, or is away too
/// long, gets a fresh picture instead of a longer queue.
final class Outbox: Sendable {
  /// Told once that there is something to send, with the connection's number; it then asks for what comes next until there is
  /// nothing. Told once more if something comes meanwhile that somebody waits for.
  typealias OnWork = @Sendable (Int, Urgency) -> Void

  private let state = Mutex(State())
  private let limit: Int
  /// So many refusals are kept.
  private static let mostRefusals = 32

  /// - Parameter limit: Bytes of patches that may be kept.
  init(limit: Int) { self.limit = limit }

  /// The number of the last patch.
  var sequence: Int { state.withLock { $0.sequence } }

  /// Whether a fresh picture will go out anyway, so that patches needn't be written.
  var needsFresh: Bool { state.withLock { $0.needsFresh } }

  /// Whether the page causes more than it cares to read: it sends without end and takes nothing in.
  var isFlooded: Bool { state.withLock { $0.notes.count > 1000 } }

  // MARK: Filling

  /// Counts on behind a number.
  func goOn(behind sequence: Int) { state.withLock { $0.sequence = sequence } }

  /// Counts a patch that needn't be written.
  ///
  /// - Parameter intent: The last intent that has been carried out: the picture tells of it.
  func skip(telling intent: Int = 0) {
    state.withLock { state in
      state.sequence += 1
      state.told = max(state.told, intent)
      state.forget()
    }
  }

  /// Adds a patch, written with the number it gets.
  ///
  /// - Parameter intent: The last intent that it says has been carried out.
  func add(_ urgency: Urgency = .news, telling intent: Int = 0, _ write: (Int) -> TextBuffer) {
    change(urgency) { state in
      state.sequence += 1
      state.told = max(state.told, intent)
      if state.needsFresh { return }
      let message = write(state.sequence)
      state.kept.append(message)
      state.keptBytes += message.bytes.count
      let unsent = state.sequence - state.given
      while state.keptBytes > limit, state.kept.count > unsent { state.dropFirst(1) }
      if state.keptBytes > limit, unsent > 1 { state.forget() }
    }
  }

  /// Adds something that has no number. It goes out behind the patches that are there already.
  ///
  /// A page that hears that an intent is carried out takes what comes then for what came of it: a patch from before would put back what
  /// the user has changed.
  func note(_ message: TextBuffer) {
    change(.answer) { $0.notes.append(Note(patch: $0.sequence, message: message)) }
  }

  /// Adds something that has to do with nothing else, before all that waits.
  func hurry(_ message: TextBuffer) {
    change(.answer) { state in
      let place = state.notes.firstIndex { $0.patch > 0 } ?? state.notes.count
      state.notes.insert(Note(patch: 0, message: message), at: place)
    }
  }

  /// Adds that an intent has been carried out, unless a patch tells of it, or the picture that is to come.
  func confirm(_ intent: Int) {
    if state.withLock({ $0.told >= intent }) { return }
    note(ServerMessage.done(intent))
  }

  /// Adds that something was refused: said again, in its place, to a page that comes back before it has shown a patch that came after.
  func refuse(_ message: TextBuffer) {
    change(.answer) { state in
      state.notes.append(Note(patch: state.sequence, message: message))
      if state.refusals.count >= Self.mostRefusals { state.refusals.removeFirst() }
      state.refusals.append((state.sequence, message))
    }
  }

  /// Forgets what the page shows; it can take more then.
  func acknowledge(_ sequence: Int) {
    change(.news) { state in
      let (oldest, last) = (state.sequence - state.kept.count, min(sequence, state.given))
      if oldest < last { state.dropFirst(last - oldest) }
      if !state.refusals.isEmpty { state.refusals.removeAll { $0.patch < last } }
      state.unread.acknowledge(last)
    }
  }

  // MARK: Emptying

  /// A connection takes over whose browser has everything up to `sequence`.
  ///
  /// - Parameters:
  ///   - ticket: Drawn when the browser presented itself.
  ///   - first: What is said before anything else.
  ///   - intent: The last intent that has been carried out: that is confirmed behind what the page has missed.
  ///   - onWork: Called whenever there is something to send.
  /// - Returns: The connection's number; `nil` if one has taken over that presented itself later.
  func connect(
    _ ticket: HelloTicket, having sequence: Int, saying first: TextBuffer?, confirming intent: Int = 0,
    onWork: @escaping OnWork
  ) -> Int? {
    // The one before finds out that it was replaced, if it isn't about to anyway.
    let taken = state.withLock { state -> (Int, OnWork?)? in
      if let last = state.ticket, ticket < last { return nil }
      let before = state.isConnected && !state.isEmptying ? state.onWork : nil
      state.ticket = ticket
      state.shown = sequence
      state.connection += 1
      state.isConnected = true
      state.onWork = onWork
      state.isEmptying = false
      state.isAsking = Lanes()
      state.isHeld = false
      state.unread = UnreadBytes()
      // A patch that the page shows came after them.
      state.refusals.removeAll { $0.patch < min(sequence, state.sequence) }
      state.notesTaken += state.notes.count
      state.notes = first.map { [Note(patch: 0, message: $0)] } ?? []
      state.notes += state.refusals.map { Note(patch: $0.patch, message: $0.message) }
      let oldest = state.sequence - state.kept.count
      if state.needsFresh || sequence < oldest || sequence > state.sequence {
        state.forget()
      } else {
        state.given = sequence
        if intent > 0 { state.notes.append(Note(patch: state.sequence, message: ServerMessage.done(intent))) }
      }
      return (state.connection, before)
    }
    guard let (number, before) = taken else { return nil }
    before?(number - 1, .news)
    change(.answer) { _ in }
    return number
  }

  /// The connection is gone; what it was given may not have arrived.
  func disconnect(_ connection: Int) {
    state.withLock { state in
      guard state.connection == connection else { return }
      state.isConnected = false
      state.onWork = nil
    }
  }

  /// Whether no other connection has taken over.
  func isCurrent(_ connection: Int) -> Bool { state.withLock { $0.connection == connection && $0.isConnected } }

  /// The number of the last patch, or picture, that the page has been shown as far as its connection knows.
  var shown: Int { state.withLock { $0.shown } }

  /// Notes that a connection has brought its page a picture.
  func noteShown(_ sequence: Int, on connection: Int) {
    state.withLock { state in
      if state.connection == connection { state.shown = sequence }
    }
  }

  /// What a connection is to send next.
  ///
  /// - Parameter urgency: How urgent it was when it was told to ask, or has found that there is more.
  func next(for connection: Int, _ urgency: Urgency) -> Delivery {
    state.withLock { state in
      if state.connection != connection { return .replaced }
      if !state.isConnected { return .disconnected }
      state.isAsking[urgency] = false
      // Whoever holds it goes on.
      if state.isHeld { return .nothing }
      guard state.hasWork else {
        state.isEmptying = false
        return .nothing
      }
      if state.needsFresh, state.notes.isEmpty {
        state.isHeld = true
        return .fresh
      }
      return .messages(upTo: Mark(patch: state.sequence, note: state.notesTaken + state.notes.count))
    }
  }

  /// Takes out what a connection was to send, as far as that hasn't been done meanwhile, and may be still.
  ///
  /// - Parameter mark: From ``next(for:_:)``.
  func take(upTo mark: Mark, for connection: Int) -> [TextBuffer] {
    state.withLock { state in
      guard state.connection == connection, state.isConnected, !state.isHeld else { return [] }
      func notes() -> [TextBuffer] { state.takeNotes(mark.note - state.notesTaken, areAllDue: state.needsFresh) }
      var messages = notes()
      if state.needsFresh || state.unread.isFull { return messages }
      let first = state.kept.count - (state.sequence - state.given)
      for patch in state.kept[first...].prefix(max(0, mark.patch - state.given)) {
        state.given += 1
        state.unread.add(patch.bytes.count, upTo: state.given)
        messages.append(patch)
        messages += notes()
      }
      return messages
    }
  }

  /// Nothing is taken out any more: the page of a connection doesn't take what it is given. What is left counts, and says whether the page
  /// floods.
  ///
  /// - Returns: False if it is held already, by who is about to send a picture and waits for room behind that; or if another connection
  ///   has taken over.
  func hold(for connection: Int) -> Bool {
    state.withLock { state in
      if state.connection != connection || state.isHeld { return false }
      state.isHeld = true
      return true
    }
  }

  /// What a connection was to send is on its way, a picture or what there was no room for: what follows may follow.
  func release(for connection: Int) {
    state.withLock { state in
      if state.connection == connection { state.isHeld = false }
    }
  }

  /// How urgent it is that a connection sends more, if it has more and isn't about to ask in any lane; it asks then. Otherwise it does, or
  /// is told when there is more.
  func hasMore(for connection: Int) -> Urgency? {
    state.withLock { state in
      // It finds out that it is over by asking what comes next.
      if state.connection != connection || !state.isConnected { return .news }
      // Whoever holds it goes on.
      if state.isHeld { return nil }
      guard state.isAsking.areEmpty else { return nil }
      guard state.hasWork else {
        state.isEmptying = false
        return nil
      }
      let urgency = state.notes.isEmpty ? Urgency.news : .answer
      state.isAsking[urgency] = true
      return urgency
    }
  }

  /// What is to be said before a picture that is about to be taken: that something was refused which the picture says is finished. To be
  /// called in the session's isolation domain.
  func takeNotes(for connection: Int?) -> [TextBuffer] {
    state.withLock { state in
      guard state.connection == connection, state.isConnected else { return [] }
      return state.takeNotes(state.notes.count, areAllDue: true)
    }
  }

  /// A fresh picture has been taken; to be called in the session's isolation domain, so that no patch comes between.
  ///
  /// - Parameters:
  ///   - bytes: How long it is.
  ///   - connection: The connection that it is for; `nil` if it comes to its page before there is one. If another has taken over,
  ///     that still needs a picture of its own.
  /// - Returns: The number up to which the picture stands.
  func takeFresh(_ bytes: Int = 0, for connection: Int? = nil) -> Int {
    state.withLock { state in
      if let connection, connection != state.connection { return state.sequence }
      state.needsFresh = false
      state.kept = []
      state.keptBytes = 0
      state.given = state.sequence
      state.unread.add(bytes, upTo: state.sequence)
      return state.sequence
    }
  }

  private func change(_ urgency: Urgency, _ body: (inout State) -> Void) {
    let (onWork, connection) = state.withLock { state -> (OnWork?, Int) in
      body(&state)
      guard state.isConnected, state.hasWork else { return (nil, 0) }
      // Whoever is at it goes on with news.
      if state.isAsking.answer || urgency == .news && (state.isEmptying || state.isAsking.news) { return (nil, 0) }
      state.isEmptying = true
      state.isAsking[urgency] = true
      return (state.onWork, state.connection)
    }
    onWork?(connection, urgency)
  }
}
