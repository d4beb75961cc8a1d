import Ghostlight

/// The view: names the models that it shows, and says how it shows each.
@Shows(Event.self, Festival.self)
final class ReminderCell: TableCell {
  private let date = Label(looks: ["date"])
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(date, title)
  }

  func takeAny(_ dated: some Dated) { date.text = dated.date.text }

  func take(_ event: Event) { take(event, tag: false) }
  func take(_ festival: Festival) { take(festival, tag: false) }

  func take(_ event: Event, tag isSwapped: Bool) {
    title.text = event.title
    looks = [isSwapped ? "calm" : "bold"]
  }

  func take(_ festival: Festival, tag isSwapped: Bool) {
    title.text = festival.name
    looks = [isSwapped ? "bold" : "calm"]
  }
}
