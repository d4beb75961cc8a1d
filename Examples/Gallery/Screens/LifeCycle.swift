import Ghostlight

/// What the pages of this section tell of: a life-cycle method that was called.
@Event
enum LifeCycleEvent {
  case called(String)
}

/// A controller that tells of every call of its life on the session's stream, where its page hears it.
class RecordedController: Controller {
  private let label: String
  // Kept for the last call: at its end a controller sends nothing any more.
  private var channel: SessionStream?

  init(_ label: String) {
    self.label = label
    super.init()
  }

  override var title: String { label }

  /// Builds what it shows.
  func loadContent() -> View { Label(label) }

  final override func loadView() -> View {
    channel = stream
    tell("init")
    tell("loadView")
    return Stack.column(loadContent(), looks: ["panel", "recorded"])
  }
  override func viewDidLoad() { tell("viewDidLoad") }
  override func viewWillAppear() { tell("viewWillAppear") }
  override func viewDidAppear() { tell("viewDidAppear") }
  override func viewWillDisappear() { tell("viewWillDisappear") }
  override func viewDidDisappear() { tell("viewDidDisappear") }
  override func didEnd() { tell("didEnd") }

  private func tell(_ call: String) { channel?.send(LifeCycleEvent.called("\(label): \(call)")) }
}
