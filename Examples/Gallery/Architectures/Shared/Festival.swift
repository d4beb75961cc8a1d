/// A day that is celebrated.
struct Festival: Dated, Identifiable, Equatable, Codable {
  let id: String
  let date: Day
  let name: String
}
