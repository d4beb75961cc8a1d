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

final class BirthdayCell: TableCell, ViewType {
  let congratulate = Button("Congratulate")
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(title, congratulate)
  }

  func take(_ birthday: Birthday) {
    title.text = birthday.name
    congratulate.name = "Congratulate \(birthday.name)"
  }
}

@Shows(Appointment.self, Birthday.self)
final class DayCells: CellSet {
  let appointment = RowKind(AppointmentCell())
  let birthday = RowKind(BirthdayCell())

  init() { super.init(appointment, birthday) }

  func take(_ appointment: Appointment) { show(appointment, as: self.appointment) }
  func take(_ birthday: Birthday) { show(birthday, as: self.birthday) }
}

final class PartyController: Controller {
  private let cells = DayCells()
  private lazy var table = Table("Party", cells: cells)

  override var title: String { "Party" }
  override func loadView() -> View { Stack.main(Heading("Party"), table) }

  override func viewDidLoad() {
    let appointments = [Appointment(id: 1, day: 14, title: "Dentist")]
    let birthdays = [Birthday(id: 1, day: 3, name: "Ann")]
    cells.birthday.onTap(\.congratulate) { [unowned self] birthday in
      alert("Sent", "\(birthday.name) will be glad.")
    }
    table.show(DayCells.rows(appointments) + DayCells.rows(birthdays))
  }
}

struct Month: LiveApp {
  let name = "Month"
  func session(for visitor: Visitor) -> Session {
    Session(
      screens: Routes {
        "/" ~> { MonthController() }
        "/party" ~> { PartyController() }
      })
  }
}
