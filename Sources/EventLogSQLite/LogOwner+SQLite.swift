internal import EventLog
internal import EventStream
internal import GRDB

/// What a log notes of its owner: a key of its own, of which a program that doesn't know such keys takes no notice.
extension LogOwner {
  private static let prefix = "app "

  /// Who a log belongs to; `nil` for nobody.
  static func found(in database: Database) throws -> LogOwner? {
    let row = try Row.fetchOne(database, sql: "SELECT key FROM about WHERE key GLOB '\(prefix)*'")
    return row?.text(0).flatMap { LogOwner(key: $0) }
  }

  /// Who a key of a log tells; `nil` if it tells something else.
  init?(key: String) {
    guard key.hasPrefix(Self.prefix) else { return nil }
    self.init(String(key.dropFirst(Self.prefix.count)))
  }

  /// - Throws: `EventLogError.cannotOpen` if a log is another's, and what SQLite reports.
  func check(_ database: Database, at path: String) throws {
    guard let found = try Self.found(in: database)?.name, !has(found) else { return }
    let other = found.escapingHidden()
    throw EventLogError.cannotOpen(
      reason: """
        \(path) is the log of \(other), and was left as it was: say another file. If \(other) is what \(name) was called before, \
        declare that with LogMigrations().formerlyCalled("\(other)")
        """)
  }

  /// Makes a log that is nobody's its own.
  ///
  /// - Throws: As ``check(_:at:)``.
  func claim(_ database: Database, at path: String) throws {
    try check(database, at: path)
    if try Self.found(in: database)?.name == name { return }
    try database.execute(sql: "DELETE FROM about WHERE key GLOB '\(Self.prefix)*'")
    try database.execute(sql: "INSERT INTO about (key, value) VALUES (?, 1)", arguments: [Self.prefix + name])
  }
}
