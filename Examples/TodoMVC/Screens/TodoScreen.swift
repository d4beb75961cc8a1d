import Ghostlight
import TodoMVCPresentation

/// How the screen is built, as the specification prescribes it. What it does is the controller's.
struct TodoScreen: Screen {
  // The public test suite finds it by this name, which in its other implementations is that of the placeholder alone. It is said
  // as a name too: by that a page knows its fields again when it comes back to a new session.
  let newTodo: TextInput
  let main: Stack
  let toggleAll: Checkbox
  let table: Table<TodoCell>
  let footer: Element
  let count = Label(looks: ["todo-count"])
  let filters: [(filter: TodoListViewModel.Filter, link: Link)]
  let clear: Button
  let view: View
  private let words: Shared<Words>

  init(_ words: Shared<Words>) {
    self.words = words
    newTodo = .line(words.newTodo, placeholder: words.newTodo)
    newTodo.looks = ["new-todo"]
    newTodo.clearsOnSubmit = true
    newTodo[flag: .takesFocus] = true
    toggleAll = Checkbox(words.markAll)
    toggleAll.anchor("toggle-all")
    toggleAll.looks = ["toggle-all"]
    table = Table(words.todos, cell: TodoCell(words))
    toggleAll.ticks(\.toggle, in: table)
    table.looks = ["todo-list"]
    main = Stack.section(
      toggleAll, InputLabel(words.markAll, for: toggleAll), table, looks: ["main"])
    filters = [
      (.all, Link(words.all, to: "#/")), (.active, Link(words.active, to: "#/active")),
      (.completed, Link(words.completed, to: "#/completed")),
    ]
    clear = Button(words.clear, looks: ["clear-completed"])
    table.removes(by: \.destroy)
    table.removes(byEmptying: \.edit)
    clear.removes(ticked: \.toggle, in: table)
    let links = List.plain()
    links.looks = ["filters"]
    for (_, link) in filters { links.append(link) }
    footer = Element(.footer, looks: ["footer"], count, links, clear)
    let app = Element(
      .section, looks: ["todoapp"], Stack.header(Heading(words.heading), newTodo, looks: ["header"]), main, footer)
    let info = Element(
      .footer, looks: ["info"], Element(.paragraph, text: words.doubleClick),
      Element(.paragraph, text: words.byKeyboard),
      Element(.paragraph, text: words.kept),
      Element(.paragraph, text: words.created),
      Element(.paragraph, text: words.part, Link("TodoMVC", to: "https://todomvc.com")))
    view = Stack.main(app, info)
  }

  /// Shows what the list is like. The rows themselves are the table's.
  func show(_ list: TodoListViewModel) {
    toggleAll.isOn = list.isAllCompleted
    let number = list.activeCount
    count.markup = Markup(.strong("\(number)"), .plain(words.left(number)))
    for (filter, link) in filters {
      link.looks = filter == list.filter ? ["selected"] : []
      link.isCurrent = filter == list.filter
    }
    table.show(list.shown, of: list.rows)
  }

  /// Shows the parts that are for lists with todos in them, or with completed ones, where the list has some.
  ///
  /// - Parameters:
  ///   - isAdding: Whether it may have todos as soon as is answered what was asked for.
  ///   - isCompleting: Whether some of them may be completed then.
  func showParts(of list: TodoListViewModel, isAdding: Bool, isCompleting: Bool) {
    main.show(if: !list.isEmpty, orSoon: isAdding)
    footer.show(if: !list.isEmpty, orSoon: isAdding)
    clear.show(if: list.hasCompleted, orSoon: isCompleting)
  }
}

extension View {
  /// Shows what is needed. What may be needed soon isn't seen yet, but can be used: who is quicker than the answer isn't refused.
  fileprivate func show(if isNeeded: Bool, orSoon mayBeNeeded: Bool) {
    isHidden = !isNeeded && !mayBeNeeded
    if isNeeded || isHidden { looks.remove("coming") } else { looks.insert("coming") }
  }
}
