/// Something to do on a day.
struct Event: Dated, Identifiable, Equatable, Codable {
  let id: String
  let date: Day
  let title: String
}
