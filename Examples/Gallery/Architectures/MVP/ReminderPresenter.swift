import Ghostlight

/// The presenter: hears what the user did, and decides what the view shows.
final class ReminderPresenter: SessionPart {
  private unowned let view: any ReminderListView
  private let source: ReminderSource
  @SessionState private var book = ReminderBook()
  @SessionState private var isSwapped = false

  init(view: any ReminderListView, source: ReminderSource) {
    self.view = view
    self.source = source
  }

  func load() {
    view.showWaiting()
    source.load { [unowned self] in
      book = $0
      present()
    }
  }

  func swapLooks(_ isSwapped: Bool) {
    self.isSwapped = isSwapped
    present()
  }

  func present() {
    let rows =
      book.events.map { ($0.date, MVPRow(id: $0.id, date: $0.date.text, title: $0.title, isBold: !isSwapped)) }
      + book.festivals.map { ($0.date, MVPRow(id: $0.id, date: $0.date.text, title: $0.name, isBold: isSwapped)) }
    view.show(rows.sorted { $0.0 < $1.0 }.map(\.1))
  }
}
