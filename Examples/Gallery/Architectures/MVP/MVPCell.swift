import Ghostlight

/// A row of the view.
final class MVPCell: TableCell, ViewType {
  private let date = Label(looks: ["date"])
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(date, title)
  }

  func take(_ row: MVPRow) {
    date.text = row.date
    title.text = row.title
    looks = [row.isBold ? "bold" : "calm"]
  }
}
