internal import EventMacros
internal import GRDB

/// The rows of the `todo` table, within a transaction that the caller holds. Every method throws what SQLite reports.
struct TodoTable {
  /// The columns that ``todo(from:)`` reads, in its order.
  static let columns = "id, title, notes, due, createdAt, completedAt, deletedAt"

  let database: Database
  /// The todos that somebody holds.
  var known = SharedPool<Todo.Content>()

  func todos(matching query: TodoQuery) throws -> [Todo] {
    let (sql, arguments) = query.statement
    return try Array(Row.fetchCursor(database, sql: sql, arguments: arguments).map(todo(from:)))
  }

  func todo(id: Int64) throws -> Todo? {
    try Row.fetchOne(database, sql: "SELECT \(Self.columns) FROM todo WHERE id = ?", arguments: [id])
      .map(todo(from:))
  }

  func counts() throws -> TodoCounts {
    let row = try Row.fetchOne(
      database, sql: "SELECT count(*), count(completedAt) FROM todo WHERE deletedAt IS NULL")
    let (total, completed) = try row.map { (try Self.value($0, 0) as Int, try Self.value($0, 1) as Int) } ?? (0, 0)
    return TodoCounts(active: total - completed, completed: completed)
  }

  /// Applies a write to the todo as it is, and gives it as it then is.
  func apply(_ write: TodoWrite, at milliseconds: Int64, for request: EventID? = nil, again: Bool = false) throws
    -> Todo
  {
    switch write {
    case .create:
      // The id isn't known before the row exists.
      let todo = try write.applied(to: nil, id: 0, at: milliseconds)
      if again, let request, let made = try self.todo(madeFor: request, as: todo.title) { return made }
      try insert(todo, for: request)
      return Todo(
        id: database.lastInsertedRowID, title: todo.title, notes: todo.notes, due: todo.due, createdAt: todo.createdAt)
    case .edit(let id, _, _), .complete(let id, _), .delete(let id), .restore(let id):
      let current = try todo(id: id)
      if again, let current, let request, try hasWritten(write, for: request, id: id) { return current }
      let todo = try write.applied(to: current, id: id, at: milliseconds)
      // Asked for, also where it changes nothing: it mustn't later, either.
      if todo != current || request != nil { try update(todo, by: request.map { mark(write, $0) }) }
      return todo
    }
  }

  /// The todo as others hold it, if they do.
  func shared(_ todo: Todo) -> Todo { Todo(known.shared(todo.content.value)) }

  /// What a request has made with this title, which may have another by now.
  private func todo(madeFor request: EventID, as title: String) throws -> Todo? {
    let id = try Int64.fetchOne(
      database, sql: "SELECT id FROM todo WHERE request = ?1 AND ifnull(requestedTitle, ?2) = ?2",
      arguments: [Int64(bitPattern: request.rawValue), title])
    return try id.flatMap { try todo(id: $0) }
  }

  private func insert(_ todo: Todo, for request: EventID?) throws {
    // Ids are each given once only as long as the log is kept. Whoever had this one before is done with it.
    if let request {
      try database.execute(
        sql: "UPDATE todo SET request = NULL WHERE request = ?", arguments: [Int64(bitPattern: request.rawValue)])
    }
    try database.execute(
      sql: """
        INSERT INTO todo (
          title, titleKey, notes, search, due, createdAt, completedAt, deletedAt, request, requestedTitle)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: values(of: todo) + [request.map { Int64(bitPattern: $0.rawValue) }, request.map { _ in todo.title }])
  }

  /// - Parameter mark: What stands for the write, noted among what was written last: eight of them, at least.
  private func update(_ todo: Todo, by mark: String?) throws {
    try database.execute(
      sql: """
        UPDATE todo SET title = ?, titleKey = ?, notes = ?, search = ?, due = ?, createdAt = ?, completedAt = ?,
        deletedAt = ?, writes = substr(ifnull(?, '') || ifnull(writes, ','), 1, 256) WHERE id = ?
        """,
      arguments: values(of: todo) + [mark, todo.id])
  }

  /// Whether what a request asks for is among what was written of a todo last.
  private func hasWritten(_ write: TodoWrite, for request: EventID, id: Int64) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT instr(writes, ?) > 0 FROM todo WHERE id = ?", arguments: [mark(write, request) + ",", id])
      ?? false
  }

  /// What stands for a write that was asked for. Where a log was removed, its requests' ids are given once more: so the id doesn't do alone.
  private func mark(_ write: TodoWrite, _ request: EventID) -> String {
    let digest = write.said.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return ",\(String(request.rawValue, radix: 36)).\(String(digest, radix: 36))"
  }

  private func values(of todo: Todo) -> StatementArguments {
    [
      todo.title, searchFolded(todo.title), todo.notes, searchText(title: todo.title, notes: todo.notes),
      todo.due?.description, todo.createdAt, todo.completedAt, todo.deletedAt,
    ]
  }

  /// Reads by position, for speed; and by hand, since GRDB's own conversions trap at a value of another type.
  private func todo(from row: Row) throws -> Todo {
    let due: String? = try Self.optionalValue(row, 3)
    let content = Todo.Content(
      id: try Self.value(row, 0), title: try Self.value(row, 1), notes: try Self.value(row, 2),
      due: try due.map { (text: String) throws(TodoFailure) in
        guard let day = try? CalendarDay(iso: text) else { throw .unavailable(.damaged, detail: "due \(text)") }
        return day
      },
      createdAt: try Self.value(row, 4), completedAt: try Self.optionalValue(row, 5),
      deletedAt: try Self.optionalValue(row, 6))
    return Todo(known.shared(content))
  }

  private static func value<Value: DatabaseValueConvertible>(_ row: Row, _ index: Int) throws(TodoFailure) -> Value {
    let stored: DatabaseValue = row[index]
    guard let value = Value.fromDatabaseValue(stored) else {
      throw .unavailable(.damaged, detail: "column \(index) of todo is \(stored)")
    }
    return value
  }

  private static func optionalValue<Value: DatabaseValueConvertible>(
    _ row: Row, _ index: Int
  ) throws(TodoFailure) -> Value? {
    let stored: DatabaseValue = row[index]
    return stored.isNull ? nil : try value(row, index)
  }
}
