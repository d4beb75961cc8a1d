internal import EventStream

/// A session's screen: its tree, its stream and the controller that is shown.
final class Stage {
  let stream: SessionStream
  let tree: ViewTree
  private let screens: Routes
  private let sleep: @Sendable (Duration) async throws -> Void
  private var controller: Controller?
  private let screenRoot = Stack.column(looks: ["screen"])
  private var dialogs: [AlertDialog] = []
  private var timers: [Int: ScreenTimer] = [:]
  private var lastTimer = 0
  private var timerSubscription: SessionSubscription?

  init(
    _ session: Session, app: AppStream, onFailure: FailureHandler?,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.sleep = sleep
    screens = session.screens
    stream = SessionStream(app: app, onFailure: onFailure)
    tree = ViewTree()
    tree.root.add(screenRoot)
    for server in session.servers { stream.start(server) }
    timerSubscription = stream.observe(\SessionEvent.timerFired) { [unowned self] number, _ in
      timers.removeValue(forKey: number)?.fire()
    }
  }

  // MARK: Screens

  /// Shows the screen at a path; false if no route leads there.
  func show(_ path: String, _ address: AddressChange?) -> Bool {
    let next = screens.controller(at: path)
    leave()
    tree.path = path
    if let address { tree.changeAddress(address) }
    guard let next else {
      screenRoot.add(NotFoundScreen.view)
      tree.title = NotFoundScreen.title
      return false
    }
    next.stage = self
    controller = next
    let view = next.view
    next.viewWillAppear()
    screenRoot.add(view)
    tree.title = next.title
    next.viewDidAppear()
    return true
  }

  func go(to path: String) { _ = show(path, .push(path)) }

  private func leave() {
    guard let controller else {
      for view in screenRoot.children { view.removeFromParent() }
      return
    }
    controller.viewWillDisappear()
    for view in screenRoot.children { view.removeFromParent() }
    controller.viewDidDisappear()
    controller.end()
    self.controller = nil
  }

  // MARK: Alerts

  func alert(_ title: String, _ message: String, button: String) {
    // The same failure twice is one thing to read.
    if dialogs.contains(where: { $0.says(title, message) }) { return }
    let dialog = AlertDialog(title, message, button: button)
    dialog.onDismiss = { [unowned self, unowned dialog] in
      dialog.removeFromParent()
      dialogs.removeAll { $0 === dialog }
      showTopDialog()
    }
    dialogs.append(dialog)
    showTopDialog()
  }

  private func showTopDialog() {
    screenRoot[flag: .isInert] = !dialogs.isEmpty
    guard let top = dialogs.first, top.parent == nil else { return }
    tree.root.add(top)
    top.describe()
  }

  // MARK: Time

  func startTimer(_ duration: Duration, _ body: @escaping () -> Void) -> ScreenTimer {
    lastTimer += 1
    let number = lastTimer
    let task = Task { [sleep, mailbox = stream.mailbox] in
      guard (try? await sleep(duration)) != nil else { return }
      mailbox.send(SessionEvent.timerFired(number))
    }
    timers = timers.filter { !$0.value.isOver }
    let timer = ScreenTimer(number, task, body)
    timers[number] = timer
    return timer
  }

  // MARK: Turns

  func updateBusy() { controller?.updateBusy() }

  func end() {
    leave()
    for timer in timers.values { timer.cancel() }
    timers = [:]
    timerSubscription = nil
    stream.end()
  }
}

extension AlertDialog {
  func says(_ title: String, _ message: String) -> Bool {
    name == title && children.contains { $0[text: .text] == message }
  }
}

/// What a path shows that no route leads to.
enum NotFoundScreen {
  static let title = "Not found"
  static var view: View {
    .plain(Heading("There is nothing here"), Label("The address leads to no screen."), Link("Start", to: "/"))
  }
}

extension View {
  fileprivate static func plain(_ views: View...) -> View {
    let main = Stack.main(looks: ["notfound"])
    for view in views { main.insert(view, at: main.children.count) }
    return main
  }
}
