import Ghostlight

/// The view: shows a view model, and knows no model.
final class EventMVVMCell: TableCell, ViewType {
  private let date = Label(looks: ["date"])
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(date, title)
  }

  func take(_ row: ReminderRow) {
    date.text = row.date
    title.text = row.title
    looks = [row.isBold ? "bold" : "calm"]
  }
}
