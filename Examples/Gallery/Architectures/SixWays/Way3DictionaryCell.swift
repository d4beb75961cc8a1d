import Ghostlight

/// The cell takes whatever it finds in a dictionary.
final class DictionaryCell: View {
  private let title = Label(looks: ["title"])
  private let author = Label()
  private let year = Label(looks: ["value"])

  init() {
    super.init(.row)
    add(title, author, year)
  }

  func update(_ values: [String: String]) {
    title.text = values["title"] ?? ""
    author.text = values["author"] ?? ""
    year.text = values["year"] ?? ""
  }
}

extension SixWaysScreen {
  func fill(_ cell: DictionaryCell, from book: Book) {
    cell.update(["title": book.title, "author": book.author, "year": "\(book.year)"])
  }
}
