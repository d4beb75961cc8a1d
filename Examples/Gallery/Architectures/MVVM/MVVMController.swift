import Ghostlight

/// The controller: makes a view model of each model.
final class MVVMController: Controller {
  private let source: ReminderSource
  private let looks: RadioGroup<Bool>
  private let reload: Button
  private let table: Table<MVVMCell>
  @SessionState private var book = ReminderBook()
  @SessionState private var isSwapped = false

  init(_ words: Words, _ source: ReminderSource) {
    self.source = source
    looks = RadioGroup(words.looks, [(false, words.events), (true, words.festivals)], selected: false)
    reload = Button(words.reload)
    table = Table(words.reminders, cell: MVVMCell())
  }

  override func loadView() -> View { Stack.column(Stack.row(looks, reload), table) }

  override func viewDidLoad() {
    source.screen = self
    looks.onChange = { [unowned self] in
      isSwapped = $0
      show()
    }
    reload.onTap = { [unowned self] in load() }
  }

  override func viewWillAppear() { load() }

  override func didRestoreState() { show() }

  private func load() {
    table.isBusy = true
    source.load { [unowned self] in
      table.isBusy = false
      book = $0
      show()
    }
  }

  private func show() {
    let rows =
      book.events.map { ReminderViewModel($0, isSwapped: isSwapped) }
      + book.festivals.map { ReminderViewModel($0, isSwapped: isSwapped) }
    table.show(rows.sorted { $0.day < $1.day })
  }
}
