internal import Synchronization
internal import WebRenderer

/// What connections do: they take over from one another, ask what is to be sent, and take it out.
extension Outbox {
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
      state.notes = first.map { [Note(patch: 0, message: $0)] } ?? []
      for refusal in state.refusals { state.add(refusal.message, behind: refusal.patch) }
      let oldest = state.sequence - state.kept.count
      // Whatever it was told before, it asks for all that is confirmed.
      state.confirmed = 0
      state.told = max(state.told, intent)
      if state.needsFresh || sequence < oldest || sequence > state.sequence {
        state.forget()
      } else {
        state.given = sequence
        if intent > 0 { state.confirm(intent) }
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
      let atOnce = state.markAtOnce
      if state.hasWork(upTo: atOnce) { return .messages(upTo: atOnce, settles: false) }
      return .messages(upTo: state.mark, settles: true)
    }
  }

  /// Whether a connection has something to send that needn't wait for the log.
  func canSendAtOnce(for connection: Int) -> Bool {
    state.withLock { state in
      state.connection == connection && state.isConnected && !state.isHeld && state.hasWork(upTo: state.markAtOnce)
    }
  }

  /// Takes out what a connection was to send, as far as that hasn't been done meanwhile, and may be still.
  ///
  /// - Parameter mark: From ``next(for:_:)``.
  func take(upTo mark: Mark, for connection: Int) -> [TextBuffer] {
    state.withLock { state in
      guard state.connection == connection, state.isConnected, !state.isHeld else { return [] }
      func notes() -> [TextBuffer] { state.takeNotes(upTo: mark.note, areAllDue: state.needsFresh) }
      var messages = notes()
      if state.needsFresh || state.unread.isFull { return messages }
      let first = state.kept.count - (state.sequence - state.given)
      for patch in state.kept[first...].prefix(max(0, mark.patch - state.given)) {
        // It has come since, and what is behind it waits with it.
        if let next = state.notes.first(where: \.holdsUp), next.patch <= state.given { break }
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
      return state.takeNotes(upTo: .max, areAllDue: true)
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
}
