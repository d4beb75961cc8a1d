internal import EventStream

/// What happens from outside passes the stream, and is done when it is delivered: whatever follows names it as its cause.
extension Stage {
  func observeHappenings() {
    happenings = stream.observe(SessionEvent.self, tags: SessionEvent.happenings) { [unowned self] event, _ in
      if case .timerFired(let number) = event { timers.fire(number) } else { happen() }
    }
  }

  private func happen() {
    let happening = happening
    self.happening = nil
    happening?()
  }

  /// Notes that the page has said something, which it does only behind what private views hold. What it hasn't said, an upload, has no number.
  private func noteSaid(_ number: Int) {
    if number > 0 { lacksPrivate = false }
  }

  private func tell(_ event: SessionEvent, _ happening: @escaping () -> Void) {
    self.happening = happening
    stream.send(event)
  }

  /// - Returns: Whether a route leads there, and the visitor may follow it.
  func open(_ opening: SessionOpening) -> Bool {
    var isShown = false
    tell(.opened(opening)) { [unowned self] in isShown = show(Path(opening.path), nil) }
    return isShown
  }

  /// - Returns: Whether a route leads there, and the visitor may follow it.
  func visit(_ visit: SessionVisit) -> Bool {
    var isShown = false
    noteSaid(visit.number)
    stream.beginAct(visit.number)
    tell(.visited(visit)) { [unowned self] in isShown = show(visit) }
    return isShown
  }

  /// What a page says may lead elsewhere, as `//example.org` does. A browser doesn't let a page have such an address.
  private func show(_ visit: SessionVisit) -> Bool {
    let path = Path(visit.path)
    return show(path, visit.isBack ? nil : .push(path.text))
  }

  /// The session has been brought back: its timers run on, and its controllers are told.
  func tellReturned(in program: String) {
    tell(.returned(program)) { [unowned self] in goOn(in: program) }
  }

  /// Goes on in a program. If it is another, its screen may be numbered otherwise than the one that the page shows: what the page
  /// says before it shows this one must hit nothing.
  private func goOn(in program: String) {
    if program != self.program { tree.renumberAnew() }
    self.program = program
    tree.rowPlaces = RowPlaces()
    if tree.emptyWithheld() { lacksPrivate = true }
    stream.skipRequests()
    resume()
  }

  /// Carries out what a user did, unless the screen doesn't allow it.
  func receive(_ intent: Intent, number: Int) throws(IntentRefusal) {
    var refusal: IntentRefusal?
    let recorded = recorded(intent, number)
    noteSaid(number)
    beginAct(number)
    tell(.acted(recorded)) { [unowned self] in
      do throws(IntentRefusal) { try carryOut(intent) } catch { refusal = error }
    }
    if let refusal { throw refusal }
  }

  /// What is recorded of an act, before it is done: then nobody could tell any more whether the screen allowed it.
  private func recorded(_ intent: Intent, _ number: Int) -> SessionAct {
    guard tree.allows(intent) else {
      return SessionAct(number: number, withoutSecrets(intent), mark: SessionAct.refusedMark)
    }
    return SessionAct(
      number: number, withoutSecrets(intent), mark: tree.mark(of: intent.target), row: tree.rowMark(of: intent.target),
      next: tree.markOfNext(in: intent))
  }

  /// An intent as it may be recorded: what was typed into a private view is replaced, and not even its length is told.
  private func withoutSecrets(_ intent: Intent) -> Intent {
    guard case .text(let text) = intent.value, !text.isEmpty else { return intent }
    let isPrivate = tree.inspect(intent) { view, _ in view.isPrivate } ?? true
    return isPrivate ? Intent(intent.target, intent.kind, .text(withheldText)) : intent
  }

  /// A recorded turn is about to be played.
  func beginReplayedTurn() {
    stream.isPlayingAct = false
    if !stream.repeatsRequests, !tree.holdsWithheld { stream.repeatsRequests = true }
  }

  /// Something private is missing in what is played: what the session asks for may be made of what stands for it, so it mustn't be
  /// asked for again.
  func notePrivateIsMissing() { stream.repeatsRequests = false }

  private func carryOutAgain(_ act: SessionAct) {
    let intent = act.intent
    if intent.value == .text(withheldText), tree.inspect(intent, { view, _ in view.isPrivate }) ?? true {
      notePrivateIsMissing()
    }
    let wasRefused = act.mark == SessionAct.refusedMark
    // Nothing came of it, and its user knows that: what another program's screen allows there isn't what he has done.
    if wasRefused, tree.allows(intent) { return }
    guard let mark = act.mark, !wasRefused else { return carryOutAgain(intent, act.number) }
    guard let target = tree.target(like: intent.target, marked: mark, for: intent.kind),
      let same = tree.intent(of: act, on: target)
    else {
      return lostActs += 1
    }
    carryOutAgain(same, act.number)
  }

  private func carryOutAgain(_ intent: Intent, _ number: Int) {
    do throws(IntentRefusal) { try carryOut(intent) } catch { replayedRefusal = (number, error) }
  }

  /// Does once more what happened when the session was recorded.
  func replay(_ recorded: RecordedEvent) {
    replayedRefusal = nil
    stream.beginAct(0)
    if let event = recorded.event as? SessionEvent {
      switch event {
      case .opened(let opening):
        happening = { [unowned self] in _ = show(Path(opening.path), nil) }
      case .visited(let visit):
        lostActs = 0
        noteSaid(visit.number)
        stream.beginAct(visit.number)
        happening = { [unowned self] in _ = show(visit) }
      case .acted(let act):
        noteSaid(act.number)
        beginAct(act.number)
        stream.isPlayingAct = true
        happening = { [unowned self] in carryOutAgain(act) }
      case .returned(let program): happening = { [unowned self] in goOn(in: program) }
      case .timerFired, .shown, .ended, .returning, .returningAlone: break
      }
    }
    stream.replay(recorded)
  }
}
