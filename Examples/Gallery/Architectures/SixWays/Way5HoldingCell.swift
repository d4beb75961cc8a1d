import Ghostlight

/// The cell holds the model, and shows it whenever it gets another.
final class HoldingCell: View {
  private let title = Label(looks: ["title"])
  private let author = Label()
  private let year = Label(looks: ["value"])

  var book: Book? {
    didSet {
      title.text = book?.title ?? ""
      author.text = book?.author ?? ""
      year.text = book.map { "\($0.year)" } ?? ""
    }
  }

  init() {
    super.init(.row)
    add(title, author, year)
  }
}

extension SixWaysScreen {
  func fill(_ cell: HoldingCell, from book: Book) { cell.book = book }
}
