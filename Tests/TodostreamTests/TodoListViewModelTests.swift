import Testing
import TodoModels

@testable import TodoPresentation

@Suite struct TodoListViewModelTests {
  func todo(_ id: Int64, _ title: String = "t", done: Bool = false, deleted: Bool = false) -> Todo {
    var todo = Todo(id: id, title: title, notes: "", due: nil, createdAt: id)
    if done { todo.completedAt = 5 }
    if deleted { todo.deletedAt = 6 }
    return todo
  }

  func makeList(_ query: TodoListQuery = TodoListQuery(), of todos: [Todo]) -> TodoListViewModel {
    var list = TodoListViewModel(query: query)
    list.incorporate(TodoRows(TodoPage(todos: todos, counts: TodoCounts(active: 0, completed: 0))))
    return list
  }

  func news(_ todo: Todo) -> TodoNews {
    TodoNews(TodoWritten(todo: todo, counts: TodoCounts(active: 0, completed: 0)))
  }

  @Test func `a row change is an insertion, a deletion, a reload or nothing`() {
    var list = makeList(of: [todo(3), todo(1)])
    #expect(list.incorporate(news(todo(2))) == .insert(at: 1))
    #expect(list.incorporate(news(todo(4))) == .insert(at: 0))
    #expect(list.incorporate(news(todo(2, "other"))) == .reload(at: 2))
    #expect(list.incorporate(news(todo(2, "other"))) == .noOp)
    #expect(list.incorporate(news(todo(2, "other", deleted: true))) == .delete(at: 2))
    #expect(list.incorporate(news(todo(2, "other", deleted: true))) == .noOp)
    #expect(list.rows.map(\.id) == [4, 3, 1])
  }

  @Test func `a row that no longer matches goes`() {
    var list = makeList(TodoListQuery(filter: .active), of: [todo(2), todo(1)])
    #expect(list.incorporate(news(todo(2, done: true))) == .delete(at: 0))
    #expect(list.incorporate(news(todo(9, done: true))) == .noOp)
  }

  func page(_ todos: Todo...) -> TodoRows {
    TodoRows(TodoPage(todos: todos, counts: TodoCounts(active: 0, completed: 0)))
  }

  let trouble = TodoTrouble(TodoFailure.unavailable(.missing, detail: ""))

  @Test func `news change nothing where no rows have come`() {
    var list = TodoListViewModel()
    list.incorporate(trouble)
    #expect(list.incorporate(news(todo(1))) == .noOp)
    #expect(list.rows == [])
    #expect(list.counts != nil)
    #expect(list.lacksRows && list.isDoubtful)
    list.incorporate(page(todo(1)))
    #expect(list.rows.map(\.id) == [1])
    #expect(!list.lacksRows && !list.isDoubtful)
  }

  @Test func `rows that weren't asked for go where those that were can't be had`() {
    var list = makeList(of: [todo(2), todo(1)])
    list.choose(TodoListQuery(filter: .completed))
    #expect(list.rows.map(\.id) == [2, 1])
    list.incorporate(trouble)
    #expect(list.rows == [])
    #expect(list.trouble == trouble)
    #expect(list.incorporate(news(todo(2, done: true))) == .noOp)
    list.tryAgain()
    #expect(list.trouble == nil && list.lacksRows)
  }

  @Test func `rows that were asked for stay where they can't be had once more, and are doubtful`() {
    var list = makeList(of: [todo(2), todo(1)])
    list.incorporate(trouble)
    #expect(list.rows.map(\.id) == [2, 1])
    #expect(!list.lacksRows && list.isDoubtful)
    #expect(list.incorporate(news(todo(3))) == .insert(at: 0))
  }

  @Test func `until other rows have come news are taken in by what those that are there were asked for by`() {
    var list = makeList(of: [todo(1)])
    list.choose(TodoListQuery(filter: .completed))
    #expect(list.incorporate(news(todo(2))) == .insert(at: 0))
  }

  @Test func `what was chosen is found once, however late`() {
    var list = makeList(of: [todo(1)])
    #expect(!list.isFinding)
    list.choose(TodoListQuery(search: "t"))
    list.incorporate(trouble)
    list.tryAgain()
    #expect(list.isFinding)
    list.incorporate(page(todo(1)))
    #expect(!list.isFinding)
  }
}
