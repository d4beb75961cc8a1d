import Ghostlight

/// The controller: asks by one event, is told by another.
final class EventMVVMController: Controller {
  private let source: ReminderSource
  private let looks: RadioGroup<Bool>
  private let reload: Button
  private let table: Table<EventMVVMCell>
  private var list = ReminderListViewModel()

  init(_ words: Words, _ source: ReminderSource) {
    self.source = source
    looks = RadioGroup(words.looks, [(false, words.events), (true, words.festivals)], selected: false)
    reload = Button(words.reload)
    table = Table(words.reminders, cell: EventMVVMCell())
  }

  override func loadView() -> View { Stack.column(Stack.row(looks, reload), table) }

  override func viewDidLoad() {
    source.screen = self
    on(\ReminderListEvent.rows) { $0.take($1) }
    looks.onChange = { [unowned self] in
      list.isSwapped = $0
      table.show(list.rows)
    }
    reload.onTap = { [unowned self] in load() }
  }

  override func viewWillAppear() { load() }

  private func load() {
    table.isBusy = true
    source.wait { [unowned self] in send(ReminderListEvent.requestRows) }
  }

  private func take(_ rows: Result<[ReminderRow], ReminderFailure>) {
    table.isBusy = false
    list.told = (try? rows.get()) ?? []
    table.show(list.rows)
  }
}
