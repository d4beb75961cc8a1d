import Ghostlight
import TodoPresentation

/// A todo in full, new or not: edit it, save it or leave it.
final class TodoDetailController: Controller {
  private let words: Words
  private let id: Int64?
  private let heading: Heading
  private let titleField: Field<TextInput>
  private let notesField: Field<TextInput>
  private let dueField: Field<TextInput>
  private let form: Form
  private let save: Button
  private var detail = TodoDetail()

  /// Makes the screen of a todo that is there, or of a new one.
  init(words: Words, id: Int64? = nil) {
    self.words = words
    self.id = id
    heading = Heading(id == nil ? words.newTitle : words.editTitle)
    titleField = Field(words.title, .line())
    notesField = Field(words.notes, .area())
    dueField = Field(words.dueField, .date())
    save = Button(words.save, looks: ["primary"])
    form = Form()
    super.init()
  }

  override var title: String { "Todostream" }

  override func loadView() -> View {
    let cancel = Button(words.cancel, looks: ["quiet"]) { [unowned self] in go(to: .list) }
    form.add(titleField, notesField, dueField, Stack.row(save, cancel, looks: ["actions"]))
    titleField.input[flag: .takesFocus] = true
    dueField.input[text: .minimum] = "1970-01-01"
    return Stack.main(
      Stack.header(Link(words.todos, to: .list), heading), form, looks: ["detail"])
  }

  override func viewDidLoad() {
    onAnswer(to: \TodoEvent.requestTodoDetail) { $0.show($1) }
    onAnswer(to: \TodoEvent.requestUpdateDetail) { $0.didSave($1) }
    busy(form, while: \TodoEvent.requestTodoDetail)
    save.onTap = { [unowned self] in ask() }
    form.onSubmit = { [unowned self] in ask() }
  }

  override func viewWillAppear() {
    if let id { send(TodoEvent.requestTodoDetail(id)) }
  }

  private func ask() {
    // Not before the todo has come, or it would be saved as a new one; and not twice.
    guard id == nil || detail.id != nil, !isUnanswered(\TodoEvent.requestUpdateDetail) else { return }
    detail.title = titleField.input.text
    detail.notes = notesField.input.text
    detail.due = dueField.input.text
    send(TodoEvent.requestUpdateDetail(detail))
  }

  private func show(_ answer: Result<TodoDetail, TodoTrouble>) {
    switch answer {
    case .success(let detail):
      self.detail = detail
      titleField.input.text = detail.title
      notesField.input.text = detail.notes
      dueField.input.text = detail.due
    case .failure(let trouble): alert(words.failure, words.text(trouble))
    }
  }

  private func didSave(_ answer: Result<TodoNews, TodoTrouble>) {
    guard case .failure(let trouble) = answer else { return go(to: .list) }
    let fields: [(field: TodoTrouble.Field, view: Field<TextInput>)] = [
      (.title, titleField), (.notes, notesField), (.due, dueField),
    ]
    for (field, view) in fields { view.problem = trouble.fields[field].map(words.problem) }
    if trouble.kind == .invalid {
      if let first = fields.first(where: { $0.view.problem != nil }) { focus(first.view.input) }
    } else {
      alert(words.failure, words.text(trouble))
    }
  }
}
