import GalleryFrame
import Ghostlight

/// The way in: what there is to see, section by section.
final class HomePage: PageController {
  override func loadContent() -> View {
    let content = Stack.column(looks: ["sections"])
    for section in visit.catalogue.sections where !section.pages.contains(where: { $0.path == "/" }) {
      let cards = Stack.row(looks: ["cards"])
      for page in section.pages {
        cards.add(
          Stack.column(
            Link(page.title(language), to: page.path), Label(page.summary(language), looks: ["quiet-text"]),
            looks: ["card"]))
      }
      content.add(Stack.section(Heading(section.title(language), level: 2), cards))
    }
    return content
  }
}

extension GalleryPage {
  static let home = GalleryPage(
    "/", Phrase("Ghostlight", "Ghostlight"),
    Phrase("Live screens from Swift on the server. Look around.", "服务器上的 Swift,实时的屏幕。随便看看。")
  ) { HomePage($0) }
}
