public import Ghostlight
import TodoMVCPresentation

/// The one screen of TodoMVC. Its three addresses are three ways to filter it.
final class TodoController: ScreenController<TodoScreen> {
  @SessionState private var list = TodoListViewModel()
  private let words: Shared<Words>

  init(words: Shared<Words>) {
    self.words = words
    super.init(TodoScreen(words))
  }

  override var title: String { "Ghostlight • TodoMVC" }

  override func viewDidLoad() {
    on(\ListEvent.rows) { $0.take($1) }
    // After what is new has been taken in.
    onAnswer(to: \ListEvent.requestAdd) { $0.didAdd($1) }
    onAnswer(to: \ListEvent.requestComplete) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestToggle) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestDelete) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestRename) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestClearCompleted) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestToggleAll) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestCompleteAll) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestRows) { $0.complain($1) }
    screen.newTodo.onSubmit = { [unowned self] in change(.requestAdd($0)) }
    screen.toggleAll.onChange = { [unowned self] in completeAll($0) }
    screen.clear.onTap = { [unowned self] in change(.requestClearCompleted) }
    screen.table.onChange(\.toggle) { [unowned self] in complete($0, $1) }
    screen.table.onTap(\.destroy) { [unowned self] in change(.requestDelete($0)) }
    screen.table.onSubmit(\.edit) { [unowned self] in change(.requestRename(TodoRename($0, $1))) }
    pathDidChange()
  }

  override func viewWillAppear() { ask() }

  override func didRestoreState() { show() }

  /// What was stored when the process ended may have been told to nobody.
  override func sessionDidReturn() {
    list.doubtVersion()
    ask()
  }

  override func pathDidChange() {
    list.filter =
      switch path.segments {
      case Path.active.segments: .active
      case Path.completed.segments: .completed
      default: .all
      }
    show()
  }

  private func ask() { send(ListEvent.requestRows) }

  private func change(_ request: ListEvent) {
    send(request)
    showParts()
  }

  private func show() {
    screen.show(list)
    showParts()
  }

  private func showParts() {
    let isCompleting =
      isUnanswered(\ListEvent.requestComplete) || isUnanswered(\ListEvent.requestToggle)
      || isUnanswered(\ListEvent.requestCompleteAll) || isUnanswered(\ListEvent.requestToggleAll)
    screen.showParts(of: list, isAdding: isUnanswered(\ListEvent.requestAdd), isCompleting: isCompleting)
  }

  /// The row becomes as its box is that was clicked, whatever others have made of it meanwhile. But where the box couldn't know yet what it
  /// is, its click means the other way, and the list decides.
  private func complete(_ row: TodoRow, _ isCompleted: Bool) {
    let isGuess = screen.table.isGuess(\.toggle)
    change(isGuess ? .requestToggle(row) : .requestComplete(TodoCompletion(row, isCompleted)))
  }

  /// As with a row, with all.
  private func completeAll(_ isCompleted: Bool) {
    change(screen.toggleAll.isGuess ? .requestToggleAll : .requestCompleteAll(isCompleted))
  }

  private func didAdd(_ news: Result<TodoNews, TodoTrouble>) {
    if case .failure = news { screen.newTodo.restore() }
    // It can't come back where the next one is being typed: so it is said what it was.
    complain(news, words.notAdded(screen.newTodo.submission))
  }

  /// - Parameter what: What has failed, in words, said behind the reason: it may be long. That is plain unless given.
  private func complain(_ news: Result<TodoNews, TodoTrouble>, _ what: String = "") {
    if case .failure(let trouble) = news { alert(words.failure, words.text(trouble) + what, button: words.ok) }
  }

  private func take(_ news: Result<TodoNews, TodoTrouble>) {
    switch news {
    case .success(let news):
      list.incorporate(news)
      // Once, however many changes wait for the rows.
      if list.lacksRows, !isUnanswered(\ListEvent.requestRows) { ask() }
    case .failure: screen.table.restore()
    }
    show()
  }
}

extension Path {
  static let all = Path("/")
  static let active = Path("/active")
  static let completed = Path("/completed")
  static let index = Path("/index.html")
}

extension Routes {
  /// The screens of TodoMVC, in a language. Its links put the same addresses behind a `#`, as the specification asks.
  public static func todomvc(_ words: Words) -> Routes {
    let words = Shared(words)
    return Routes { (Path.all ~> { TodoController(words: words) }).also(at: .active, .completed, .index) }
      // The specification knows three filters: what else stands behind the `#` is none.
      .otherwise(.all)
  }
}
