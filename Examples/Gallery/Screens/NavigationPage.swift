import GalleryFrame
import Ghostlight

extension Path {
  static let shelves = Path("/containers/navigation/shelves")
  static let shelf = Route<Int>("/containers/navigation/shelves/:number")
  static let book = Route<Int, Int>("/containers/navigation/shelves/:number/books/:book")
}

/// A stack that follows the address, in the page's outlet.
final class NavigationPage: LifeCyclePage {
  private let region = Stack.column(looks: ["region"])
  override var outlet: View? { region }

  init(_ visit: Visit) {
    super.init(
      visit,
      Phrase(
        "Every screen has an address, and the screens on the way to it lie under it: going back finds them as they were. "
          + "Type something, open a book, and use the link or the browser’s own buttons.",
        "每个屏幕都有地址，通往它的屏幕在它下面：返回时一切如旧。输入一些文字，打开一本书，再用链接或浏览器的按钮返回。"))
  }

  override func loadStage() -> View {
    Stack.column(Link(Phrase("The shelves", "书架")(language), to: .shelves), region, looks: ["stage"])
  }
}

/// A screen of the stack: the way back, something to type in, and the ways on.
final class StackedController: RecordedController {
  private let links: [(String, Path)]
  private let language: Language

  init(_ label: String, _ links: [(String, Path)], _ language: Language) {
    self.links = links
    self.language = language
    super.init(label)
  }

  override func loadContent() -> View {
    let content = Stack.column(looks: ["stage"])
    // The page around it is the way in, and needs no way back.
    if trail.count > 3, let backLink { content.add(backLink) }
    let note = Phrase("\(title): note", "\(title)：笔记")(language)
    content.add(Heading(title, level: 2), TextInput.line(note, placeholder: "…"))
    for (text, path) in links { content.add(Link(text, to: path)) }
    return content
  }
}
