import GalleryArchitectures
import GalleryFrame
import Ghostlight

extension GalleryPage {
  /// Six ways to fill a cell.
  static let sixWays = GalleryPage(
    "/cells", Phrase("Six ways to fill a cell", "填充单元格的六种方法"),
    Phrase(
      "The same book in six cells. What differs is who knows what, and that decides what must change together.",
      "同一本书,六个单元格。不同的是谁知道什么,而这决定了哪些东西必须一起改。")
  ) { visit in
    let screen = SixWaysScreen(visit.language)
    screen.hostTitle = visit.documentTitle
    screen.host = { [unowned screen] button in
      let content = Stack.column(button, looks: ["ways"])
      for (index, cell) in screen.cells.enumerated() { content.add(way(index, cell, visit.language)) }
      return visit.frame(around: content)
    }
    return screen
  }

  private static func way(_ index: Int, _ cell: View, _ language: Language) -> View {
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
