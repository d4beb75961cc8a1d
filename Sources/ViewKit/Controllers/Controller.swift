public import EventStream

/// Switches a screen's parts on and off: it connects views to events, and holds nothing that a test would want.
///
/// Its life, each of these called in order for every way in and out:
///
/// | called | for |
/// |---|---|
/// | `init` | what it is about: an id, its words, its views |
/// | ``loadView()`` | building the view, once, when the screen is first needed |
/// | ``viewDidLoad()`` | observing, connecting what views do, adding children |
/// | ``viewWillAppear()`` | asking for what the view shows |
/// | ``viewDidAppear()`` | the focus, timers of what moves |
/// | ``viewWillDisappear()`` | keeping what is half done |
/// | ``viewDidDisappear()`` | stopping what nobody sees |
/// | ``didRestoreState()`` | showing what is marked ``SessionState``, in a session that is brought back from a snapshot |
/// | ``didEnd()`` | nothing, as a rule: its observers, timers and unanswered requests are gone by themselves |
///
/// A screen that comes back appears again, without being built again. Children appear and disappear within their parent:
/// its `will` comes before theirs, its `did` after theirs. Where one of these methods goes elsewhere, or takes a child
/// away, that waits until the coming or going under way is over. Used in one session only, without locks.
open class Controller {
  /// What the document, or the dialog, is called while this is its screen. The document is called as the app is unless given.
  open var title: String { "" }
  /// Where the screens of the addresses under this one's are shown, one over the other, if they don't take its place: a
  /// list stays beside the detail that is in its outlet. Asked before the view is loaded.
  open var outlet: View? { nil }

  /// The controller that this one is a child of.
  public internal(set) final weak var parent: Controller?
  /// The controllers in this one, shown or hidden, in the order in which they came.
  public internal(set) final var children: [Controller] = []

  /// The screen that it stands in, or that has opened it; itself, if it is one.
  final var outermost: Controller {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  final var loadedView: View?
  /// How many views of the session's controllers had been loaded when this one's was.
  final var loadNumber = 0
  final weak var stage: Stage?
  final var presence = Presence.away
  /// Where in its parent it is shown, if it is.
  final var regionInParent: View?
  final let subscriptions = SessionSubscriptions()
  final var busyViews: [(view: View, isBusy: () -> Bool)] = []
  final var timers: [ScreenTimer] = []

  /// Makes a controller that isn't on screen.
  public init() {}

  // MARK: Life cycle

  /// Builds the view. Asked once, when the screen is first needed.
  open func loadView() -> View { Stack.column() }
  /// The view is there: observe what it shows.
  open func viewDidLoad() {}
  /// The view is about to come on screen: ask for what it shows.
  open func viewWillAppear() {}
  /// The view has come on screen.
  open func viewDidAppear() {}
  /// The view is about to leave the screen.
  ///
  /// Also when the session is put aside, since its page stays away or the process ends. One that is recorded comes back as it was then, so
  /// nothing that is sent meanwhile is sent to anybody.
  open func viewWillDisappear() {}
  /// The view has left the screen.
  open func viewDidDisappear() {}
  /// The session has been brought back, after its process ended or its page was away for long. It has heard every event that it
  /// missed, but for those that the log couldn't write; ask again for what may have changed without one.
  open func sessionDidReturn() {}
  /// What is marked ``SessionState`` is as a snapshot has it: show it. What users have done to the views is done afterwards.
  open func didRestoreState() {}
  /// The user has gone to another of the addresses that the screen answers, one of ``ScreenRoute/also(at:)``; or the history has led to
  /// one that asks the screen for something else behind `?`. ``path`` says which.
  open func pathDidChange() {}
  /// The controller has ended: it observes and sends nothing more.
  ///
  /// Those of sessions that are only played from a recording, or tried for a snapshot, end too: nothing outside may be changed here.
  open func didEnd() {}

  /// The controller's view, loaded if need be.
  public var view: View {
    if let loadedView { return loadedView }
    let view = loadView()
    loadedView = view
    loadNumber = stage?.countLoad() ?? 0
    viewDidLoad()
    for child in children { child.moveIn() }
    return view
  }

  // MARK: Events

  /// The session's stream, from when the controller is one of its screens, or stands in one, until the end; `nil` before, as in `init`, and
  /// after, as in ``didEnd()``. Until then nothing but the app itself asks for its view.
  public var stream: SessionStream? { stage?.stream }

  /// The time, as far as the session is concerned: when that happened what it is occupied with. A replay finds the same, so
  /// screens ask this rather than the system's clock.
  public var now: Timestamp { stage?.stream.now ?? Timestamp(nanoseconds: 0) }

  /// Random numbers that a replay finds again, for screens that want some.
  public var randomNumbers: SessionRandom { stage?.randomNumbers ?? SessionRandom(seed: 0) }

  /// Sends an event. If it is a request, this controller is busy until it is answered.
  ///
  /// Where there is no ``stream``, as in `init`, nothing is sent: what a screen asks for first, it asks for in ``viewWillAppear()``.
  public func send(_ event: some Event) { stream?.send(event, by: self) }

  /// Whether a request of the given case, sent from here, is unanswered.
  public func isUnanswered<Key: RequestKey>(_ path: CasePath<Key>) -> Bool {
    stream?.isUnanswered(path, by: self) ?? false
  }

  /// Takes over the requests of one case whose controllers end before they are answered, as if this one had sent them: what a user has
  /// asked for on a screen that he has left is told on the one where he is. Also those that are abandoned already. Until this one ends;
  /// there is one for each case, the last that says so.
  ///
  /// ```swift
  /// onAnswer(to: \TodoEvent.requestUpdateDetail, failed: { $0.alert("That didn’t work", "\($1)", button: "OK") })
  /// takeOver(\TodoEvent.requestUpdateDetail)
  /// ```
  ///
  /// - Returns: How many were abandoned already.
  @discardableResult
  public func takeOver<Key: RequestKey>(_ path: CasePath<Key>) -> Int {
    stream?.takeOverRequests(path, by: self) ?? 0
  }

  /// Whether a request of the given case is unanswered whose controller has ended, and that nobody has taken over.
  public func isAbandoned<Key: RequestKey>(_ path: CasePath<Key>) -> Bool { stream?.isAbandoned(path) ?? false }

  /// Whether the event that is being observed answers a request of the given case that this controller has sent, or taken over: for who
  /// observes all events of the answer's case anyway.
  public func isAnswer<Key: RequestKey>(to path: CasePath<Key>) -> Bool {
    stream?.isAnswer(to: path, of: self) ?? false
  }

  /// The latest request of the given case that was sent from here, or taken over, if it is unanswered: what tells its answer from others.
  public func unansweredRequest<Key: RequestKey>(_ path: CasePath<Key>) -> EventID? {
    stream?.unansweredRequest(path, by: self)
  }

  /// The request of one of the session's controllers whose answer is being observed; `nil` while anything else is.
  public var answeredRequest: EventID? { stream?.answeredRequest.map(EventID.init(rawValue:)) }

  /// Has a view show that it is busy for as long as a request of the given case, sent from here, is unanswered. Of several cases that are said
  /// of one view it is any.
  public func busy<Key: RequestKey>(_ view: View, while path: CasePath<Key>) {
    busyViews.append((view, { [unowned self] in isUnanswered(path) }))
  }

  /// Calls `body` once, later, unless the timer is cancelled or the controller has ended by then. Where there is no ``stream``, as in
  /// `init`, no timer is started.
  ///
  /// One that is started with the screen, and again whenever it has run down, doesn't keep the session from being kept in a
  /// snapshot: it goes on in the session that is made of it.
  @discardableResult
  public func after(
    _ duration: Duration, file: StaticString = #fileID, line: Int = #line, _ body: @escaping () -> Void
  ) -> ScreenTimer? {
    timers.removeAll { $0.isOver }
    guard let timer = stage?.startTimer(duration, at: "\(file):\(line)", body) else { return nil }
    timers.append(timer)
    return timer
  }
}
