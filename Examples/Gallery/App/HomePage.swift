import GalleryComparison
import GalleryFrame
import Ghostlight

/// The way in: where to begin, and what there is to see, section by section.
final class HomePage: PageController {
  private let tour = Stack.column()

  override func loadContent() -> View {
    let content = Stack.column(beginning, looks: ["sections"])
    for section in visit.catalogue.sections where !section.pages.contains(where: { $0.path == "/" }) {
      let tiles = Stack.row(looks: ["tiles"])
      for page in section.pages { tiles.add(tile(page)) }
      content.add(Stack.section(Heading(section.title(language), level: 2), tiles))
    }
    return content
  }

  override func viewDidLoad() { add(GhostTour(language), in: tour) }

  private var beginning: View {
    Stack.section(
      Heading(Phrase("New here? Two minutes.", "第一次来？只要两分钟。")(language), level: 2),
      Label(
        Phrase(
          "Meetings, festivals and birthdays stand in one list, each shown in its own way. Elsewhere somebody in between asks "
            + "what a thing is before it can be shown. Here nobody does: that is ghost binding, and these are its four ideas.",
          "会议、节日、生日在同一个列表里，各有各的样子。别处总要有人在中间先问一句“这是什么”，才能显示。这里谁也不问：这就是幽灵绑定，下面是它的四个想法。"
        )(language)),
      tour,
      Stack.row(
        Link(Phrase("See it in a whole screen", "看它用在整个屏幕中")(language), to: "/architectures/GhostMV", looks: ["call"]),
        Link(Phrase("Compare it with six others", "与另外六种对比")(language), to: "/architectures"), looks: ["ways-on"]),
      looks: ["beginning"])
  }

  private func tile(_ page: GalleryPage) -> View {
    Stack.column(
      Link(page.title(language), to: page.path), Label(page.summary(language), looks: ["quiet-text"]), looks: ["tile"])
  }
}

extension GalleryPage {
  static let home = GalleryPage(
    "/", Phrase("Ghostlight", "Ghostlight"),
    Phrase(
      "Live screens, written in Swift, run on the server. Everything here is at work while you look at it.",
      "用 Swift 写成、在服务器上运行的实时屏幕。这里的一切都在你眼前运行着。")
  ) { HomePage($0) }
}
