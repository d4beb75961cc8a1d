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
}
