internal import EventMacros
internal import ExampleDatabases
internal import GRDB

/// A visitor's rows, within a transaction that the caller holds. Every method throws what SQLite
/// reports, and ``TodoFailure`` where a change isn't allowed.
struct TodoTable {
  let database: Database
  let owner: String

  func list() throws -> TodoList {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, title, isCompleted FROM todo WHERE owner = ? ORDER BY id", arguments: [owner])
    let todos = try Array(rows.map { try Todo(id: $0.value(0), title: $0.value(1), isCompleted: $0.value(2)) })
    return TodoList(owner: owner, version: try version(), todos: todos)
  }

  /// Makes a change, and the next version with it; or neither, if the request was made before and has made them.
  func apply(_ change: TodoChange, for request: EventID? = nil, again: Bool = false) throws -> TodoWritten {
    let known = KnownWrites(database: database, owner: owner)
    if again, let request, let written = try known.written(for: request), written.difference.isMade(by: change) {
      return written
    }
    let difference = try make(change)
    try run("INSERT INTO list (owner, version) VALUES (?, 1) ON CONFLICT DO UPDATE SET version = version + 1")
    let written = TodoWritten(owner: owner, version: try version(), difference: difference)
    if let request { try known.note(written, for: request) }
    return written
  }

  private func make(_ change: TodoChange) throws -> TodoDifference {
    switch change {
    case .add(let title):
      let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM todo WHERE owner = ?", arguments: [owner])
      guard count ?? 0 < TodoList.limit else { throw TodoFailure.tooMany(limit: TodoList.limit) }
      try run("INSERT INTO todo (title, owner) VALUES (?, ?)", title.text)
      return .added(Todo(id: database.lastInsertedRowID, title: title.text))
    case .rename(let id, let title):
      try run("UPDATE todo SET title = ? WHERE id = ? AND owner = ?", title.text, id)
      return .renamed(id, title.text)
    case .complete(let id, let isCompleted):
      try run("UPDATE todo SET isCompleted = ? WHERE id = ? AND owner = ?", isCompleted, id)
      return .completed(id, isCompleted)
    case .toggle(let id):
      let isCompleted = try Bool.fetchOne(
        database, sql: "UPDATE todo SET isCompleted = NOT isCompleted WHERE id = ? AND owner = ? RETURNING isCompleted",
        arguments: [id, owner])
      return .completed(id, isCompleted ?? false)
    case .completeAll(let isCompleted):
      try run("UPDATE todo SET isCompleted = ? WHERE owner = ?", isCompleted)
      return .allCompleted(isCompleted)
    case .toggleAll: return try make(.completeAll(hasActive()))
    case .delete(let id):
      try run("DELETE FROM todo WHERE id = ? AND owner = ?", id)
      return .deleted(id)
    case .deleteCompleted:
      try run("DELETE FROM todo WHERE isCompleted AND owner = ?")
      return .completedDeleted
    }
  }

  private func version() throws -> Int {
    try Int.fetchOne(database, sql: "SELECT version FROM list WHERE owner = ?", arguments: [owner]) ?? 0
  }

  private func hasActive() throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM todo WHERE owner = ? AND NOT isCompleted)", arguments: [owner])
      ?? false
  }

  /// Runs a statement whose last argument is the owner: nothing here reaches another visitor's rows.
  private func run(_ sql: String, _ arguments: any DatabaseValueConvertible...) throws {
    try database.execute(sql: sql, arguments: StatementArguments(arguments + [owner]))
  }
}
