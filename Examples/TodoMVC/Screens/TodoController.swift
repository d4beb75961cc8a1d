public import Ghostlight
import TodoMVCPresentation

/// The one screen of TodoMVC. Its three addresses are three ways to filter it.
final class TodoController: ScreenController<TodoScreen> {
  @SessionState private var list = TodoListViewModel()
  /// How many changes have been asked for from here without an answer so far; but those that make all rows as the box for all is,
  /// which need none to be shown by it.
  @SessionState private var changing = 0
  /// Whether such a change was it that turned the box for all last.
  @SessionState private var hasTurnedAll = false
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
    onAnswer(to: \ListEvent.requestComplete) { $0.didChange($1) }
    onAnswer(to: \ListEvent.requestDelete) { $0.didChange($1) }
    onAnswer(to: \ListEvent.requestRename) { $0.didChange($1) }
    onAnswer(to: \ListEvent.requestClearCompleted) { $0.didChange($1) }
    onAnswer(to: \ListEvent.requestToggleAll) { $0.didChange($1) }
    onAnswer(to: \ListEvent.requestCompleteAll) { $0.complain($1) }
    onAnswer(to: \ListEvent.requestRows) { $0.complain($1) }
    screen.newTodo.onSubmit = { [unowned self] in change(.requestAdd($0)) }
    screen.toggleAll.onChange = { [unowned self] in completeAll($0) }
    screen.clear.onTap = { [unowned self] in change(.requestClearCompleted) }
    // The row becomes as its box is that was clicked, whatever others have made of it meanwhile.
    screen.table.onChange(\.toggle) { [unowned self] in change(.requestComplete(TodoCompletion($0, $1))) }
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
    changing += 1
    ask(for: request)
  }

  private func ask(for request: ListEvent) {
    send(request)
    showParts()
  }

  private func show() {
    screen.show(list)
    showParts()
  }

  private func showParts() {
    let isCompleting =
      isUnanswered(\ListEvent.requestComplete) || isUnanswered(\ListEvent.requestCompleteAll)
      || isUnanswered(\ListEvent.requestToggleAll)
    screen.showParts(of: list, isAdding: isUnanswered(\ListEvent.requestAdd), isCompleting: isCompleting)
  }

  /// All become as the box is that was clicked, whatever others have changed meanwhile.
  ///
  /// But what a change here makes of the box shows only once the server has said so. Who clicks before that means the opposite of
  /// what the box is going to be, and not of what it was: then the list decides.
  private func completeAll(_ isCompleted: Bool) {
    let isBehind = changing > 0 || (hasTurnedAll && isCompleted == list.isAllCompleted)
    if isBehind { change(.requestToggleAll) } else { ask(for: .requestCompleteAll(isCompleted)) }
  }

  private func didChange(_ news: Result<TodoNews, TodoTrouble>) {
    changing -= 1
    complain(news)
  }

  private func didAdd(_ news: Result<TodoNews, TodoTrouble>) {
    changing -= 1
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
      let wasAllCompleted = list.isAllCompleted
      list.incorporate(news)
      if list.isAllCompleted != wasAllCompleted { hasTurnedAll = changing > 0 }
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
