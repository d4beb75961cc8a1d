public import EventStream

/// How a session is brought back: from its recording, turn by turn, or from a snapshot of it.
extension LiveSession {
  /// Plays one turn of a recorded session. The first opens it; no other may have begun before.
  ///
  /// Nothing that it does acts on the world until ``goOn(missed:)``.
  ///
  /// - Parameters:
  ///   - turn: What came from outside in that turn, in order; not empty.
  ///   - makeObserver: As for ``open(_:observing:)``; asked with the first turn.
  /// - Returns: The number of the act that began the turn, and why it was refused; `nil` if none was.
  @discardableResult
  public func replay(
    _ turn: [RecordedEvent], observing makeObserver: (@Sendable (ViewTree) -> (any Observer)?)? = nil
  ) -> (number: Int, refusal: IntentRefusal)? {
    guard let first = turn.first, !isEnded else { return nil }
    if stage == nil {
      guard case .opened(let opening)? = first.event as? SessionEvent else { return nil }
      let stage = Stage(
        plan, opening, app: app, onFailure: nil, sleep: sleep, replaying: StreamIdentity(of: first.envelope.id))
      self.stage = stage
      self.opening = opening
      observer = makeObserver?(stage.tree)
    }
    guard let stage, stage.stream.isReplaying else { return nil }
    defer { endTurn() }
    stage.beginReplayedTurn()
    guard stage.stream.identity.isSender(of: first.envelope.id) else {
      stage.stream.replayArrivals(turn)
      return nil
    }
    var refused: (number: Int, refusal: IntentRefusal)?
    for recorded in turn {
      stage.replay(recorded)
      refused = refused ?? stage.replayedRefusal
    }
    return refused
  }

  /// Begins as a session of a snapshot, which more turns can be played on. No other may have begun before.
  ///
  /// - Parameters:
  ///   - isOfOtherProgram: Whether another program has taken it: then it must be sure that what it keeps is for the same views.
  ///   - isOnlyBeginning: Whether there is nothing else to make the session of: then what only this program's session and controllers keep
  ///     is as they have it at first.
  ///   - makeObserver: As for ``open(_:observing:)``; what the snapshot shows isn't told.
  /// - Throws: ``SessionSnapshot/Refusal/unlike(_:)`` if this program's screens are others, and what the state's values throw.
  public func restore(
    _ snapshot: SessionSnapshot, by coding: any SnapshotCoding, isOfOtherProgram: Bool = false,
    isOnlyBeginning: Bool = true,
    observing makeObserver: (@Sendable (ViewTree) -> (any Observer)?)? = nil
  ) throws {
    guard stage == nil, !isEnded else { return }
    let stage = try Stage.restored(
      snapshot, plan, isOfOtherProgram: isOfOtherProgram, isOnlyBeginning: isOnlyBeginning, app: app,
      onFailure: onFailure, sleep: sleep, coding)
    self.stage = stage
    opening = snapshot.opening
    observer = makeObserver?(stage.tree)
  }

  /// Takes a snapshot, and tries it.
  ///
  /// - Parameter fresh: What this session consists of, made anew.
  /// - Throws: ``SessionSnapshot/Refusal``, and what the state's values throw.
  public func snapshot(anew fresh: Session, by coding: any SnapshotCoding) throws -> SessionSnapshot {
    guard let stage, let opening else { throw SessionSnapshot.Refusal.notNow }
    return try stage.snapshot(opening, of: plan, anew: fresh, coding)
  }

  /// How many of the replayed acts on the screen that is shown found nothing to act on: this program's screen is another than the
  /// one that they were done on.
  public var lostActs: Int { stage?.lostActs ?? 0 }

  /// Whether it was brought back without what was typed into private views, which its page must say once more: they are empty.
  ///
  /// It is so until something is done on its screen, however often it is brought back until then.
  public var lacksPrivate: Bool { stage?.lacksPrivate ?? false }

  /// How many timers of its screens run; with a moment, how many of them should have run down by then.
  package func timers(dueBy moment: Timestamp?) -> Int {
    stage?.timers.inOrder.count { timer in moment.map { timer.due <= $0 } ?? true } ?? 0
  }

  /// What of the app's stream is for this session: the cases that it observes there, such as `TodoEvent.rows`, and what it has
  /// asked and was not answered, as far as it has been replayed. Of the cases those ``Addressed`` to its visitor.
  public var concerns: (cases: Set<String>, requests: Set<EventID>, visitor: String) {
    stage?.stream.concerns ?? ([], [], "")
  }

  /// The requests to the app that follow from what the user did, and that the recording has not answered, as far as it has been replayed:
  /// what each is called, its id, and when it was made. Another program than the one that has recorded the session may never have made
  /// them.
  public var unansweredRequestsOfActs: [(name: String, id: EventID, time: Timestamp)] {
    stage?.stream.unansweredRequestsOfActs ?? []
  }

  /// Goes on after a replay, as a session that lives.
  ///
  /// - Parameters:
  ///   - program: Which program it goes on in.
  ///   - missed: What has passed on the app's stream since the recording ends, in order.
  ///   - repeatsRequests: Whether requests that the recording has not answered are made once more, where that does no harm;
  ///     otherwise they all fail.
  ///   - doubted: Requests that fail in any case, since they may never have been made: see ``unansweredRequestsOfActs``.
  public func goOn(
    in program: String = "", missed: [RecordedEvent] = [], repeatsRequests: Bool = true,
    butFor doubted: Set<EventID> = []
  ) {
    guard let stage, stage.stream.isReplaying else { return }
    defer { endTurn() }
    record(stage)
    stage.stream.beginTurn()
    stage.stream.endReplay(missed: missed, repeatsRequests: repeatsRequests, butFor: doubted)
    endTurn()
    stage.stream.beginTurn()
    stage.tellReturned(in: program)
    listen(stage)
  }
}
