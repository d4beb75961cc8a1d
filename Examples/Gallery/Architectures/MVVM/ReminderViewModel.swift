/// The view model: either model, formatted for the cell.
struct ReminderViewModel: CellPresentable, Identifiable, Equatable {
  let id: String
  let day: Day
  let title: String
  let look: String
  var date: String { day.text }

  init(_ event: Event, isSwapped: Bool) {
    id = event.id
    day = event.date
    title = event.title
    look = isSwapped ? "calm" : "bold"
  }

  init(_ festival: Festival, isSwapped: Bool) {
    id = festival.id
    day = festival.date
    title = festival.name
    look = isSwapped ? "bold" : "calm"
  }
}
