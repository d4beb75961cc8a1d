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

  let state = Mutex(State())
  private let limit: Int
  /// So many refusals are kept.
  static let mostRefusals = 32

  /// - Parameter limit: Bytes of patches that may be kept.
  init(limit: Int) { self.limit = limit }

  /// The number of the last patch.
  var sequence: Int { state.withLock { $0.sequence } }

  /// Whether a fresh picture will go out anyway, so that patches needn't be written.
  var needsFresh: Bool { state.withLock { $0.needsFresh } }

  /// Whether nothing is taken out of it, for a picture is about to go, which may wait for the log.
  var isHeld: Bool { state.withLock { $0.isHeld } }

  /// Whether the page causes more than it cares to read: it sends without end and takes nothing in.
  var isFlooded: Bool { state.withLock { $0.notes.count > 1000 } }

  // MARK: Filling

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
  /// - Parameters:
  ///   - intent: The last intent that it says has been carried out.
  ///   - isRepeatable: Whether it may be shown before what it tells of is durable.
  func add(
    _ urgency: Urgency = .news, telling intent: Int = 0, isRepeatable: Bool = false, _ write: (Int) -> TextBuffer
  ) {
    change(urgency) { state in
      state.sequence += 1
      if !isRepeatable { state.lastToSettle = state.sequence }
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
    change(.answer) { $0.add(message, behind: $0.sequence) }
  }

  /// Adds something that has to do with nothing else, before all that waits.
  func hurry(_ message: TextBuffer) {
    change(.answer) { state in
      let place = state.notes.firstIndex { $0.settles } ?? state.notes.count
      state.notes.insert(Note(patch: 0, message: message), at: place)
    }
  }

  /// Adds that an intent has been carried out, unless a patch tells of it, or the picture that is to come: that it is durable too, is
  /// said when the page has acknowledged that.
  ///
  /// - Parameter willSay: Called before it is said by itself.
  func confirm(_ intent: Int, willSay: () -> Void = {}) {
    if state.withLock({ $0.told >= intent }) { return }
    willSay()
    change(.answer) { $0.confirm(intent) }
  }

  /// Adds that an intent was refused: said again, in its place, to a page that comes back before it has shown a patch that came after.
  ///
  /// That those before it are durable, it says as well.
  func refuse(_ intent: Int, _ message: TextBuffer) {
    change(.answer) { state in
      state.add(message, behind: state.sequence)
      state.confirmed = max(state.confirmed, intent)
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
      if state.told > state.confirmed { state.confirm(state.told) }
    }
  }

  func change(_ urgency: Urgency, _ body: (inout State) -> Void) {
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
