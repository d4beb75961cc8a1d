import Ghostlight

/// The cell knows no model; a class between the two knows both.
final class BoundCell: View {
  let title = Label(looks: ["title"])
  let author = Label()
  let year = Label(looks: ["value"])

  init() {
    super.init(.row)
    add(title, author, year)
  }
}

/// Fills one cell from one kind of model. Another kind gets a binding of its own, and the cell stays as it is.
final class BookBinding {
  private let cell: BoundCell

  init(_ cell: BoundCell) { self.cell = cell }

  func bind(_ book: Book) {
    cell.title.text = book.title
    cell.author.text = book.author
    cell.year.text = "\(book.year)"
  }
}

extension SixWaysScreen {
  func fill(_ cell: BoundCell, from book: Book) { BookBinding(cell).bind(book) }
}
