import Ghostlight

/// The controller: asks by one event, is told by another.
final class EventMVVMController: Controller {
  private let looks: RadioGroup<Bool>
  private let reload: Button
  private let table: Table<EventMVVMCell>
  @SessionState private var list = ReminderListViewModel()

  init(_ words: Words) {
    looks = RadioGroup(words.looks, [(false, words.events), (true, words.festivals)], selected: false)
    reload = Button(words.reload)
    table = Table(words.reminders, cell: EventMVVMCell())
  }

  override func loadView() -> View { Stack.column(Stack.row(looks, reload), table) }

  override func viewDidLoad() {
    onAnswer(to: \ReminderListEvent.requestRows, failed: { screen, _ in screen.take(screen.list.told) }) { $0.take($1) }
    busy(table, while: \ReminderListEvent.requestRows)
    looks.onChange = { [unowned self] in
      list.isSwapped = $0
      table.show(list.rows)
    }
    reload.onTap = { [unowned self] in load() }
  }

  override func viewWillAppear() { load() }

  override func didRestoreState() { table.show(list.rows) }

  private func load() { send(ReminderListEvent.requestRows) }

  private func take(_ rows: [ReminderRow]) {
    list.told = rows
    table.show(list.rows)
  }
}
