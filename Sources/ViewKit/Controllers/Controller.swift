public import EventStream

/// Switches a screen's parts on and off: it connects views to events, and holds nothing that a test would want.
///
/// Called in this order, each once for every way in and out: `init`, ``loadView()``, ``viewDidLoad()``,
/// ``viewWillAppear()``, ``viewDidAppear()``, ``viewWillDisappear()``, ``viewDidDisappear()``, and the end, after which
/// nothing of it is left: no observer, no timer, no unanswered request. Used in one session only, without locks.
open class Controller {
  /// What the document is called while this is its screen.
  open var title: String { "" }

  private var loadedView: View?
  weak var stage: Stage?
  var subscriptions: [SessionSubscription] = []
  var busyViews: [(view: View, isBusy: () -> Bool)] = []
  var timers: [ScreenTimer] = []

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
  open func viewWillDisappear() {}
  /// The view has left the screen.
  open func viewDidDisappear() {}

  /// The controller's view, loaded if need be.
  public var view: View {
    if let loadedView { return loadedView }
    let view = loadView()
    loadedView = view
    viewDidLoad()
    return view
  }

  // MARK: Events

  /// The session's stream, from ``viewDidLoad()`` until the end.
  public var stream: SessionStream? { stage?.stream }

  /// Sends an event. If it is a request, this controller is busy until it is answered.
  public func send(_ event: some Event) { stream?.send(event, by: self) }

  /// Whether a request of the given case, sent from here, is unanswered.
  public func isUnanswered<Key: RequestKey>(_ path: CasePath<Key>) -> Bool {
    stream?.isUnanswered(path, by: self) ?? false
  }

  /// Has a view show that it is busy for as long as a request of the given case, sent from here, is unanswered.
  public func busy<Key: RequestKey>(_ view: View, while path: CasePath<Key>) {
    busyViews.append((view, { [unowned self] in isUnanswered(path) }))
  }

  // MARK: Time

  /// Calls `body` once, later, unless the timer is cancelled or the controller has ended by then.
  @discardableResult
  public func after(_ duration: Duration, _ body: @escaping () -> Void) -> ScreenTimer? {
    timers.removeAll { $0.isOver }
    guard let timer = stage?.startTimer(duration, body) else { return nil }
    timers.append(timer)
    return timer
  }

  // MARK: Going elsewhere

  /// Shows the screen of another route, such as `/todos/7`, as a new entry of the history.
  public func go(to path: String) { stage?.go(to: path) }
  /// Tells the user something that must be read before going on.
  public func alert(_ title: String, _ message: String, button: String = "OK") {
    stage?.alert(title, message, button: button)
  }
  /// Moves the user's focus to a view.
  public func focus(_ view: View) { stage?.tree.moveFocus(to: view) }

  // MARK: Called by the stage

  func end() {
    stream?.forgetRequests(of: self)
    for timer in timers { timer.cancel() }
    timers = []
    subscriptions = []
    busyViews = []
  }

  func updateBusy() {
    for (view, isBusy) in busyViews { view.isBusy = isBusy() }
  }
}

/// What every controller can do, said of its own type.
public protocol ControllerType: Controller {}

extension Controller: ControllerType {}

extension ControllerType {
  /// Observes a case for as long as the controller lives.
  ///
  /// The closure gets the controller, unretained, and the payload, in the session's isolation domain.
  public func on<Key: CaseKey>(_ path: CasePath<Key>, _ body: @escaping (Self, Key.Payload) -> Void) {
    guard let subscription = stream?.observe(path, { [unowned self] payload, _ in body(self, payload) }) else { return }
    subscriptions.append(subscription)
  }
}

extension ControllerType {
  /// Observes the answers to this controller's own requests of one case, failed or not, for as long as it lives.
  ///
  /// - Parameter latestOnly: Whether the answer to a request is passed over when another of the case was sent since.
  public func onAnswer<Key: RequestKey>(
    to path: CasePath<Key>, latestOnly: Bool = false,
    _ body: @escaping (Self, Result<Key.Success, Key.Failure>) -> Void
  ) {
    let subscription = stream?.observeAnswers(to: path, by: self, latestOnly: latestOnly) { [unowned self] answer, _ in
      body(self, answer)
    }
    if let subscription { subscriptions.append(subscription) }
  }
}
