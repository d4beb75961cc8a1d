internal import EventStream

/// A session's screen: its tree, its stream and the controllers that are shown.
final class Stage {
  let stream: SessionStream
  let tree: ViewTree
  let layers: Layers
  private let screens: Routes
  /// What the visitor reads, where no screen says something.
  private let language: String
  /// What a screen is called that says nothing of that.
  private let appName: String
  let timers: Timers
  private let screenRoot = Stack.column(looks: ["screen"])
  /// The screens from the lowest to the one that the address names.
  private(set) var stack: [StackedScreen] = []
  /// The addresses that the screens which are made next showed before.
  private var rememberedAddresses: [Path] = []
  private var waiting: [() -> Void] = []
  private(set) var isPerforming = false
  /// What has ended in this turn: whoever dismisses himself may have more to do.
  private var ended: [Controller] = []
  private var loads = 0
  /// Loads the views of screens that have come, before they are shown: what observes the same event hears it in the order of loading.
  var loadBeforeShowing: (() -> Void)?
  let randomNumbers: SessionRandom
  /// Which program it runs in.
  var program: String
  /// How many acts on the screen that is shown found nothing to act on when they were replayed.
  var lostActs = 0
  /// The number of the act that was carried out again last, and why it was refused, if it was.
  var replayedRefusal: (number: Int, refusal: IntentRefusal)?
  /// Whether private views were emptied when it was brought back, since what they held isn't kept anywhere but on its page, and that
  /// has said nothing since: a process may end before it has.
  var lacksPrivate = false
  /// The number that the page has given the act that is carried out, or was last.
  private(set) var act = 0
  /// How many acts were done before there was this page.
  private let actsBefore: Int
  /// What is done when the event is delivered that tells of it.
  var happening: (() -> Void)?
  var happenings: SessionSubscription?

  /// - Parameter identity: That of the recorded session that is to be replayed.
  init(
    _ session: Session, _ opening: SessionOpening, app: AppStream, onFailure: FailureHandler?,
    sleep: @escaping @Sendable (Duration) async throws -> Void, replaying identity: StreamIdentity? = nil
  ) {
    screens = session.screens
    appName = session.appName
    language = NoScreen.language(of: opening.visitor)
    randomNumbers = SessionRandom(seed: opening.seed)
    program = opening.program
    actsBefore = opening.actsBefore ?? 0
    stream = SessionStream(app: app, visitor: opening.visitor.id, onFailure: onFailure, replaying: identity)
    timers = Timers(stream, sleep: sleep)
    tree = ViewTree()
    tree.root.add(screenRoot)
    layers = Layers(over: screenRoot, in: tree)
    observeHappenings()
    tree.isUnanswered = { [stream] in stream.isUnanswered(anyOf: $0) }
    tree.answeredRequest = { [stream] in stream.answeredRequest }
    for server in session.servers { stream.start(server) }
  }

  /// The address that is shown.
  var path: Path { Path(tree.path) }

  // MARK: Going

  /// Lets controllers come or go. What asks for it meanwhile waits its turn, so that no coming or going is cut short.
  func perform(_ body: @escaping () -> Void) {
    waiting.append(body)
    if isPerforming { return }
    isPerforming = true
    // What a screen asks for because it comes is no act.
    let isPlayingAct = stream.isPlayingAct
    stream.isPlayingAct = false
    while !waiting.isEmpty { waiting.removeFirst()() }
    stream.isPlayingAct = isPlayingAct
    isPerforming = false
  }

  /// Shows the screen at a path; false if no route leads there, or not for this visitor.
  func show(_ path: Path, _ address: AddressChange?) -> Bool {
    var isShown = false
    perform { [self] in isShown = arrive(at: path, address) }
    return isShown
  }

  func go(to path: Path, _ address: AddressChange) { _ = show(path, address) }

  /// Has the address ask the screen that it names for something else. The screen stays as it is.
  func replaceAddress(with path: Path, by controller: Controller) {
    guard stack.last?.controller.holds(controller) == true, path.segments == self.path.segments, path != self.path
    else { return }
    tree.path = path.text
    stack[stack.count - 1].address = path
    tree.changeAddress(.replace(path.text))
  }

  private func arrive(at path: Path, _ address: AddressChange?) -> Bool {
    let (path, address, destination) = resolve(path, address)
    layers.dismissModals()
    tree.path = path.text
    if let address { tree.changeAddress(address) }
    switch destination {
    case .screen:
      change(to: screens.screens(to: path), isVisit: address != nil)
      return true
    case .forbidden: change(to: NoScreen.forbidden.view(in: language))
    case .nowhere, .elsewhere: change(to: NoScreen.notFound.view(in: language))
    }
    return false
  }

  /// Follows redirects. More of them than anyone means end nowhere.
  private func resolve(_ path: Path, _ address: AddressChange?) -> (Path, AddressChange?, Destination) {
    var (path, address) = (path, address)
    for _ in 0..<8 {
      guard let other = redirect(from: path) else { break }
      path = other
      if case .push = address { address = .push(other.text) } else { address = .replace(other.text) }
    }
    return (path, address, screens.destination(of: path))
  }

  /// Where a path leads on to; what leads nowhere, only from a screen that is there.
  private func redirect(from path: Path) -> Path? {
    switch screens.destination(of: path) {
    case .elsewhere(let other): other
    case .nowhere where !stack.isEmpty: screens.fallback == path ? nil : screens.fallback
    case .screen, .forbidden, .nowhere: nil
    }
  }

  // MARK: The stack

  private func change(to wanted: [WantedScreen], isVisit: Bool) {
    var kept = zip(stack, wanted).prefix { $0.path == $1.path }.count
    let hasMoved = tellAddresses(of: wanted[..<kept], isLast: kept == wanted.count, isVisit: isVisit)
    if kept == wanted.count, kept == stack.count {
      // Going where one is already makes that screen anew; coming back there, by the history, finds it.
      if hasMoved || !isVisit { return }
      kept -= 1
    }
    let fresh = wanted.indices[kept...].map { index in
      let address = rememberedAddresses.indices.contains(index) ? rememberedAddresses[index] : wanted[index].address
      return StackedScreen(path: wanted[index].path, address: address, controller: wanted[index].make())
    }
    for screen in fresh { screen.controller.enter(self) }
    change(to: stack[..<kept] + fresh, keeping: kept)
  }

  /// Tells the screens that stay, and that can be seen now, where the user has gone if that is another of their addresses. One that is
  /// covered is told when it is gone back to, if it isn't as it was left then.
  ///
  /// - Parameters:
  ///   - isLast: Whether the last of them is the one that the path leads to: only that one is asked for something.
  ///   - isVisit: Whether the user goes there other than by the history: what is asked for something else is made anew then.
  /// - Returns: Whether that one was told.
  private func tellAddresses(of wanted: ArraySlice<WantedScreen>, isLast: Bool, isVisit: Bool) -> Bool {
    var hasMoved = false
    for (index, screen) in wanted.enumerated() {
      let (controller, before) = (stack[index].controller, stack[index].address)
      hasMoved = false
      if isLast, index == wanted.count - 1 {
        if isVisit, index == stack.count - 1, before.segments == screen.address.segments { return false }
        hasMoved = before != screen.address
      } else if controller.outlet == nil || before.segments == screen.address.segments {
        continue
      }
      stack[index].address = screen.address
      // One that has never been seen finds the address when its view is loaded.
      if before != screen.address, controller.loadedView != nil { controller.pathDidChange() }
    }
    return hasMoved
  }

  private func change(to view: View) {
    change(to: [], keeping: 0)
    screenRoot.add(view)
  }

  private func change(to new: [StackedScreen], keeping kept: Int) {
    let (before, after) = (stack.shown, new.shown)
    let same = zip(before, after).prefix { $0 === $1 }.count
    if before.count > same { before[same].leave() }
    if same == 0 { for view in screenRoot.children { view.removeFromParent() } }
    for screen in stack[kept...].reversed() {
      if let host = screen.controller.parent { host.discard(screen.controller) } else { screen.controller.end() }
    }
    for index in new.indices[kept...] { new.host(of: index)?.adopt(new[index].controller) }
    stack = new
    loadBeforeShowing?()
    // The inner ones first, so that they come with those that they stand in.
    for level in after.indices.reversed() where level >= same {
      if level > 0 { after[level - 1].showInOutlet(after[level]) } else { showAlone(after[level]) }
    }
  }

  private func showAlone(_ controller: Controller) {
    controller.willAppear()
    screenRoot.add(controller.view)
    controller.didAppear()
  }

  /// The screens under the one that a controller belongs to, each at the address that it shows.
  func trail(under controller: Controller) -> [(title: String, path: Path)] {
    let own = stack.lastIndex { $0.controller.holds(controller) } ?? 0
    return stack[..<own].filter { !leadsHere($0.address) }.map {
      ($0.controller.title.isEmpty ? appName : $0.controller.title, $0.address)
    }
  }

  /// Whether an address leads on to the one that is shown, as that of a page of tabs to its first tab: there is no going back to it.
  private func leadsHere(_ address: Path) -> Bool { resolve(address, nil).0.segments == path.segments }

  /// The addresses that the screens show, the lowest first, where the path alone doesn't tell them; otherwise `nil`.
  var addresses: [Path]? {
    let shown = stack.map(\.address)
    return shown == screens.screens(to: path).map(\.address) ? nil : shown
  }

  /// Shows the screen at a path as it was in another session, whose screens showed these addresses.
  func show(_ path: Path, remembering addresses: [Path]) {
    rememberedAddresses = addresses
    _ = show(path, nil)
    rememberedAddresses = []
  }

  /// The controllers of the screens, with all that stand in them.
  var controllers: [Controller] {
    stack.filter { $0.controller.parent == nil }.flatMap { $0.controller.withDescendants }
  }

  // MARK: Time

  /// The session has been brought back: its timers run on, and its controllers are told.
  func resume() {
    timers.resume(at: stream.app.now)
    for controller in controllers { controller.sessionDidReturn() }
  }

  func startTimer(_ duration: Duration, at site: String, _ body: @escaping () -> Void) -> ScreenTimer {
    timers.start(duration, at: site, body)
  }

  // MARK: Turns

  func endTurn() {
    for screen in stack where screen.controller.parent == nil { screen.controller.updateBusy() }
    layers.updateTitles()
    tree.complaints = []
    tree.followShown()
    if tree.tellsUnanswered { tree.tellUnanswered(stream.unansweredRequests) }
    let titled = stack.last { !$0.controller.title.isEmpty }
    let title = titled?.controller.title ?? NoScreen.title(of: screenRoot)
    tree.title = title.isEmpty ? appName : title
    ended = []
  }

  /// An act is about to be carried out.
  func beginAct(_ number: Int) {
    // Those before are another session's, which goes on from here: they are played as they were recorded there.
    act = number > actsBefore ? number - max(0, actsBefore) : number
    stream.beginAct(number)
  }

  func countLoad() -> Int {
    loads += 1
    return loads
  }

  func keepUntilTurnEnds(_ controller: Controller) { ended.append(controller) }

  func end() {
    // What goes now goes because the session does: no replay should find it gone.
    if stream.stopRecording() { stream.whileSilent { leave() } } else { leave() }
    timers.end()
    stream.end()
    ended = []
  }

  private func leave() {
    perform { [self] in
      layers.dismissModals()
      change(to: [], keeping: 0)
      // Whoever asks to go elsewhere while going for good would make screens that nobody ends.
      waiting = []
    }
  }
}

extension Controller {
  fileprivate func showInOutlet(_ controller: Controller) {
    if let outlet { showNow(controller, in: outlet) }
  }

  /// The controller and all that stand in it.
  fileprivate var withDescendants: [Controller] { [self] + children.flatMap(\.withDescendants) }

  /// Whether a controller is this one, or stands in it.
  func holds(_ controller: Controller) -> Bool {
    var holder: Controller? = controller
    while let current = holder {
      if current === self { return true }
      holder = current.parent
    }
    return false
  }
}
