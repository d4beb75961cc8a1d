internal import TodoMVCModels

/// What has changed in a visitor's rows from one version to the next.
public struct TodoRowsDifference: Sendable, Equatable, Codable {
  let version: Int
  private let difference: TodoDifference

  init(_ written: TodoWritten) {
    version = written.version
    difference = written.difference
  }

  /// Makes the rows of this version of those of the version before.
  func apply(to rows: inout [TodoRow]) {
    switch difference {
    case .added(let todo): rows.append(TodoRow(todo))
    case .renamed(let id, let title):
      for index in rows.indices where rows[index].id == id { rows[index].title = title }
    case .completed(let id, let isCompleted):
      for index in rows.indices where rows[index].id == id { rows[index].isCompleted = isCompleted }
    case .allCompleted(let isCompleted): for index in rows.indices { rows[index].isCompleted = isCompleted }
    case .deleted(let id): rows.removeAll { $0.id == id }
    case .completedDeleted: rows.removeAll(where: \.isCompleted)
    }
  }
}
