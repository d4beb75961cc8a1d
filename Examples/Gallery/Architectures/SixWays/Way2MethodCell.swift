import Ghostlight

/// The cell hides its labels behind one method.
final class MethodCell: View {
  private let title = Label(looks: ["title"])
  private let author = Label()
  private let year = Label(looks: ["value"])

  init() {
    super.init(.row)
    add(title, author, year)
  }

  func update(title: String, author: String, year: Int) {
    self.title.text = title
    self.author.text = author
    self.year.text = "\(year)"
  }
}

extension SixWaysScreen {
  func fill(_ cell: MethodCell, from book: Book) {
    cell.update(title: book.title, author: book.author, year: book.year)
  }
}
