import Ghostlight
import TodoPresentation

/// The list of todos.
final class TodoListController: ScreenController<TodoListScreen> {
  let words: Shared<Words>
  @SessionState var list = TodoListViewModel()
  @SessionState var refused = RefusedTitles()
  @SessionState private var deleted = DeletedTodos()
  /// Those that are being restored, and why one of them couldn't be.
  @SessionState private var restoring: [TodoRow] = []
  @SessionState private var notRestored: TodoTrouble?
  @SessionState private var today = ""
  /// News that came while the rows were asked for: they may be older than that.
  private var heard: [TodoNews] = []
  /// What screens have asked to be saved that have gone before it was, by the requests: what was asked, and what is to be saved behind it. Of
  /// those that were there before this one it isn't known. No snapshot is made meanwhile.
  var leaving: [EventID: (sent: TodoDetail, then: TodoDetail?)] = [:]
  /// What they have asked to be saved of todos that hadn't come, likewise: what the fields held.
  var early: [EventID: [TodoTrouble.Field: String]] = [:]
  /// Hears of those, as long as there are any.
  var earlyAnswers: SessionSubscription?
  private let undoTime: Duration

  /// Makes the screen.
  ///
  /// - Parameters:
  ///   - words: What it says.
  ///   - undoTime: How long a deletion can be undone.
  init(words: Shared<Words>, undoTime: Duration = .seconds(6)) {
    self.words = words
    self.undoTime = undoTime
    super.init(TodoListScreen(words))
  }

  override var title: String { "Todostream" }

  override func viewDidLoad() {
    on(\TodoEvent.row) { $0.hear($1) }
    onAnswer(to: \TodoEvent.requestTodoViewModels, latestOnly: true) { $0.show($1) }
    onAnswer(to: \TodoEvent.requestAddTodo, failed: { $0.didRefuse($1) }) { $0.didAdd($1) }
    onAnswer(to: \TodoEvent.requestCompleteTodo, failed: { $0.complain($1) })
    onAnswer(to: \TodoEvent.requestDeleteTodo, failed: { $0.complain($1) }) { $0.offerUndo($1) }
    onAnswer(to: \TodoEvent.requestRestoreTodo, failed: { $0.didNotRestore($1) }) { $0.didRestore($1) }
    on(\TodoEvent.left) { $0.follow($1) }
    // A screen that was there before any list. Who takes over keeps memory for that, in every session.
    if isAbandoned(\TodoEvent.requestUpdateDetail) { takeOver(\TodoEvent.requestUpdateDetail) }
    busy(screen.table, while: \TodoEvent.requestTodoViewModels)

    screen.add.input.onChange = { [unowned self] in didType($0) }
    screen.add.input.onSubmit = { [unowned self] in add($0) }
    screen.new.onTap = { [unowned self] in go(to: .newTodo) }
    screen.search.onChange = { [unowned self] in search($0) }
    screen.search.onSubmit = { [unowned self] in search($0) }
    screen.filter.onChange = { [unowned self] in filter($0) }
    screen.table.onChange(\.check) { [unowned self] in send(TodoEvent.requestCompleteTodo(TodoCompletion($0, $1))) }
    screen.table.onTap(\.edit) { [unowned self] in go(to: .todo($0.id)) }
    screen.table.onTap(\.delete) { [unowned self] in send(TodoEvent.requestDeleteTodo($0)) }
    list = TodoListViewModel(query: path.query)
    showQuery()
  }

  override func pathDidChange() {
    guard path.query != list.query else { return }
    choose(path.query)
    showQuery()
  }

  override func viewWillAppear() {
    lookAtDay()
    tryAgain()
  }

  override func didRestoreState() {
    showRows()
    showRefused()
  }

  override func sessionDidReturn() { ask() }

  // MARK: Adding

  private func didType(_ title: String) {
    refused.type(title)
    showRefused()
  }

  private func add(_ title: String) {
    refused.submit(title)
    showRefused()
    if !title.isEmpty { send(TodoEvent.requestAddTodo(title)) }
  }

  private func didRefuse(_ trouble: TodoTrouble) {
    let (reason, isPutBack) = (trouble.fields[.title], screen.add.input.text.isEmpty)
    screen.add.input.restore()
    refused.refuse(screen.add.input.submission, because: reason, isPutBack: isPutBack)
    if isPutBack { screen.add.problem = words.value.problem(reason) }
    showRefused()
    complain(trouble, isTyped: true)
  }

  private func didAdd(_ news: TodoNews) {
    if list.passesOver(news) { showNotice(words.addedElsewhere(news.row.title)) }
  }

  private func putBack() {
    guard let refusal = refused.putBack(insteadOf: screen.add.input.text) else { return }
    screen.add.input.text = refusal.title
    screen.add.problem = words.value.problem(refusal.reason)
    focus(screen.add.input)
    showRefused()
  }

  private func discard() {
    refused.discard()
    focus(screen.add.input)
    showRefused()
  }

  /// Offers what wasn't taken and isn't in the field.
  func showRefused() {
    guard refused.hasOffered else { return }
    screen.refused.say(
      refused.offered.first.map(words.value.refusal),
      [
        Button(words.putBack) { [unowned self] in putBack() },
        Button(words.discard, looks: ["quiet"]) { [unowned self] in discard() },
      ])
  }

  // MARK: Asking

  private func ask() { send(TodoEvent.requestTodoViewModels(list.query)) }

  private func search(_ text: String) {
    if list.query.search != text { choose(TodoListQuery(search: text, filter: list.query.filter)) }
  }

  private func filter(_ filter: TodoListQuery.Filter) {
    choose(TodoListQuery(search: list.query.search, filter: filter))
  }

  private func choose(_ query: TodoListQuery) {
    list.choose(query)
    showTrouble()
    ask()
  }

  private func showQuery() {
    screen.search.text = list.query.search
    screen.filter.selected = list.query.filter
  }

  private func tryAgain() {
    // What has the focus stays until the answer is there.
    list.tryAgain()
    ask()
  }

  // MARK: Being told

  private func show(_ rows: Result<TodoRows, TodoTrouble>) {
    defer { heard = [] }
    lookAtDay()
    switch rows {
    case .success(let page):
      let isFound = list.isFinding
      list.incorporate(page)
      for news in heard { _ = list.incorporate(news) }
      if isFound { screen.found.tell(list.rows.isEmpty ? noRows : words.found(list.rows.count)) }
    case .failure(let trouble):
      // What the list asks for again by itself fails without a word: that it couldn't be loaded is told already.
      if list.trouble == nil { alert(words.failure, words.value.text(trouble), button: words.ok) }
      list.incorporate(trouble)
    }
    showRows()
    // What else the address asks for stays, unless it says something else than the list shows.
    if path.query != list.query { replaceAddress(with: .list(list.query)) }
  }

  private func showRows() {
    showDay()
    screen.table.show(list.rows)
    showTotals()
  }

  /// Looks which day it is: whenever rows come, and when something has changed in them.
  private func lookAtDay() {
    today = TodoRow.today(at: now)
    showDay()
  }

  private func showDay() {
    if screen.table.tag != today { screen.table.tag = today }
  }

  private func hear(_ row: Result<TodoNews, TodoTrouble>) {
    let isOfOther = isAnswer(to: \TodoEvent.requestUpdateDetail)
    let left = isOfOther ? answeredRequest.flatMap { leaving.removeValue(forKey: $0) } : nil
    switch row {
    case .success(let news):
      take(news)
      if isOfOther { didSave(news, sent: left?.sent, then: left?.then) }
    case .failure(let trouble):
      if isOfOther {
        didNotSave(left.map { $0.then ?? $0.sent }, because: words.value.text(trouble), trouble.fields[.title])
      }
    }
  }

  private func take(_ news: TodoNews) {
    // What no answer is awaited for has been told by the last one.
    if isUnanswered(\TodoEvent.requestTodoViewModels) { heard.append(news) } else { heard = [] }
    lookAtDay()
    let change = list.incorporate(news)
    // What was found is another number now, which nobody wants to hear at every tick.
    if change != .noOp { screen.found.hide() }
    switch change {
    case .insert(let index): screen.table.insert(list.rows[index], at: index)
    case .delete(let index): screen.table.delete(at: index)
    case .reload(let index): screen.table.reload(list.rows[index], at: index)
    case .noOp: break
    }
    showTotals()
    // Who could write this could read as well.
    if list.isDoubtful, !isUnanswered(\TodoEvent.requestTodoViewModels) { ask() }
  }

  private func offerUndo(_ news: TodoNews) {
    deleted.add(news.row, at: now, for: undoTime)
    showNotice()
  }

  private func undo() {
    let rows = deleted.takeAll()
    restoring += rows
    for row in rows { send(TodoEvent.requestRestoreTodo(row)) }
  }

  private func didRestore(_ news: TodoNews) {
    restoring.removeAll { $0.id == news.row.id }
    offerUndoAgain()
  }

  private func didNotRestore(_ trouble: TodoTrouble) {
    notRestored = trouble
    offerUndoAgain()
  }

  /// Says why some couldn't be restored, if that is so and all is answered, and offers it again: nothing else has them any more.
  private func offerUndoAgain() {
    guard let trouble = notRestored, !isUnanswered(\TodoEvent.requestRestoreTodo) else { return }
    for row in restoring { deleted.add(row, at: now, for: Self.patience) }
    (restoring, notRestored) = ([], nil)
    showNotice(words.value.text(trouble), for: Self.patience)
  }

  /// How long it can be undone again that couldn't be: what was in the way may take a while to go.
  private static let patience = Duration.seconds(60)

  /// Says something for a while, as what was added out of sight, and offers to undo what was deleted lately.
  ///
  /// - Parameter time: For how long; for as long as a deletion can be undone unless given.
  func showNotice(_ news: String? = nil, for time: Duration? = nil) {
    let time = time ?? undoTime
    deleted.extend(at: now, for: time)
    let text = [news, words.value.deletion(of: deleted.rows)].compactMap { $0 }.joined(separator: " ")
    if deleted.rows.isEmpty { return screen.status.show(text, for: time, by: self) }
    screen.status.show(text, button: words.undo, for: time, by: self) { [unowned self] in undo() }
  }

  /// Tells what went wrong, unless a field says it, and shows the rows as they are.
  private func complain(_ trouble: TodoTrouble, isTyped: Bool = false) {
    screen.table.restore()
    if trouble.kind == .invalid { return }
    alert(words.failure, words.value.text(trouble, isTyped: isTyped), button: words.ok)
  }

  private func showTotals() {
    showTrouble()
    guard let totals = list.counts else { return }
    screen.counts.text = words.counts(totals)
    let isEmpty = !list.lacksRows && list.rows.isEmpty
    screen.empty.isHidden = !isEmpty
    if isEmpty { screen.empty.text = noRows }
  }

  private var noRows: String { list.query == TodoListQuery() ? words.empty : words.noMatch }

  /// Says why the rows aren't there, or may be old, if that is so.
  private func showTrouble() {
    guard list.hasFailed else { return }
    let reason = list.lacksRows ? words.listUnloaded : words.listDoubtful
    screen.unloaded.say(
      list.trouble == nil ? nil : reason,
      [Button(words.again, looks: ["primary"]) { [unowned self] in tryAgain() }])
  }
}
