import GalleryFrame
import Ghostlight

extension Path {
  static let letter = Route<Int>("/containers/split/:letter")
}

/// Two regions side by side, of which the second shows the screen of the address.
final class SplitPage: LifeCyclePage {
  private let region = Stack.column(looks: ["region"])
  private let split: SplitController
  override var outlet: View? { split.second }

  init(_ visit: Visit) {
    let links = (1...3).map { (Phrase("Letter", "信")(visit.language) + " \($0)", Path.letter($0)) }
    let list = StackedController(Phrase("Letters", "信件")(visit.language), links, visit.language)
    split = SplitController("", list)
    super.init(
      visit,
      Phrase(
        "The list stays while the letter beside it changes with the address. "
          + "Where the window is narrow the one stands over the other.",
        "列表保持不变，旁边的信件随地址变化。窗口较窄时，两者上下排列。"))
  }

  override func loadStage() -> View { region }

  override func viewDidLoad() {
    super.viewDidLoad()
    add(split, in: region)
  }
}
