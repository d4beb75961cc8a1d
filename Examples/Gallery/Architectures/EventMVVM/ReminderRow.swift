/// The view model of a row. Inert: it formats, and asks nothing.
struct ReminderRow: Identifiable, Equatable, Codable {
  let id: String
  let date: String
  let title: String
  let isFestival: Bool
  private(set) var isBold = false

  static func rows(_ book: ReminderBook) -> [ReminderRow] {
    let rows =
      book.events.map { ($0.date, ReminderRow($0.id, $0.date, $0.title, isFestival: false)) }
      + book.festivals.map { ($0.date, ReminderRow($0.id, $0.date, $0.name, isFestival: true)) }
    return rows.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private init(_ id: String, _ date: Day, _ title: String, isFestival: Bool) {
    self.id = id
    self.date = date.text
    self.title = title
    self.isFestival = isFestival
  }

  func shown(isBold: Bool) -> ReminderRow {
    var row = self
    row.isBold = isBold
    return row
  }
}
