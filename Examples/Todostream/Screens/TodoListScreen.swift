import Ghostlight
import TodoPresentation

/// How the list is built. What it does is the controller's.
struct TodoListScreen: Screen {
  let add: Field<TextInput>
  let refused: Stack
  let refusal = ErrorLabel()
  let putBack: Button
  let discard: Button
  let new: Button
  let search: TextInput
  let filter: RadioGroup<TodoListQuery.Filter>
  let counts = Label(looks: ["counts"])
  let table: Table<TodoCell>
  let empty = Label(looks: ["empty"])
  let unloaded: Stack
  let reason = Label()
  let again: Button
  let status = Status()
  /// What was found, for who can't see it.
  let found = Status()
  let view: View

  init(_ words: Shared<Words>) {
    add = Field(words.newTodo, .line(placeholder: words.newTodoHint))
    add.input.clearsOnSubmit = true
    putBack = Button(words.putBack)
    discard = Button(words.discard, looks: ["quiet"])
    refused = Stack.row(refusal, putBack, discard, looks: ["refused"])
    refused.isHidden = true
    new = Button(words.new, looks: ["primary"])
    search = .search(words.search, placeholder: words.searchHint)
    filter = RadioGroup(
      words.show, [(.all, words.all), (.active, words.active), (.completed, words.completed)], selected: .all)
    table = Table(words.todos, cell: TodoCell(words))
    empty.isHidden = true
    again = Button(words.again, looks: ["primary"])
    unloaded = Stack.column(reason, again, looks: ["empty"])
    unloaded.isHidden = true
    view = Stack.main(
      Stack.header(Heading("Todostream"), counts, new),
      Stack.row(add, looks: ["quickadd"]), refused,
      Stack.row(search, filter, looks: ["tools"]),
      unloaded, table, empty, status, found, looks: ["todos"])
  }
}
