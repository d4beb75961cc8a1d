import EventLog

extension TodoMVC {
  static let migrations = LogMigrations(
    // In version 1 the whole list was told after each change, and rows were always all of them.
    [
      .renamed("ListStoreEvent.list", to: "ListStoreEvent.found"),
      .retyped("success", of: "ListEvent.rows") { .object([LogField("all", .object([LogField("_0", $0)]))]) },
    ])
}
