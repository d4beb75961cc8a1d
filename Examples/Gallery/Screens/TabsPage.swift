import GalleryFrame
import Ghostlight

/// Tabs whose controllers live on while others are shown.
final class TabsPage: LifeCyclePage {
  private let region = Stack.column(looks: ["region"])

  init(_ visit: Visit) {
    super.init(
      visit,
      Phrase(
        "A tab’s controller is made when the tab is first chosen, and hidden, not ended, when another is. "
          + "Arrow keys go from tab to tab; what was typed is still there.",
        "标签的控制器在首次选择时创建；选择其他标签时只是隐藏，并不结束。方向键可切换标签，输入的内容仍在。"))
  }

  override func loadStage() -> View { region }

  override func viewDidLoad() {
    super.viewDidLoad()
    let names = [Phrase("Morning", "早上"), Phrase("Noon", "中午"), Phrase("Night", "晚上")].map { $0(language) }
    add(
      TabsController(
        Phrase("Day", "一天")(language),
        names.map { name in .init(name) { [language] in StackedController(name, [], language) } }), in: region)
  }
}
