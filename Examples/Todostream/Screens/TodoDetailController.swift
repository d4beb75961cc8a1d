import Ghostlight
import TodoPresentation

/// A todo in full, new or not: edit it, save it or leave it.
final class TodoDetailController: Controller {
  private let words: Shared<Words>
  private let id: Int64?
  private let form = EditForm(TodoDetail())
  @SessionState private var detail = TodoDetail()

  /// Makes the screen of a todo that is there, or of a new one.
  init(words: Shared<Words>, id: Int64? = nil) {
    self.words = words
    self.id = id
  }

  override var title: String { "Todostream" }

  override func loadView() -> View {
    let save = Button(words.save, looks: ["primary"]) { [unowned self] in form.submit() }
    let cancel = Button(words.cancel, looks: ["quiet"]) { [unowned self] in pop() }
    form.add(
      form.field(\.title, words.title, .line(takesFocus: true)),
      form.field(\.notes, words.notes, .area()),
      form.field(\.due, words.dueField, .date(earliest: "1970-01-01")),
      Stack.row(save, cancel, looks: ["actions"]))
    let heading = Heading(id == nil ? words.newTitle : words.editTitle)
    return Stack.main(Stack.header(Link(words.todos, to: .list), heading), form, looks: ["detail"])
  }

  override func viewDidLoad() {
    onAnswer(to: \TodoEvent.requestTodoDetail, failed: { $0.complain($1) }) { $0.show($1) }
    onAnswer(to: \TodoEvent.requestUpdateDetail, failed: { $0.complain($1) }) { screen, _ in screen.go(to: .list) }
    busy(form, while: \TodoEvent.requestTodoDetail)
    form.onSave = { [unowned self] in save($0) }
  }

  override func viewWillAppear() {
    if let id { send(TodoEvent.requestTodoDetail(id)) }
  }

  override func didRestoreState() { form.value = detail }

  private func show(_ detail: TodoDetail) {
    self.detail = detail
    form.value = detail
  }

  private func save(_ detail: TodoDetail) {
    // Not before the todo has come, or it would be saved as a new one; and not twice.
    guard id == detail.id, !isUnanswered(\TodoEvent.requestUpdateDetail) else { return }
    send(TodoEvent.requestUpdateDetail(detail))
  }

  private func complain(_ trouble: TodoTrouble) {
    let isTold = form.complain([
      \.title: words.value.problem(trouble.fields[.title]), \.notes: words.value.problem(trouble.fields[.notes]),
      \.due: words.value.problem(trouble.fields[.due]),
    ])
    if !isTold { alert(words.failure, words.value.text(trouble)) }
  }
}
