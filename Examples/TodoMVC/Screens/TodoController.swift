public import Ghostlight
import TodoMVCPresentation

/// The one screen of TodoMVC. Its three addresses are three ways to filter it.
final class TodoController: ScreenController<TodoScreen> {
  @SessionState private var list = TodoListViewModel()
  /// How many todos have been entered and not been taken or refused.
  @SessionState private var adding = 0

  init() { super.init(TodoScreen()) }

  override var title: String { "Ghostlight • TodoMVC" }

  override func viewDidLoad() {
    on(\ListEvent.rows) { $0.take($1) }
    onAnswer(to: \ListEvent.requestAdd) { $0.didAdd($1) }
    screen.newTodo.onSubmit = { [unowned self] in
      adding += 1
      send(ListEvent.requestAdd($0))
    }
    screen.toggleAll.onChange = { [unowned self] _ in send(ListEvent.requestToggleAll) }
    screen.clear.onTap = { [unowned self] in send(ListEvent.requestClearCompleted) }
    screen.table.onChange(\.toggle) { [unowned self] in send(ListEvent.requestComplete(TodoCompletion($0, $1))) }
    screen.table.onTap(\.destroy) { [unowned self] in send(ListEvent.requestDelete($0)) }
    screen.table.onSubmit(\.edit) { [unowned self] in send(ListEvent.requestRename(TodoRename($0, $1))) }
    pathDidChange()
  }

  override func viewWillAppear() { send(ListEvent.requestRows) }

  override func didRestoreState() { screen.show(list) }

  override func pathDidChange() {
    list.filter =
      switch path {
      case .active: .active
      case .completed: .completed
      default: .all
      }
    screen.show(list)
  }

  private func didAdd(_ rows: Result<TodoRows, TodoTrouble>) {
    // With others under way, what the field would give back is one of those.
    if adding == 1, case .failure = rows { screen.newTodo.restore() }
    adding -= 1
  }

  private func take(_ rows: Result<TodoRows, TodoTrouble>) {
    switch rows {
    case .success(let rows): list.incorporate(rows)
    case .failure(let trouble):
      screen.table.restore()
      alert("That didn’t work", trouble.text)
    }
    screen.show(list)
  }
}

extension Path {
  static let all = Path("/")
  static let active = Path("/active")
  static let completed = Path("/completed")
  static let index = Path("/index.html")
}

extension Routes {
  /// The screens of TodoMVC. Its links put the same addresses behind a `#`, as the specification asks.
  public static let todomvc = Routes { (Path.all ~> { TodoController() }).also(at: .active, .completed, .index) }
}
