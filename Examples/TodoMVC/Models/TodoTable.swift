internal import GRDB

/// A visitor's rows, within a transaction that the caller holds. Every method throws what SQLite reports.
struct TodoTable {
  let database: Database
  let owner: String

  func list() throws -> TodoList {
    let version = try Int.fetchOne(database, sql: "SELECT version FROM list WHERE owner = ?", arguments: [owner])
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, title, isCompleted FROM todo WHERE owner = ? ORDER BY id", arguments: [owner])
    let todos = try Array(rows.map { Todo(id: $0[0], title: $0[1], isCompleted: $0[2]) })
    return TodoList(owner: owner, version: version ?? 0, todos: todos)
  }

  func apply(_ change: TodoChange) throws {
    switch change {
    case .add(let title):
      let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM todo WHERE owner = ?", arguments: [owner])
      guard count ?? 0 < TodoList.limit else { throw TodoFailure.tooMany(limit: TodoList.limit) }
      try run("INSERT INTO todo (title, owner) VALUES (?, ?)", title.text)
    case .rename(let id, let title): try run("UPDATE todo SET title = ? WHERE id = ? AND owner = ?", title.text, id)
    case .complete(let id, let isCompleted):
      try run("UPDATE todo SET isCompleted = ? WHERE id = ? AND owner = ?", isCompleted, id)
    case .completeAll(let isCompleted): try run("UPDATE todo SET isCompleted = ? WHERE owner = ?", isCompleted)
    case .toggleAll:
      try run(
        """
        UPDATE todo SET isCompleted = EXISTS (SELECT 1 FROM todo WHERE owner = ? AND NOT isCompleted) WHERE owner = ?
        """, owner)
    case .delete(let id): try run("DELETE FROM todo WHERE id = ? AND owner = ?", id)
    case .deleteCompleted: try run("DELETE FROM todo WHERE isCompleted AND owner = ?")
    }
    try run("INSERT INTO list (owner, version) VALUES (?, 1) ON CONFLICT DO UPDATE SET version = version + 1")
  }

  /// Runs a statement whose last argument is the owner: nothing here reaches another visitor's rows.
  private func run(_ sql: String, _ arguments: any DatabaseValueConvertible...) throws {
    try database.execute(sql: sql, arguments: StatementArguments(arguments + [owner]))
  }
}
