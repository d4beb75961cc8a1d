import EventLog

extension TodoMVC {
  static let migrations = LogMigrations(
    // In version 1 the whole list was told after each change, and rows were always all of them.
    [
      .renamed("ListStoreEvent.list", to: "ListStoreEvent.found"),
      .retyped("success", of: "ListEvent.rows") { .object([LogField("all", .object([LogField("_0", $0)]))]) },
    ],
    // In version 2 what went wrong was told in English.
    [.retyped("failure", of: "ListEvent.rows") { trouble(said: $0["text"]) }])

  private static func trouble(said text: LogValue?) -> LogValue {
    guard case .string(let text)? = text, let limit = text.split(separator: " ").lazy.compactMap({ Int128($0) }).first
    else { return .object([LogField("unavailable", .object([]))]) }
    let name = text.contains("characters") ? "tooLong" : "tooMany"
    return .object([LogField(name, .object([LogField("limit", .integer(limit))]))])
  }
}
