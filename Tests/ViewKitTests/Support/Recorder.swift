import ViewKit

/// A controller that records what is called on it.
class Recorder: Controller {
  let calls: Calls
  let label: String
  let region = Stack.column()
  /// What it does in a call, by its name.
  var does: [String: (Recorder) -> Void] = [:]

  init(_ label: String, _ calls: Calls, _ does: [String: (Recorder) -> Void] = [:]) {
    self.calls = calls
    self.label = label
    self.does = does
    super.init()
    calls.alive += 1
    note("init")
  }

  deinit { calls.alive -= 1 }

  override var title: String { label }
  override func loadView() -> View {
    note("loadView")
    return Stack.column(Label(label), region)
  }
  override func viewDidLoad() { note("didLoad") }
  override func viewWillAppear() { note("willAppear") }
  override func viewDidAppear() { note("didAppear") }
  override func viewWillDisappear() { note("willDisappear") }
  override func viewDidDisappear() { note("didDisappear") }
  override func didEnd() { note("didEnd") }

  func note(_ call: String) {
    calls.add("\(label) \(call)")
    does[call]?(self)
  }

  /// The calls of one that comes for the first time, and of one that goes for good.
  static func come(_ label: String) -> [String] {
    ["init", "loadView", "didLoad", "willAppear", "didAppear"].map { "\(label) \($0)" }
  }
  static func go(_ label: String) -> [String] {
    ["willDisappear", "didDisappear", "didEnd"].map { "\(label) \($0)" }
  }
  /// The calls of one that is covered, and of one that is seen again.
  static func hide(_ label: String) -> [String] { ["willDisappear", "didDisappear"].map { "\(label) \($0)" } }
  static func reappear(_ label: String) -> [String] { ["willAppear", "didAppear"].map { "\(label) \($0)" } }
}

/// What has been called, in order.
final class Calls: @unchecked Sendable {
  // Safe because only the one session of a test uses it, and the test when that is done.
  private var all: [String] = []
  /// How many recorders there are.
  var alive = 0
  func add(_ call: String) { all.append(call) }
  func take() -> [String] {
    defer { all = [] }
    return all
  }
}
