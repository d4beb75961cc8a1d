import Ghostlight
import TodoPresentation

/// A todo in full, new or not: edit it, save it or leave it.
final class TodoDetailController: Controller {
  private let words: Shared<Words>
  private let id: Int64?
  private let form = EditForm(TodoDetail())
  private let missing = Label()
  private let save: Button
  private let again: Button
  /// What others have done meanwhile.
  private let meanwhile = Notice(.row, isError: true, looks: ["meanwhile"])
  private var fields: [(name: TodoTrouble.Field, view: Field<TextInput>)] = []
  /// What was shown last.
  @SessionState private var detail = TodoDetail()
  /// The fields that others have changed as well, in order.
  @SessionState private var contested: [TodoTrouble.Field] = []
  @SessionState private var overtaken = OvertakenTexts()
  /// When it was found that others' text was typed over that can't have been seen.
  @SessionState private var unseenSince: Timestamp?
  @SessionState private var isDeleted = false
  /// Why the todo hasn't come.
  @SessionState private var trouble: TodoTrouble?
  /// What is entered before the todo has come, and what that was when it was to be saved as soon as it has.
  @SessionState private var early: Set<TodoTrouble.Field> = []
  @SessionState private var savedEarly: [TodoTrouble.Field: String]?
  /// What is being saved, and what is to be saved behind it.
  @SessionState private var sent: TodoDetail?
  @SessionState private var savedAgain: TodoDetail?
  /// What others have written while it is.
  @SessionState private var passedOver: TodoRow?
  /// What others have written before the todo has come: the answer may be older.
  @SessionState private var heard: TodoRow?

  /// Makes the screen of a todo that is there, or of a new one.
  init(words: Shared<Words>, id: Int64? = nil) {
    self.words = words
    self.id = id
    save = Button(words.save, looks: ["primary"])
    again = Button(words.again, looks: ["primary"])
  }

  override var title: String { "\(heading) – Todostream" }
  /// Where the list was left: its address may ask for something.
  private var list: Path { trail.last?.path ?? .list }
  /// Whether the todo has come, if it is one that there is.
  private var isThere: Bool { id == nil || id == detail.id }
  private var heading: String { id == nil ? words.newTitle : words.editTitle }

  override func loadView() -> View {
    let cancel = Button(words.cancel, looks: ["quiet"]) { [unowned self] in pop() }
    save.onTap = { [unowned self] in form.submit() }
    again.onTap = { [unowned self] in ask() }
    let due = TextInput.date(earliest: "1970-01-01")
    due.words = words.unreadable
    let title = form.field(\.title, words.title, .line(takesFocus: true))
    title.isRequired = true
    fields = [
      (.title, title),
      (.notes, form.field(\.notes, words.notes, .area())),
      (.due, form.field(\.due, words.dueField, due)),
    ]
    form.add(missing)
    form.add(meanwhile)
    for field in fields { form.add(field.view) }
    form.add(Stack.row(save, again, cancel, looks: ["actions"]))
    showTrouble()
    let back = Link(words.todos, to: list, looks: ["back"])
    return Stack.main(Stack.header(back, Heading(heading)), form, looks: ["detail"])
  }

  override func viewDidLoad() {
    onAnswer(to: \TodoEvent.requestTodoDetail, failed: { $0.miss($1) }) { $0.show($1) }
    onAnswer(to: \TodoEvent.requestUpdateDetail, failed: { $0.complain($1) }) { $0.didSave($1) }
    onSuccess(of: \TodoEvent.row) { $0.take($1.row) }
    busy(form, while: \TodoEvent.requestTodoDetail)
    busy(form, while: \TodoEvent.requestUpdateDetail)
    form.onSave = { [unowned self] in save($0) }
    for (name, view) in fields {
      // Without the view, which would hold itself.
      view.input.onChange = { [unowned self] in type($0, into: name) }
    }
  }

  override func viewWillAppear() { ask() }

  override func viewWillDisappear() {
    if let savedEarly, !savedEarly.isEmpty, let request = unansweredRequest(\TodoEvent.requestTodoDetail) {
      return send(TodoEvent.left(.early(savedEarly, by: request)))
    }
    guard let sent, let request = unansweredRequest(\TodoEvent.requestUpdateDetail) else { return }
    send(TodoEvent.left(.saving(sent, by: request, then: savedAgain)))
  }

  override func sessionDidReturn() { ask() }

  override func didRestoreState() {
    form.value = detail
    showTrouble()
    showMeanwhile()
  }

  private func ask() {
    if let id { send(TodoEvent.requestTodoDetail(id)) }
  }

  private func show(_ detail: TodoDetail) {
    if isThere { return showAgain(detail) }
    _ = fill(with: detail)
    early = []
    (trouble, contested, isDeleted) = (nil, [], false)
    (overtaken, unseenSince) = (OvertakenTexts(), nil)
    showTrouble()
    showMeanwhile()
    let (news, texts) = (heard, savedEarly)
    (heard, savedEarly) = (nil, nil)
    if let news { take(news) }
    if let texts { save(self.detail.replacing(texts)) }
  }

  /// Takes in a todo that was asked for again, and what others have written while it was.
  private func showAgain(_ detail: TodoDetail) {
    let news = heard
    heard = nil
    // What is being saved is behind it.
    if isUnanswered(\TodoEvent.requestUpdateDetail) { return }
    follow(detail, isDeleted: false)
    if let news { take(news) }
  }

  /// Shows a todo as it is, but for what is being edited.
  ///
  /// - Returns: The fields that are.
  private func fill(with todo: TodoDetail) -> Set<TodoTrouble.Field> {
    // What was emptied before it came looks as if nobody had touched it.
    let own = form.value.differences(from: detail).union(early)
    let texts = fields.filter { own.contains($0.name) }.map { ($0.view.input, $0.view.input.text) }
    form.value = todo
    for (input, text) in texts { input.text = text }
    detail = todo
    return own
  }

  private func type(_ text: String, into field: TodoTrouble.Field) {
    if !isThere { early.insert(field) }
    guard overtaken.type(text, into: field, insteadOf: detail[field]) else { return }
    contested = fields.map(\.name).filter { $0 == field || contested.contains($0) }
    unseenSince = now
    showMeanwhile()
  }

  /// Others have written a todo. What isn't being edited here follows it; what is stays, and that is told.
  private func take(_ row: TodoRow) {
    guard row.id == id ?? detail.id else { return }
    guard isThere else { return wait(for: row) }
    // The answer may be older.
    if isUnanswered(\TodoEvent.requestTodoDetail) { heard = row }
    if isUnanswered(\TodoEvent.requestUpdateDetail) { return passedOver = row }
    follow(row.detail, isDeleted: row.isDeleted)
  }

  private func follow(_ theirs: TodoDetail, isDeleted: Bool) {
    self.isDeleted = isDeleted
    let entered = form.value
    let changed = theirs.differences(from: detail)
    if !changed.isEmpty {
      let shown = detail
      let own = fill(with: theirs)
      overtaken.overtake(changed.subtracting(own), of: shown)
      let both = own.intersection(changed).union(contested).intersection(entered.differences(from: theirs))
      contested = fields.map(\.name).filter(both.contains)
    }
    showMeanwhile()
  }

  /// Keeps what others have written until the todo has come. One that wasn't there may be again.
  private func wait(for row: TodoRow) {
    heard = row
    if !row.isDeleted, trouble != nil, !isUnanswered(\TodoEvent.requestTodoDetail) { ask() }
  }

  private func showMeanwhile() {
    let text = words.value.meanwhile(contested, isDeleted: isDeleted)
    if text != nil || !meanwhile.children.isEmpty { meanwhile.say(text, []) }
  }

  private func miss(_ trouble: TodoTrouble) {
    let news = heard
    // What was asked for again by itself fails without a word; that the todo has gone is told beside it, and it can be edited all the same.
    if isThere {
      heard = nil
      if trouble.kind == .notFound, news == nil { isDeleted = true }
      return showMeanwhile()
    }
    // It has come back behind what the answer tells.
    if trouble.kind == .notFound, let news, !news.isDeleted {
      heard = nil
      return ask()
    }
    // That there is no such todo says the screen itself.
    if trouble.kind != .notFound { alert(words.failure, words.value.text(trouble), button: words.ok) }
    self.trouble = trouble
    savedEarly = nil
    showTrouble()
  }

  /// Shows why there is nothing to edit, if there isn't.
  private func showTrouble() {
    for view in fields.map(\.view) + [save] as [View] { view.isHidden = trouble != nil }
    missing.isHidden = trouble == nil
    again.isHidden = trouble == nil || trouble?.kind == .notFound
    missing.text = trouble?.kind == .notFound ? words.notFound : words.unloaded
  }

  private func save(_ detail: TodoDetail) {
    // Not before the todo has come, or it would be saved as a new one.
    if !isThere { return savedEarly = Dictionary(uniqueKeysWithValues: early.map { ($0, detail[$0]) }) }
    // Nor over what others have written, in the moment in which that is told; a clock that is set back ends it.
    if let unseenSince, now >= unseenSince, now < unseenSince.advanced(by: .seconds(1)),
      !contested.isEmpty, let text = words.value.meanwhile(contested, isDeleted: isDeleted)
    {
      return alert(words.failure, text, button: words.ok)
    }
    // Nor twice: what is entered since is saved behind it.
    if isUnanswered(\TodoEvent.requestUpdateDetail) { return savedAgain = detail }
    update(detail)
  }

  private func update(_ detail: TodoDetail) {
    sent = detail
    send(TodoEvent.requestUpdateDetail(detail))
  }

  private func didSave(_ news: TodoNews) {
    let (saved, entered) = (news.row.detail, form.value)
    let before = sent ?? entered
    let again = savedAgain ?? before
    (sent, savedAgain, passedOver) = (nil, nil, nil)
    let next = again.moved(from: before, to: saved)
    // What is entered behind the last save isn't to be saved, nor to be lost: the screen stays with it.
    if next == saved, entered.differences(from: again).isEmpty {
      send(TodoEvent.left(.saved(news)))
      return go(to: list)
    }
    let unseen = again.contested(by: saved, since: before)
    goOn(from: before, to: news.row, contesting: unseen.union(entered.contested(by: saved, since: before)))
    // What others have written in its place hasn't been seen: it is saved when it has.
    if unseen.isEmpty, next != saved { update(next) }
  }

  /// Shows what was sent as it has become, but for what is edited since.
  private func goOn(from before: TodoDetail, to row: TodoRow, contesting both: Set<TodoTrouble.Field>) {
    detail = before
    let own = fill(with: row.detail)
    overtaken.overtake(detail.changes(since: before).subtracting(own), of: before)
    contested = fields.map(\.name).filter(both.contains)
    isDeleted = row.isDeleted
    showMeanwhile()
  }

  private func complain(_ trouble: TodoTrouble) {
    let others = passedOver
    (sent, savedAgain, passedOver) = (nil, nil, nil)
    if let others { take(others) }
    let isTold = form.complain([
      \.title: words.value.problem(trouble.fields[.title]), \.notes: words.value.problem(trouble.fields[.notes]),
      \.due: words.value.problem(trouble.fields[.due]),
    ])
    if !isTold { alert(words.failure, words.value.text(trouble, isTyped: true), button: words.ok) }
  }
}
