public import EventMacros
internal import TodoModels

/// Turns what screens ask into what the data is asked, and what the data tells into what screens show.
///
/// Every observer is a pure function from one event to another. It runs in the session; the waiting is elsewhere.
public struct ViewModelServer: Server {
  /// Makes a server.
  public init() {}

  public var observers: some Observers {
    On(\TodoEvent.requestTodoViewModels) { query in StoreEvent.requestReadTodos(query.model) }
    On(\StoreEvent.todos) { page in TodoEvent.rows(page.presented(TodoRows.init)) }

    On(\TodoEvent.requestAddTodo) { title in
      StoreEvent.requestWriteTodo(.create(try TodoDraft(title: title).validated()))
    }
    On(\TodoEvent.requestCompleteTodo) { wish in
      StoreEvent.requestWriteTodo(.complete(wish.row.id, wish.isCompleted))
    }
    On(\TodoEvent.requestDeleteTodo) { row in StoreEvent.requestWriteTodo(.delete(row.id)) }
    On(\TodoEvent.requestRestoreTodo) { row in StoreEvent.requestWriteTodo(.restore(row.id)) }

    On(\TodoEvent.requestTodoDetail) { id in StoreEvent.requestReadTodo(id) }
    On(\StoreEvent.found) { todo in TodoEvent.detail(todo.presented(TodoDetail.init)) }
    On(\TodoEvent.requestUpdateDetail) { detail in StoreEvent.requestWriteTodo(try detail.write()) }

    // One answer of the data answers whichever request it was made for, and is news for every list.
    On(\StoreEvent.todo) { written in TodoEvent.row(written.presented(TodoNews.init)) }
  }
}

extension Result where Failure == TodoFailure {
  func presented<Shown>(_ show: (Success) -> Shown) -> Result<Shown, TodoTrouble> {
    map(show).mapError(TodoTrouble.init)
  }
}
