import BindingMacros

protocol Dated { var day: Int { get } }

struct Event: Dated, Identifiable, Equatable {
  var id: Int
  var day: Int
  var title: String
}

struct Festival: Dated, Identifiable, Equatable {
  var id: Int
  var day: Int
  var name: String
}

enum Look { case swapped }

/// Notes what is bound to it.
@Shows(Event.self, Festival.self)
final class ReminderCell {
  var said: [String] = []

  func takeAny(_ dated: some Dated) { said.append("day \(dated.day)") }
  func take(_ event: Event) { said.append("event \(event.title)") }
  func take(_ festival: Festival) { said.append("festival \(festival.name)") }
  func take(_ festival: Festival, tag: Look) { said.append("\(tag) \(festival.name)") }
}

/// The same without the macro.
final class HandwrittenCell: MixedViewType {
  typealias Model = MixedRow<HandwrittenCell>
  typealias Shared = any Dated
  var said: [String] = []

  final class EventRow: RowOf<HandwrittenCell, Event> {
    override func give(to cell: HandwrittenCell) { cell.said.append("event \(model.title)") }
  }
}
