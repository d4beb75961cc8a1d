/// All reminders.
struct ReminderBook: Equatable, Codable {
  var events: [Event] = []
  var festivals: [Festival] = []
}
