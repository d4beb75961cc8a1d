import Ghostlight

/// The cell shows its labels to the world.
final class ExposedCell: View {
  let title = Label(looks: ["title"])
  let author = Label()
  let year = Label(looks: ["value"])

  init() {
    super.init(.row)
    add(title, author, year)
  }
}

extension SixWaysScreen {
  func fill(_ cell: ExposedCell, from book: Book) {
    cell.title.text = book.title
    cell.author.text = book.author
    cell.year.text = "\(book.year)"
  }
}
