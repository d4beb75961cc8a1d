import BindingMacros
import Testing

@Suite struct MixedRowTests {
  let events = [Event(id: 1, day: 14, title: "gift")]
  let festivals = [Festival(id: 1, day: 1, name: "new year"), Festival(id: 2, day: 15, name: "lanterns")]

  var rows: [MixedRow<ReminderCell>] {
    (ReminderCell.rows(events) + ReminderCell.rows(festivals)).sorted { $0.shared.day < $1.shared.day }
  }

  @Test func `mixed models, ordered by what they share, each bind in their own way`() {
    let cell = ReminderCell()
    for row in rows { row.give(to: cell) }
    #expect(cell.said == ["day 1", "festival new year", "day 14", "event gift", "day 15", "festival lanterns"])
  }

  @Test func `a tag reaches the models that mind it, and no others`() {
    let cell = ReminderCell()
    for row in rows { row.give(to: cell, tag: .swapped) }
    #expect(cell.said == ["day 1", "swapped new year", "day 14", "event gift", "day 15", "swapped lanterns"])
  }

  @Test func `models of different types with the same id are different things`() {
    let event = ReminderCell.row(Event(id: 1, day: 1, title: "a"))
    let festival = ReminderCell.row(Festival(id: 1, day: 1, name: "a"))
    #expect(event.id != festival.id)
    #expect(event != festival)
    #expect(Set([event.id, festival.id, event.id]).count == 2)
  }

  @Test func `a changed model is the same thing with other content`() {
    let before = ReminderCell.row(Event(id: 1, day: 1, title: "a"))
    let after = ReminderCell.row(Event(id: 1, day: 1, title: "b"))
    #expect(before.id == after.id)
    #expect(before.id.hashValue == after.id.hashValue)
    #expect(before != after)
    #expect(after == ReminderCell.row(Event(id: 1, day: 1, title: "b")))
  }

  @Test func `what the macro writes can be written by hand`() {
    let cell = HandwrittenCell()
    let model = Event(id: 1, day: 1, title: "a")
    cell.take(HandwrittenCell.EventRow(model, shared: model))
    #expect(cell.said == ["event a"])
  }
}
