public import Ghostlight

extension Path {
  static let list = Path("/")
  static let newTodo = Path("/todos/new")
  static let todo = Route<Int64>("/todos/:id")
}

extension Routes {
  /// The screens of Todostream, in a language.
  public static func todostream(_ words: Words) -> Routes {
    let words = Shared(words)
    return Routes {
      Path.list ~> { TodoListController(words: words) }
      Path.newTodo ~> { TodoDetailController(words: words) }
      Path.todo ~> { TodoDetailController(words: words, id: $0) }
    }
  }
}
