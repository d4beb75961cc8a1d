import Ghostlight

/// The controller: switches things on and off. What a model looks like is none of its business.
final class GhostMVController: Controller {
  private let source: ReminderSource
  private let looks: RadioGroup<Bool>
  private let reload: Button
  private let table: Table<ReminderCell>
  @SessionState private var book = ReminderBook()
  @SessionState private var isSwapped: Bool?

  init(_ words: Words, _ source: ReminderSource) {
    self.source = source
    looks = RadioGroup(words.looks, [(false, words.events), (true, words.festivals)], selected: false)
    reload = Button(words.reload)
    table = Table(words.reminders, cell: ReminderCell())
  }

  override func loadView() -> View { Stack.column(Stack.row(looks, reload), table) }

  override func viewDidLoad() {
    source.screen = self
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
    let rows = ReminderCell.rows(book.events) + ReminderCell.rows(book.festivals)
    table.show(rows.sorted { $0.shared.date < $1.shared.date })
  }
}
