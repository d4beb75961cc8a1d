import Ghostlight

/// The controller: loads the models, orders them, and sets every label itself.
final class MVCController: Controller {
  private let source: ReminderSource
  private let looks: RadioGroup<Bool>
  private let reload: Button
  private let cell = MVCCell()
  private let table: Table<MVCCell>
  @SessionState private var book = ReminderBook()
  @SessionState private var isSwapped: Bool?

  init(_ words: Words, _ source: ReminderSource) {
    self.source = source
    looks = RadioGroup(words.looks, [(false, words.events), (true, words.festivals)], selected: false)
    reload = Button(words.reload)
    table = Table(words.reminders, cell: cell)
  }

  override func loadView() -> View { Stack.column(Stack.row(looks, reload), table) }

  override func viewDidLoad() {
    source.screen = self
    cell.fill = { [unowned self] in fill($0, from: $1, isSwapped: $2) }
    looks.onChange = { [unowned self] in
      isSwapped = $0
      table.tag = $0
    }
    reload.onTap = { [unowned self] in load() }
  }

  override func viewWillAppear() { load() }

  override func didRestoreState() {
    table.tag = isSwapped
    show()
  }

  private func load() {
    table.isBusy = true
    source.load { [unowned self] in
      table.isBusy = false
      book = $0
      show()
    }
  }

  private func show() {
    let rows = book.events.map(MVCRow.event) + book.festivals.map(MVCRow.festival)
    table.show(rows.sorted { $0.date < $1.date })
  }

  private func fill(_ cell: MVCCell, from row: MVCRow, isSwapped: Bool) {
    switch row {
    case .event(let event):
      cell.date.text = event.date.text
      cell.title.text = event.title
      cell.looks = [isSwapped ? "calm" : "bold"]
    case .festival(let festival):
      cell.date.text = festival.date.text
      cell.title.text = festival.name
      cell.looks = [isSwapped ? "bold" : "calm"]
    }
  }
}
