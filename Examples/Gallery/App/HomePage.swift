import GalleryFrame
import Ghostlight

/// The way in: where to begin, and what there is to see, section by section.
final class HomePage: PageController {
  override func loadContent() -> View {
    let content = Stack.column(beginning, looks: ["sections"])
    for section in visit.catalogue.sections where !section.pages.contains(where: { $0.path == "/" }) {
      let tiles = Stack.row(looks: ["tiles"])
      for page in section.pages { tiles.add(tile(page)) }
      content.add(Stack.section(Heading(section.title(language), level: 2), tiles))
    }
    return content
  }

  private var beginning: View {
    Stack.section(
      Heading(Phrase("New here? Two minutes.", "第一次来?只要两分钟。")(language), level: 2),
      Label(
        Phrase(
          "A list shows events and festivals, mixed, each in its own way. Usually somebody in between asks what a thing is "
            + "before it can be shown. With ghost binding nobody does: the model gives itself, the cell takes it, and the "
            + "compiler makes sure that every model is taken.",
          "一个列表混排事件和节日,各有各的样子。通常总要有人在中间先问一句“这是什么”,才能显示。幽灵绑定不问:模型交出自己,单元格接过去,编译器保证每种模型都有人接。"
        )(language)),
      Stack.row(
        Link(Phrase("See it work", "看它如何工作")(language), to: "/architectures/GhostMV", looks: ["call"]),
        Link(Phrase("Compare it with six others", "与另外六种对比")(language), to: "/architectures"), looks: ["calls"]),
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
      "用 Swift 写成、在服务器上运行的实时屏幕。这里的一切都在您眼前运行着。")
  ) { HomePage($0) }
}
