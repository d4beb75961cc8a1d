internal import EventLog
internal import EventStream
internal import ViewKit

/// Puts records together to turns, and sees whether any are missing: a log may have lost some, and the entries of its index with them.
struct TurnReader {
  var turns: [SessionRecording.Turn] = []
  /// How much of it came from outside.
  var inputs = 0
  var lastArrival: AppPlace?
  var isSuspect = false
  var isUnbegunCopy = false
  var unfinishedReturnsAlone = 0
  /// How often the session was about to be brought back since the last turn.
  var returns = 0
  private let decoder: EventDecoder
  private var identity: StreamIdentity?
  private var numbering: SessionNumbering

  /// - Parameters:
  ///   - start: What the records follow on, if anything.
  ///   - position: The place of the last record that is in that.
  init(_ decoder: EventDecoder, behind start: KeptSession? = nil, at position: UInt64 = 0) {
    self.decoder = decoder
    // A type is found by its name from its first use on.
    _ = SessionEvent.eventType
    _ = ViewEvent.eventType
    identity = start?.session.point.identity
    lastArrival = start?.place
    numbering =
      start.map { SessionNumbering(behind: $0.session.point.sequence, $0.last, at: position) } ?? SessionNumbering()
  }

  /// Takes in the next record.
  ///
  /// - Throws: `SessionRecording.Refusal.ended` and `gap`; what the screen that it may tell of does when it is decoded.
  mutating func read(_ record: LogRecord) throws {
    if let gap = numbering.gap(before: record) { throw SessionRecording.Refusal.gap(behind: gap.position) }
    if record.name == "SessionEvent.shown" {
      guard !turns.isEmpty, case .shown(let screen)? = try decoder.event(of: record) as? SessionEvent else { return }
      turns[turns.count - 1].screen = screen
      turns[turns.count - 1].isWhole = true
      return
    }
    if record.name == "SessionEvent.ended" { throw SessionRecording.Refusal.ended }
    let isReturn = noteReturn(record)
    if record.marks.contains(.beginsTurn) {
      turns.append(
        SessionRecording.Turn(
          position: record.position, end: record.position, time: record.time, name: record.name, returns: returns))
      returns = 0
    }
    guard !turns.isEmpty else { return }
    turns[turns.count - 1].end = record.position
    if !isReturn { turns[turns.count - 1].isWhole = record.marks.contains(.endsTurn) }
    guard record.marks.contains(.input) else { return }
    turns[turns.count - 1].inputs.append(record)
    inputs += 1
    if let identity {
      // What it has asked of the app, and observes, comes back from there.
      if StreamIdentity(of: record.id) != identity || identity.isAsker(of: record.id) { lastArrival = AppPlace(record) }
    } else {
      identity = StreamIdentity(of: record.id)
      lastArrival = AppPlace(record)
    }
  }

  /// There are no more records.
  ///
  /// - Throws: `SessionRecording.Refusal.gap` if some are missing before the last turn, of which only what follows tells.
  func finish() throws {
    if let gap = numbering.gapAtEnd { throw SessionRecording.Refusal.gap(behind: gap.position) }
  }

  /// Returns whether it says that the session was about to be brought back, which belongs to no turn.
  private mutating func noteReturn(_ record: LogRecord) -> Bool {
    switch record.name {
    case "SessionEvent.returning":
      (isSuspect, returns) = (true, returns + 1)
      if record.marks.contains(.endsCopy) { isUnbegunCopy = true }
      return true
    case "SessionEvent.returningAlone":
      (isSuspect, returns, unfinishedReturnsAlone) = (true, returns + 1, unfinishedReturnsAlone + 1)
      return true
    case "SessionEvent.returned": (isSuspect, isUnbegunCopy, unfinishedReturnsAlone) = (false, false, 0)
    default: break
    }
    return false
  }
}
