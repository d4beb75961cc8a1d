import Ghostlight

/// What the cell needs of whatever it shows.
protocol Listed {
  var title: String { get }
  var author: String { get }
  var year: Int { get }
}

extension Book: Listed {}

/// The cell takes anything that has what it needs.
final class InterfaceCell: View {
  private let title = Label(looks: ["title"])
  private let author = Label()
  private let year = Label(looks: ["value"])

  init() {
    super.init(.row)
    add(title, author, year)
  }

  func update(_ listed: some Listed) {
    title.text = listed.title
    author.text = listed.author
    year.text = "\(listed.year)"
  }
}

extension SixWaysScreen {
  func fill(_ cell: InterfaceCell, from book: Book) { cell.update(book) }
}
