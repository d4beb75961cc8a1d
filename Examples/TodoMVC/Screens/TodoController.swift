public import Ghostlight
import TodoMVCPresentation

/// The one screen of TodoMVC. Its three addresses are three ways to filter it.
final class TodoController: ScreenController<TodoScreen> {
  @SessionState private var list = TodoListViewModel()

  init() { super.init(TodoScreen()) }

  override var title: String { "Ghostlight • TodoMVC" }

  override func viewDidLoad() {
    on(\ListEvent.rows) { $0.take($1) }
    onAnswer(to: \ListEvent.requestAdd, failed: { controller, _ in controller.screen.newTodo.restore() })
    screen.newTodo.onSubmit = { [unowned self] in send(ListEvent.requestAdd($0)) }
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
