import Ghostlight

/// The view: shows a reminder that is ready to be shown.
final class MVCSCell: TableCell, ViewType {
  private let date = Label(looks: ["date"])
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(date, title)
  }

  func take(_ reminder: Reminder) {
    date.text = reminder.date.text
    title.text = reminder.title
    looks = [reminder.standsOut ? "bold" : "calm"]
  }
}
