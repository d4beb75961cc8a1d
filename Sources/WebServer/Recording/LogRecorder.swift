public import EventLog
public import EventStream
public import ViewKit
internal import WebRenderer

/// Writes what passes a session's stream into a log, and now and then what its screen has come to.
// Safe because it is used in the session's isolation domain only.
public final class LogRecorder: SessionRecorder, @unchecked Sendable {
  private let log: any EventLog
  private let source: LogSource
  private let screens: ScreenSchedule
  /// Where the last event of the turn waits to be written.
  private var lastPlace: LogPlace?
  /// Where the last event waited of the turns that are over.
  private var endedPlace: LogPlace?
  /// Whether the next event from outside is one before which numbers were left out.
  private var leavesOutNumbers = false
  /// How many turns it has recorded.
  private(set) var turns = 0
  /// How many turns were played when the session was brought back: those before them are in its last snapshot.
  var turnsPlayed = 0
  /// The turn whose screen was recorded last.
  private var screenTurn = 0
  /// How many turns are passed over now until a screen is recorded again. At first few are: a short session has some screens too.
  private var screenPause = 0
  /// What was recorded last.
  private(set) var last: Envelope?
  /// The last event of the two streams that something has come from last, in order: its own, as a rule, and the app's, which a session's
  /// requests pass too, this one's or another's.
  private var places: [AppPlace] = []

  /// Makes a recorder of one session.
  ///
  /// - Parameters:
  ///   - screenInterval: How many turns lie between two of which the screen's digest is recorded too; 0 for never.
  ///   - keepsScreens: Whether the screen itself is recorded with its digest: for tests, which show what has changed.
  public convenience init(
    _ log: any EventLog, _ source: LogSource, screenInterval: Int = 0, keepsScreens: Bool = false
  ) {
    self.init(log, source, ScreenSchedule(interval: screenInterval, keepsAll: keepsScreens))
  }

  init(_ log: any EventLog, _ source: LogSource, _ screens: ScreenSchedule) {
    self.log = log
    self.source = source
    self.screens = screens
  }

  /// Appends an event of the session's stream to the log, which returns at once.
  public func record<Root: Event>(_ event: Root, _ envelope: Envelope, isInput: Bool, beginsTurn: Bool) {
    var marks: LogMarks = isInput ? .input : []
    if beginsTurn {
      marks.insert(.beginsTurn)
      turns += 1
    }
    if isInput, leavesOutNumbers {
      marks.insert(.leavesOutNumbers)
      leavesOutNumbers = false
    }
    lastPlace = log.append(event, envelope, from: source, marks: marks)
    if isInput { note(AppPlace(envelope)) }
    last = envelope
  }

  /// Notes in the log that there is no more of the turn, if its last event isn't being written yet.
  public func endTurn() {
    guard let place = lastPlace else { return }
    lastPlace = nil
    endedPlace = place
    log.add(.endsTurn, to: place)
  }

  /// Notes in the log, with the next event from outside, that numbers were left out before it.
  public func leaveOutNumbers() { leavesOutNumbers = true }

  /// Whether the log has written all turns that are over; of those that another process has recorded it has.
  public var isDurable: Bool { endedPlace.map(log.isDurable) ?? true }

  /// A place in the log before everything that this recorder writes.
  var beginning: UInt64 = 0

  /// Notes how far the session had heard the app's stream when it was recorded before.
  func note(_ place: AppPlace) {
    let (identity, isRequest) = (StreamIdentity(of: place.id), place.isRequest)
    places.removeAll { StreamIdentity(of: $0.id) == identity && $0.isRequest == isRequest }
    if places.count > 1 { places.removeFirst() }
    places.append(place)
  }

  /// How far the session has heard the app's stream.
  ///
  /// - Parameter identity: The session's own.
  func place(of identity: StreamIdentity) -> AppPlace? {
    let isOwn = { (place: AppPlace) in StreamIdentity(of: place.id) == identity && !place.isRequest }
    // The last in order, whatever the clock says: streams of processes that are over don't come again.
    return places.last { !isOwn($0) } ?? places.last
  }

  /// Records the screen that a turn has led to, if it is time for that.
  public func recordScreen(_ tree: ViewTree) {
    guard screens.interval > 0, let last else { return }
    // The last of a turn counts: where one was recorded, it is put right in any case.
    guard turns == screenTurn || turns > screenTurn + screenPause && screens.allowance?.take() != false else { return }
    if turns != screenTurn { screenPause = min(2 * screenPause + 1, screens.interval - 1) }
    screenTurn = turns
    let begin = ContinuousClock.now
    defer { screens.allowance?.charge((ContinuousClock.now - begin) / .milliseconds(1) - 1) }
    let text = ScreenText.of(tree)
    let shown = SessionEvent.shown(
      ShownScreen(digest: ScreenText.digest(of: text), text: screens.keeps(bytes: text.utf8.count) ? text : nil))
    let envelope = Envelope(
      recorded: SessionEvent.eventType, tag: shown.tag, sequence: last.sequence, id: last.id, time: last.time,
      cause: last.id, answers: nil, requests: [])
    log.append(shown, envelope, from: source, marks: [])
  }
}
