import Ghostlight

/// The cell of the tour: what the page shows of it is what stands here.
@Shows(Meeting.self, Festival.self, Birthday.self)
final class TourCell: TableCell {
  /// What the controller may want to stand out.
  enum Standout { case meetings, festivals }

  private let day = Label(looks: ["date"])
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(day, title)
  }

  func takeAny(_ thing: some OnDay) { day.text = thing.day }

  func take(_ meeting: Meeting) {
    title.text = meeting.topic
  }

  func take(_ festival: Festival) {
    title.text = festival.name
  }

  func take(_ birthday: Birthday) {
    title.text = birthday.person
  }

  func take(_ meeting: Meeting, tag: Standout) {
    title.text = meeting.topic
    if tag == .meetings { looks = ["bold"] }
  }

  func take(_ festival: Festival, tag: Standout) {
    title.text = festival.name
    if tag == .festivals { looks = ["bold"] }
  }
}
