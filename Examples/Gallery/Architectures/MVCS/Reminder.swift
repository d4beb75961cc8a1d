/// A reminder, ready to be shown.
struct Reminder: Identifiable, Equatable, Codable {
  let id: String
  let date: Day
  let title: String
  let isFestival: Bool
  var standsOut: Bool
}
