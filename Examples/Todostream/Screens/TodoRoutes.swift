public import Ghostlight
import TodoPresentation

extension Path {
  static let list = Path("/")
  static let newTodo = Path("/todos/new")
  static let todo = Route<Int64>("/todos/:id")

  /// The longest search that an address tells, in bytes: a pasted book would be more than servers take.
  private static let longestSearch = 500

  /// The list, showing what a query asks for.
  static func list(_ query: TodoListQuery) -> Path {
    var path = Path.list
    if query.filter != .all { path = path.asking("show", for: query.filter.rawValue) }
    if !query.search.isEmpty, query.search.utf8.count <= longestSearch {
      path = path.asking("search", for: query.search)
    }
    return path
  }

  /// What the list shows at this address.
  var query: TodoListQuery {
    TodoListQuery(
      search: asked(for: "search") ?? "", filter: asked(for: "show").flatMap(TodoListQuery.Filter.init) ?? .all)
  }
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
