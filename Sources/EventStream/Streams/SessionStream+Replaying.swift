/// Takes every event of one session's stream, with what a replay of it needs to know.
///
/// Used in the session's isolation domain only.
public protocol SessionRecorder: AnyObject {
  /// Called for each event before its observers are, in the order of delivery.
  ///
  /// - Parameters:
  ///   - isInput: Whether it has come from outside; everything else follows from those.
  ///   - beginsTurn: Whether it is the first of a turn.
  func record<Root: Event>(_ event: Root, _ envelope: Envelope, isInput: Bool, beginsTurn: Bool)

  /// Called when a turn is over: what was recorded last was the last of it.
  func endTurn()

  /// Called before what is recorded next if the session has left out numbers, as one does that was brought back: see
  /// ``RecordedEvent/leavesOutNumbers``.
  func leaveOutNumbers()

  /// Whether all turns that are over are durable by now. Asked within a turn, where that makes a difference.
  var isDurable: Bool { get }
}

extension SessionRecorder {
  /// Not known to be.
  public var isDurable: Bool { false }
  /// Does nothing.
  public func endTurn() {}
}

/// An event that came into a session, as it was recorded.
public struct RecordedEvent: Sendable {
  /// The event.
  public let event: any Event
  /// What travelled with it.
  public let envelope: Envelope
  /// Whether the session left out numbers before it: those of requests that it may have made without anybody having recorded it. A replay
  /// must leave them out too.
  public let leavesOutNumbers: Bool

  /// Describes an event that was recorded.
  public init(_ event: any Event, _ envelope: Envelope, leavesOutNumbers: Bool = false) {
    self.event = event
    self.envelope = envelope
    self.leavesOutNumbers = leavesOutNumbers
  }
}

extension SessionStream {
  /// What the ids of the session's own events begin with.
  public var identity: StreamIdentity { StreamIdentity(rawValue: origin) }

  /// Whether a recording is being played: nothing that the session does acts on the world.
  public var isReplaying: Bool { replay != nil }

  /// Has everything recorded that is delivered from now on.
  public func record(by recorder: any SessionRecorder) {
    let tap = RecordingTap(recorder, self)
    recording = tap
    add(tap)
  }

  /// Has nothing recorded from now on.
  ///
  /// - Returns: Whether it was until now.
  @discardableResult
  public func stopRecording() -> Bool {
    guard let tap = recording else { return false }
    recording = nil
    change { $0.remove(tap) }
    return true
  }

  /// A turn begins: what is delivered until the next is one step of the session.
  ///
  /// - Parameter isRepeatable: Whether what begins it happens again if the process ends before it is recorded: see ``turnIsRepeatable``.
  public func beginTurn(isRepeatable: Bool = false) {
    turnIsNew = true
    turnIsRepeatable = isRepeatable
    requestNumbers.begin(act: 0)
  }

  /// A turn is over: all that it led to has been delivered.
  public func endTurn() { recording?.endTurn() }

  /// Whether something of the turn was recorded, or the session isn't: a turn that nothing was recorded of is none in a replay.
  public var turnIsRecorded: Bool { recording == nil || !turnIsNew }

  /// Whether all turns that are over have been recorded for good: what they led to comes about again whatever becomes of the process.
  public var isDurable: Bool { recording?.isDurable ?? false }

  /// What happens from now on in this turn follows from something that the user has done.
  ///
  /// - Parameter number: The number that the page gave to it, 0 if it gave none. What the page repeats after a crash has the same,
  ///   and so have the requests that it leads to.
  public func beginAct(_ number: Int) { requestNumbers.begin(act: number) }

  /// The session has been brought back: what it asks for now has other ids than what it may have asked for before its process
  /// ended and that wasn't recorded.
  public func skipRequests() { requestNumbers.skip() }

  // MARK: Replaying

  /// Whether what the session asks for now, while a recording is played, may be asked for once more if the recording doesn't answer it.
  public var repeatsRequests: Bool {
    get { replay?.repeatsRequests ?? true }
    set { replay?.repeatsRequests = newValue }
  }

  /// Whether what the session asks for now, while a recording is played, follows from something that the user did, and not from a screen
  /// that comes.
  public var isPlayingAct: Bool {
    get { replay?.isPlayingAct ?? false }
    set { replay?.isPlayingAct = newValue }
  }

  /// The requests to the app that follow from what the user did, and that the recording has not answered so far: which case of which type
  /// each is, its id, and when it was made. Another program than the one that has recorded them may never have made them.
  public var unansweredRequestsOfActs: [(name: String, id: EventID, time: Timestamp)] {
    (replay?.unansweredOfActs ?? []).compactMap { request in
      guard let type = EventType.at(Int(request.type)), type.reach == .app else { return nil }
      return (type.name(ofTag: Int(request.tag)), request.id, request.time)
    }
  }

  /// Sends an event that the session sent itself when it was recorded, and that nothing in it had caused.
  public func replay(_ recorded: RecordedEvent) {
    if recorded.leavesOutNumbers { skipRequests() }
    replay?.time = recorded.envelope.time
    send(recorded.event)
  }

  /// Delivers what came from other threads when the session was recorded.
  public func replayArrivals(_ recorded: [RecordedEvent]) {
    for each in recorded {
      if each.leavesOutNumbers { skipRequests() }
      mailbox.goOn(behind: each.envelope.id)
      take(each.event, each.envelope)
    }
    replay?.time = recorded.last?.envelope.time ?? now
    takeIn()
  }

  /// Goes on as a session whose events come from the world and go there.
  ///
  /// - Parameters:
  ///   - missed: What has passed on the app's stream since the recording ends. What the session observes, or has asked for, it
  ///     is told now, and once.
  ///   - repeatsRequests: Whether requests that the recording has not answered are made once more, where that does no harm;
  ///     otherwise they all fail.
  ///   - doubted: Requests that fail in any case, since they may never have been made.
  public func endReplay(
    missed: [RecordedEvent] = [], repeatsRequests: Bool = true, butFor doubted: Set<EventID> = []
  ) {
    guard let replay else { return }
    // By a clock that was set back since, what came later would seem to have come before.
    let now = app.clock.now
    let times = missed.map(\.envelope.time) + [now]
    let isInOrder = zip(times, times.dropFirst()).allSatisfy { $0 <= $1.advanced(by: .seconds(1)) }
    let heard = replay.heardAlready
    // Its own requests are there once more where another process has made them again.
    var own = heard
    let missed = missed.map { RecordedEvent($0.event, replay.here($0.envelope)) }
    let relevant = missed.filter { each in
      let id = each.envelope.id
      return concerns(each.event, each.envelope, asOf: isInOrder ? now : nil)
        && (!identity.isAsker(of: id) || own.insert(id.rawValue).inserted)
    }
    for each in relevant {
      replay.answered(each.envelope.answersID)
      take(each.event, each.envelope)
    }
    self.replay = nil
    let before = HeardBefore()
    heardBefore = before
    holdsOrigin = holdOrigin(origin)
    // Before what was missed is taken in: what that leads to is asked behind it, as it would have been.
    let again = replay.finish(repeating: repeatsRequests, butFor: doubted) { [mailbox] request in
      let name = EventType.at(Int(request.type))?.name(ofTag: Int(request.tag)) ?? ""
      let failure = EventType.at(Int(request.type))?.failure(Int(request.tag), InterruptedRequest(request: name))
      if let failure { mailbox.takeIn(failure, to: request) }
    }
    // What has been asked for is asked again as it was; what is asked for from now on is something else.
    skipRequests()
    recording?.leaveOutNumbers()
    takeIn()
    before.note(relevant.lazy.map(\.envelope), own: heard, madeAgain: again)
  }

  /// What of the app's stream is for this session: the cases that it observes there, such as `TodoEvent.rows`, and what it has
  /// asked and was not answered, as far as it has been replayed. Of the cases those ``Addressed`` to its visitor.
  public var concerns: (cases: Set<String>, requests: Set<EventID>, visitor: String) {
    let cases = forwarding.compactMap { EventType.at($0.type)?.name(ofTag: $0.tag) }
    return (Set(cases), replay?.unanswered ?? [], visitor)
  }

  /// Whether an event of the app's stream is for this session.
  ///
  /// - Parameter now: The time now, if times tell what was observed here only later.
  private func concerns(_ event: some Event, _ envelope: Envelope, asOf now: Timestamp?) -> Bool {
    let type = type(of: event).eventType
    if envelope.answersID != 0, replay?.holds(envelope.answersID) == true { return true }
    guard let since = forwarded(type.index, event.tag)?.since else { return false }
    if let now, envelope.time < since, since <= now { return false }
    return type.news[event.tag]?(event).includes(visitor) ?? true
  }

  private func take(_ event: some Event, _ envelope: Envelope) {
    arrivals.append(event, type(of: event).eventType, envelope, turn: 0)
  }

  private func takeIn() {
    if isDelivering { return }
    isDelivering = true
    finishDelivering()
  }
}

/// Tells a session's recorder of what passes.
// Safe because it is used in the session's isolation domain only.
final class RecordingTap: Tap, @unchecked Sendable {
  private let recorder: any SessionRecorder
  private unowned let stream: SessionStream

  init(_ recorder: any SessionRecorder, _ stream: SessionStream) {
    self.recorder = recorder
    self.stream = stream
  }

  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    let isInput = stream.isArrival || envelope.cause == nil
    recorder.record(event, envelope, isInput: isInput, beginsTurn: isInput && stream.turnIsNew)
    if isInput { stream.turnIsNew = false }
  }

  func endTurn() { recorder.endTurn() }
  func leaveOutNumbers() { recorder.leaveOutNumbers() }
  var isDurable: Bool { recorder.isDurable }
}
