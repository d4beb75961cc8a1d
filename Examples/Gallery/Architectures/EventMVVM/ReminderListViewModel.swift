/// The view model of the list. Inert: it takes in what it is told, and says which rows that makes.
struct ReminderListViewModel: Codable {
  var told: [ReminderRow] = []
  var isSwapped = false

  var rows: [ReminderRow] { told.map { $0.shown(isBold: $0.isFestival == isSwapped) } }
}
