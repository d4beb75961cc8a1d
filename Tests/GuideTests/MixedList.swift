import Ghostlight

// The code of docs/guides/a-mixed-list.md, in its order. GuideTests sees that both say the same.

struct Appointment: Identifiable, Equatable {
  let id: Int
  var day: Int
  var title: String
}

struct Birthday: Identifiable, Equatable {
  let id: Int
  var day: Int
  var name: String
}

final class AppointmentCell: TableCell, ViewType {
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(title)
  }

  func take(_ appointment: Appointment) { title.text = appointment.title }
}

protocol Dated { var day: Int { get } }

extension Appointment: Dated {}
extension Birthday: Dated {}

enum Emphasis { case birthdays }

@Shows(Appointment.self, Birthday.self)
final class DayCell: TableCell {
  private let day = Label(looks: ["meta"])
  private let text = Label(looks: ["title"])

  override init() {
    super.init()
    add(day, text)
  }

  func takeAny(_ dated: some Dated) { day.text = "\(dated.day)." }

  func take(_ appointment: Appointment) { text.text = appointment.title }

  func take(_ birthday: Birthday) { text.text = "\(birthday.name)’s birthday" }

  func take(_ birthday: Birthday, tag: Emphasis) {
    text.text = "\(birthday.name)’s birthday!"
    looks = ["accent"]
  }
}

final class MonthController: Controller {
  private let table = Table("This month", cell: DayCell())
  private let emphasis = Checkbox("Emphasise birthdays")

  override var title: String { "This month" }
  override func loadView() -> View { Stack.main(Heading("This month"), emphasis, table) }

  override func viewDidLoad() {
    emphasis.onChange = { [unowned self] isOn in table.tag = isOn ? .birthdays : nil }
  }

  override func viewWillAppear() {
    let appointments = [Appointment(id: 1, day: 14, title: "Dentist")]
    let birthdays = [Birthday(id: 1, day: 3, name: "Ann"), Birthday(id: 2, day: 21, name: "Bo")]
    table.show(
      (DayCell.rows(appointments) + DayCell.rows(birthdays)).sorted { $0.shared.day < $1.shared.day })
  }
}

struct Month: LiveApp {
  let name = "Month"
  func session(for visitor: Visitor) -> Session {
    Session(screens: Routes { "/" ~> { MonthController() } })
  }
}
