/// Either model, so that both fit into one list.
enum MVCRow: Identifiable, Equatable {
  case event(Event)
  case festival(Festival)

  var id: String { dated.id }
  var date: Day { dated.date }

  private var dated: any Dated {
    switch self {
    case .event(let event): event
    case .festival(let festival): festival
    }
  }
}
