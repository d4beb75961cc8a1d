import Ghostlight
import TodoMVCPresentation

/// How the screen is built, as the specification prescribes it. What it does is the controller's.
struct TodoScreen: Screen {
  // The public test suite finds it by this name, which in its other implementations is that of the placeholder alone. It is said
  // as a name too: by that a page knows its fields again when it comes back to a new session.
  let newTodo = TextInput.line("What needs to be done?", placeholder: "What needs to be done?")
  let main: Stack
  let toggleAll = Checkbox("Mark all as complete")
  let table = Table("Todos", cell: TodoCell())
  let footer: Element
  let count = Label(looks: ["todo-count"])
  let filters: [(filter: TodoListViewModel.Filter, link: Link)] = [
    (.all, Link("All", to: "#/")), (.active, Link("Active", to: "#/active")),
    (.completed, Link("Completed", to: "#/completed")),
  ]
  let clear = Button("Clear completed", looks: ["clear-completed"])
  let view: View

  init() {
    newTodo.looks = ["new-todo"]
    newTodo.clearsOnSubmit = true
    newTodo[flag: .takesFocus] = true
    toggleAll.anchor("toggle-all")
    toggleAll.looks = ["toggle-all"]
    toggleAll.ticks(\.toggle, in: table)
    table.looks = ["todo-list"]
    main = Stack.section(
      toggleAll, InputLabel("Mark all as complete", for: toggleAll), table, looks: ["main"])
    let links = List.plain()
    links.looks = ["filters"]
    for (_, link) in filters { links.append(link) }
    footer = Element(.footer, looks: ["footer"], count, links, clear)
    let app = Element(
      .section, looks: ["todoapp"], Stack.header(Heading("todos"), newTodo, looks: ["header"]), main, footer)
    let info = Element(
      .footer, looks: ["info"], Element(.paragraph, text: "Double-click to edit a todo"),
      Element(.paragraph, text: "Press F2 at a todo to edit it by keyboard"),
      Element(.paragraph, text: "Your list is kept on the server, and the same in all your tabs"),
      Element(.paragraph, text: "Created with Ghostlight"),
      Element(.paragraph, text: "Part of ", Link("TodoMVC", to: "https://todomvc.com")))
    view = Stack.main(app, info)
  }

  /// Shows what the list is like. The rows themselves are the table's.
  func show(_ list: TodoListViewModel) {
    toggleAll.isOn = list.isAllCompleted
    let number = list.activeCount
    count.markup = Markup(.strong("\(number)"), .plain(number == 1 ? " item left" : " items left"))
    for (filter, link) in filters {
      link.looks = filter == list.filter ? ["selected"] : []
      link.isCurrent = filter == list.filter
    }
    table.show(list.shown)
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
