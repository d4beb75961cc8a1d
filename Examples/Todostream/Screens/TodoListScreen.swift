import Ghostlight
import TodoPresentation

/// How the list is built. What it does is the controller's.
struct TodoListScreen: Screen {
  let add: Field<TextInput>
  /// A title that wasn't taken, and isn't in the field.
  let refused = Notice(.row, isError: true, looks: ["refused"])
  let new: Button
  let search: TextInput
  let filter: RadioGroup<TodoListQuery.Filter>
  let counts = Label(looks: ["counts"])
  let table: Table<TodoCell>
  let empty = Label(looks: ["empty"])
  /// Why the rows aren't there, or may be old.
  let unloaded = Notice(.stack, looks: ["empty"])
  let status = Status()
  /// What was found, for who can't see it.
  let found = Status()
  let view: View

  init(_ words: Shared<Words>) {
    add = Field(words.newTodo, .line(placeholder: words.newTodoHint))
    add.input.clearsOnSubmit = true
    new = Button(words.new, looks: ["primary"])
    search = .search(words.search, placeholder: words.searchHint)
    filter = RadioGroup(
      words.show, [(.all, words.all), (.active, words.active), (.completed, words.completed)], selected: .all)
    table = Table(words.todos, cell: TodoCell(words))
    table.removes(by: \.delete)
    empty.isHidden = true
    view = Stack.main(
      Stack.header(Heading("Todostream"), counts, new),
      Stack.row(add, looks: ["quickadd"]), refused,
      Stack.row(search, filter, looks: ["tools"]),
      unloaded, table, empty, status, found, looks: ["todos"])
  }
}
