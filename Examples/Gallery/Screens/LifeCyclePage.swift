import GalleryFrame
import Ghostlight

/// A page with something to click on one side, and on the other the calls that it causes, as they happen.
class LifeCyclePage: PageController {
  private static let name = Phrase("Life cycle", "生命周期")
  private let calls = List.plain()
  private let hint = Label(looks: ["fine"])
  private let explanation: Phrase
  @SessionState private var told: [String] = []

  init(_ visit: Visit, _ explanation: Phrase) {
    self.explanation = explanation
    super.init(visit)
  }

  /// Builds what there is to click.
  func loadStage() -> View { Stack.column() }

  final override func loadContent() -> View {
    calls.name = Self.name(language)
    hint.text = Phrase(
      "The controllers’ methods appear here as they are called.", "控制器的方法被调用时会显示在这里。")(language)
    return Stack.row(
      Stack.column(Label(explanation(language)), loadStage(), looks: ["stage"]),
      Stack.section(Heading(Self.name(language), level: 2), hint, calls, looks: ["panel", "calls"]), looks: ["staged"])
  }

  override func viewDidLoad() {
    on(\LifeCycleEvent.called) { page, call in
      page.told = (page.told + [call]).suffix(Self.most)
      page.show(call)
    }
  }

  override func didRestoreState() {
    while calls.count > 0 { calls.remove(at: 0) }
    for call in told { show(call) }
  }

  private func show(_ call: String) {
    hint.isHidden = true
    calls.append(Label(call, looks: ["code"]))
    // No more than fit beside what is clicked.
    if calls.count > Self.most { calls.remove(at: 0) }
  }

  private static let most = 18
}
