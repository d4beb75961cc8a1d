import Ghostlight

/// The view, which a controller is here: tells the presenter what the user did, and shows what the presenter says.
final class MVPScreen: Controller, ReminderListView {
  private let source: ReminderSource
  private let looks: RadioGroup<Bool>
  private let reload: Button
  private let table: Table<MVPCell>
  private lazy var presenter = ReminderPresenter(view: self, source: source)

  init(_ words: Words, _ source: ReminderSource) {
    self.source = source
    looks = RadioGroup(words.looks, [(false, words.events), (true, words.festivals)], selected: false)
    reload = Button(words.reload)
    table = Table(words.reminders, cell: MVPCell())
  }

  override func loadView() -> View { Stack.column(Stack.row(looks, reload), table) }

  override func viewDidLoad() {
    source.screen = self
    looks.onChange = { [unowned self] in presenter.swapLooks($0) }
    reload.onTap = { [unowned self] in presenter.load() }
  }

  override func viewWillAppear() { presenter.load() }

  override func didRestoreState() { presenter.present() }

  func showWaiting() { table.isBusy = true }

  func show(_ rows: [MVPRow]) {
    table.isBusy = false
    table.show(rows)
  }
}
