internal import TodoMVCModels

/// A todo as a row shows it.
public struct TodoRow: Sendable, Equatable, Codable, Identifiable {
  /// The todo's identity.
  public let id: Int64
  /// The title.
  public internal(set) var title: String
  /// Whether it is done.
  public internal(set) var isCompleted: Bool

  init(_ todo: Todo) {
    id = todo.id
    title = todo.title
    isCompleted = todo.isCompleted
  }
}

/// All rows of a visitor, the oldest first.
public struct TodoRows: Sendable, Equatable, Codable {
  /// The rows.
  public let all: [TodoRow]
  let version: Int

  init(_ list: TodoList) {
    all = list.todos.map(TodoRow.init)
    version = list.version
  }
}
