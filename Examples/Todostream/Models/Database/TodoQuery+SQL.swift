internal import GRDB

extension TodoQuery {
  /// The statement that gives ``TodoTable/columns`` of each matching todo, in order.
  var statement: (sql: String, arguments: StatementArguments) {
    let words = words
    var conditions = ["deletedAt IS NULL"]
    switch filter {
    case .all: break
    case .active: conditions.append("completedAt IS NULL")
    case .completed: conditions.append("completedAt IS NOT NULL")
    }
    conditions += words.map { _ in "instr(search, ?) > 0" }
    let sql = """
      SELECT \(TodoTable.columns) FROM todo WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.sql)
      """
    return (sql, StatementArguments(words))
  }
}

extension TodoOrder {
  /// The terms after `ORDER BY`, which end with the id so that the order is total.
  fileprivate var sql: String {
    switch self {
    case .newestFirst: "createdAt DESC, id DESC"
    case .oldestFirst: "createdAt, id"
    case .dueFirst: "due IS NULL, due, id DESC"
    case .titleAscending: "titleKey, id DESC"
    }
  }
}
