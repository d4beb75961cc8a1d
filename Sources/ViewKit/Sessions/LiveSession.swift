public import EventStream

/// A session at work: one isolation domain with its views, controllers and stream.
public actor LiveSession {
  /// Told after every turn in which the screen has changed. Used in the session's isolation domain only.
  public protocol Observer: AnyObject {
    /// The screen has changed; take the changes from the tree.
    ///
    /// - Parameter isRepeatable: Whether the same comes about again if the process ends before this turn is recorded: it follows from
    ///   what the page says once more then, and from answers that are given once more. What else is shown should be durable before.
    func screenDidChange(_ tree: ViewTree, isRepeatable: Bool)
  }

  let plan: Session
  let app: AppStream
  private let onNews: (@Sendable (LiveSession) -> Void)?
  let onFailure: FailureHandler?
  let sleep: @Sendable (Duration) async throws -> Void
  private var keeper: (any SnapshotKeeper)?

  /// What goes with a session from when the world hears of it.
  private struct Company {
    let recorder: (any SessionRecorder)?
    let keeper: (any SnapshotKeeper)?
    let taps: [any Tap]
    let durable: (@Sendable () async -> Void)?
  }

  /// `nil` once it has been called: what that needs is no longer held.
  private var makeCompany: (@Sendable () -> Company)?
  private var party: UInt64?
  // Before it asks for anything: what is asked again at a return stays before what comes then.
  var stage: Stage? {
    didSet { stage?.stream.party = party }
  }
  var opening: SessionOpening?
  var observer: (any Observer)?
  /// Who waits for what, by numbers of their own.
  var waiting: [Int: Waiting] = [:]
  var lastWaiting = 0
  /// How long rows have been waited for that were away, since everything was answered.
  var rowPatienceSpent = Duration.zero
  var isEnded = false
  /// Whether something that can't be repeated has come since the observer was told last: it may be in what is shown next, and may not be
  /// durable by then.
  private var hidesUnrepeatable = false
  /// What has come from other streams may come at another time when the turn comes about again: sooner than an act, or later.
  private enum Arrivals {
    case none
    /// An answer was to come when the turn began.
    case awaited
    /// They have begun the turn.
    case taken
  }

  private var arrivals = Arrivals.none

  /// Makes a session that hasn't begun.
  ///
  /// - Parameters:
  ///   - plan: What it consists of.
  ///   - app: The stream of the app that it belongs to.
  ///   - party: With which other sessions what it asks the app for has its turn: see `SessionStream.party`.
  ///   - onNews: Called when the app has news that other sessions hear too: has the session ``takeIn()`` when it is its turn.
  ///     It does so at once unless given.
  ///   - onFailure: Called with whatever a handler of the session throws; with what an `Answer` fails with, on any thread.
  ///   - sleep: How its timers wait; a test gives its own.
  ///   - recorder: Makes what records the session, in its isolation domain; nothing unless given.
  ///   - durable: Returns when everything that was recorded until now is durable. What a session asks the app for waits for that,
  ///     so that nothing is asked for a second time; but for what can be answered a second time without harm.
  ///   - keeper: Makes what keeps snapshots of it, in its isolation domain; nothing unless given.
  ///   - makeTaps: Makes what is told of every event while the session lives, but not while a recording is played.
  public init(
    _ plan: Session, app: AppStream, party: UInt64? = nil, onNews: (@Sendable (LiveSession) -> Void)? = nil,
    onFailure: FailureHandler? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    recorder: (@Sendable () -> any SessionRecorder)? = nil,
    durable: (@Sendable () async -> Void)? = nil,
    keeper: (@Sendable () -> any SnapshotKeeper)? = nil,
    tappedBy makeTaps: @escaping @Sendable () -> [any Tap] = { [] }
  ) {
    makeCompany = { Company(recorder: recorder?(), keeper: keeper?(), taps: makeTaps(), durable: durable) }
    self.plan = plan
    self.app = app
    self.party = party
    self.onNews = onNews
    self.onFailure = onFailure
    self.sleep = sleep
  }

  /// Begins: starts the session's servers and shows the screen at a path.
  ///
  /// - Returns: Whether a route leads there, or from there to another screen that this visitor may see.
  public func open(_ path: String) -> Bool { open(SessionOpening(path: path)) }

  /// Begins: starts the session's servers and shows the screen at a path.
  ///
  /// - Parameters:
  ///   - opening: How it begins.
  ///   - makeObserver: Makes what is told of every change, the first included; nothing unless given.
  /// - Returns: Whether a route leads there, or from there to another screen that this visitor may see.
  public func open(
    _ opening: SessionOpening, observing makeObserver: (@Sendable (ViewTree) -> (any Observer)?)? = nil
  ) -> Bool {
    guard stage == nil, !isEnded else { return false }
    let stage = Stage(plan, opening, app: app, onFailure: onFailure, sleep: sleep)
    self.stage = stage
    self.opening = opening
    observer = makeObserver?(stage.tree)
    record(stage)
    listen(stage)
    defer { endTurn() }
    stage.stream.beginTurn()
    return stage.open(opening)
  }

  func record(_ stage: Stage) {
    guard let company = makeCompany?() else { return }
    makeCompany = nil
    if let recorder = company.recorder { stage.stream.record(by: recorder) }
    for tap in company.taps { stage.stream.add(tap) }
    keeper = company.keeper
    if let durable = company.durable { stage.stream.send(toAppWhen: durable) }
  }

  func listen(_ stage: Stage) {
    stage.stream.mailbox.onArrival { [weak self, onNews] arrival in
      if arrival == .news, let onNews {
        if let self { onNews(self) }
      } else {
        Task { await self?.takeArrivals() }
      }
    }
  }

  /// Shows the screen at another path: the user has followed a link, or gone back or forward.
  ///
  /// - Parameters:
  ///   - isDone: Called when the screen is shown, before anyone is told of the change.
  ///   - isNext: Asked first, in the session's isolation domain: where it says no, nothing is done.
  /// - Returns: Whether a route leads there, or from there to another screen that this visitor may see.
  public func visit(
    _ visit: SessionVisit, isDone: @Sendable () -> Void = {}, if isNext: @Sendable () -> Bool = { true }
  ) -> Bool {
    // Of what an ended session takes nobody would ever hear: its page says it again, to the one that is brought back.
    guard !isEnded, isNext() else { return false }
    defer { endTurn() }
    defer { isDone() }
    arrivals = asks(forMoreThan: 0) ? .awaited : .none
    stage?.stream.beginTurn(isRepeatable: visit.number > 0)
    return stage?.visit(visit) ?? false
  }

  /// Carries out what the user did.
  ///
  /// - Parameters:
  ///   - number: The number that the page gave to it.
  ///   - isDone: Called when it is carried out or refused, before anyone is told of what has changed, and before a snapshot is taken;
  ///     gets why it is refused.
  ///   - isNext: Asked first, in the session's isolation domain: where it says no, nothing is done.
  /// - Throws: ``IntentRefusal``; nothing has changed then, and a tick that the user's screen shows is taken back.
  public func receive(
    _ intent: Intent, number: Int = 0, isDone: @Sendable (IntentRefusal?) -> Void = { _ in },
    if isNext: @Sendable () -> Bool = { true }
  ) throws(IntentRefusal) {
    guard !isEnded, isNext() else { return }
    defer { endTurn() }
    do throws(IntentRefusal) {
      guard let stage else { throw .notOnScreen }
      arrivals = asks(forMoreThan: 0) ? .awaited : .none
      stage.stream.beginTurn(isRepeatable: number > 0)
      try stage.receive(intent, number: number)
    } catch {
      isDone(error)
      throw error
    }
    isDone(nil)
  }

  /// Takes in once more what was typed into a private view before the session was brought back: see ``lacksPrivate``.
  ///
  /// It is nothing that the user does now: it has no number, and what follows from it is requested with other numbers than what follows from
  /// acts.
  ///
  /// - Throws: ``IntentRefusal``, also if the view isn't private; nothing has changed then.
  public func receivePrivate(_ intent: Intent) throws(IntentRefusal) {
    guard let stage else { throw .notOnScreen }
    guard stage.tree.inspect(intent, { view, _ in view.isPrivate }) == true else { throw .notAllowed }
    try receive(intent)
  }

  /// Looks at the screen. The result leaves the session, the views don't.
  ///
  /// - Returns: What `body` returns; `nil` before the session is open, and when it has ended.
  /// - Throws: What `body` throws.
  public func withScreen<Result: Sendable>(_ body: @Sendable (ViewTree) throws -> Result) rethrows -> Result? {
    try (stage?.tree).map(body)
  }

  /// Has an observer told of every change from now on, in place of the one before.
  public func observe(_ make: @Sendable (ViewTree) -> (any Observer)?) {
    guard let stage else { return }
    observer = make(stage.tree)
  }

  /// Takes in what has come from other threads, at once.
  ///
  /// - Returns: Whether anything had come.
  @discardableResult
  public func takeIn() -> Bool {
    guard let stage, stage.stream.mailbox.hasArrivals else { return false }
    takeArrivals()
    return true
  }

  /// Whether something that it sends to the app waits until what led to it is durable.
  public var isSending: Bool { stage?.stream.isSending == true }

  /// Has its turn together with other sessions from now on: see `SessionStream.party`.
  public func join(_ party: UInt64) {
    self.party = party
    stage?.stream.party = party
  }

  /// Sends an event as the session.
  public func send(_ event: some Event) {
    stage?.stream.beginTurn()
    stage?.stream.send(event)
    endTurn()
  }

  /// Ends the session with everything it owns.
  public func end() {
    isEnded = true
    stage?.end()
    stage = nil
    observer = nil
    (keeper, makeCompany) = (nil, nil)
    resume(.settled)
    resume(.turnOver)
  }

  private func takeArrivals() {
    arrivals = .taken
    stage?.stream.beginTurn(isRepeatable: true)
    stage?.stream.takeArrivals()
    endTurn()
  }

  func endTurn() {
    guard let stage else { return }
    stage.endTurn()
    let given = stage.tree.given
    // What has come before and wasn't seen may be seen with what comes now; that comes about again once it is recorded for good.
    if hidesUnrepeatable || given.contains(.earlierRows), stage.tree.hasChanges {
      hidesUnrepeatable = !stage.stream.isDurable
    }
    stage.stream.endTurn()
    if !stage.stream.turnIsRepeatable || givesOtherNumbersAgain(given) || isActedOnBeforeItsTime(stage.tree) {
      hidesUnrepeatable = true
    }
    arrivals = .none
    stage.tree.endTurn()
    // What has changed in a turn of which nothing was recorded is told with the next: replays wouldn't count it.
    if stage.tree.hasChanges, stage.stream.turnIsRecorded {
      observer?.screenDidChange(stage.tree, isRepeatable: !hidesUnrepeatable)
      hidesUnrepeatable = false
    }
    resume(.turnOver)
    if isSettled { noteSettled() }
    keepSnapshot()
  }

  /// Whether what has got a number in this turn may get another when the same comes about again.
  ///
  /// What answers bring comes about in another order then, or all at once; and what rows a list has when its user filters it depends on
  /// what has been answered. Who has been shown a row acts on it by its number: it mustn't be another row's.
  private func givesOtherNumbersAgain(_ given: GivenNumbers) -> Bool {
    given.contains(.rows) || arrivals != .none && !given.isEmpty
  }

  /// Whether an answer lets its user do something that he may have done before that answer when the same comes about again.
  ///
  /// Who waits for a form to be filled changes one field and saves it. If that is said once more and the form is filled behind it, nothing
  /// of it is left.
  private func isActedOnBeforeItsTime(_ tree: ViewTree) -> Bool { arrivals == .taken && tree.letsDoMore }

  private func keepSnapshot() {
    guard let keeper, stage?.isQuiet == true, keeper.isDue else { return }
    do { keeper.keep(try snapshot(anew: keeper.makeSession(), by: keeper.coding)) } catch {
      keeper.keepNone(because: error)
    }
  }
}
