import Ghostlight

/// The controller: asks the service once, and shows what it has.
final class MVCSController: Controller {
  private let source: ReminderSource
  private let service: ReminderService
  private let looks: RadioGroup<Bool>
  private let reload: Button
  private let table: Table<MVCSCell>

  init(_ words: Words, _ source: ReminderSource) {
    self.source = source
    service = ReminderService(source)
    looks = RadioGroup(words.looks, [(false, words.events), (true, words.festivals)], selected: false)
    reload = Button(words.reload)
    table = Table(words.reminders, cell: MVCSCell())
  }

  override func loadView() -> View { Stack.column(Stack.row(looks, reload), table) }

  override func viewDidLoad() {
    source.screen = self
    looks.onChange = { [unowned self] in
      service.letFestivalsStandOut($0)
      table.show(service.reminders)
    }
    reload.onTap = { [unowned self] in load() }
  }

  override func viewWillAppear() { load() }

  override func didRestoreState() { table.show(service.reminders) }

  private func load() {
    table.isBusy = true
    service.load { [unowned self] in
      table.isBusy = false
      table.show(service.reminders)
    }
  }
}
