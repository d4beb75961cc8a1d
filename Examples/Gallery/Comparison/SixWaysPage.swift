import GalleryArchitectures
import GalleryFrame
import Ghostlight

/// Six ways to fill a cell.
final class SixWaysPage: PageController {
  private lazy var screen = SixWaysScreen(language)
  private let region = Stack.column()

  override func loadContent() -> View {
    let content = Stack.column(region, looks: ["ways"])
    for (index, cell) in screen.cells.enumerated() { content.add(way(index, cell)) }
    return content
  }

  override func viewDidLoad() { add(screen, in: region) }

  private func way(_ index: Int, _ cell: View) -> View {
    let way = CellWay.all[index]
    cell.looks = ["sample"]
    let told = Stack.column(
      Heading("\(index + 1). \(way.title(language))", level: 2), cell,
      Label(way.gain(language), looks: ["gain"]), Label(way.price(language), looks: ["price"]), looks: ["told"])
    let files = SourceFile.files(in: "SixWays").filter { $0.name.hasPrefix("Way\(index + 1)") }
    let section = Stack.section(told, looks: ["panel", "way"])
    for file in files { section.add(SourceView.code(file)) }
    return section
  }
}

extension GalleryPage {
  static let sixWays = GalleryPage(
    "/cells", Phrase("Six ways to fill a cell", "填充单元格的六种方法"),
    Phrase(
      "The same book in six cells. What differs is who knows what, and that decides what must change together.",
      "同一本书，六个单元格。不同的是谁知道什么，而这决定了哪些东西必须一起改。")
  ) { SixWaysPage($0) }
}
