internal import EventMacros
internal import ExampleDatabases
internal import Foundation
internal import GRDB

/// What a visitor's latest writes have changed, by the requests that they were made for, within a transaction that the caller holds.
/// Every method throws what SQLite reports, and what says that a change was noted in a form that this program can't read.
struct KnownWrites {
  /// How many are known of a visitor: more than are under way at once. What is asked again after a crash is what was asked
  /// shortly before it, and nobody had recorded the answer to.
  static let limit = 1_000

  let database: Database
  let owner: String

  /// What the write for a request has changed; `nil` if none was made for it, or it is forgotten.
  func written(for request: EventID) throws -> TodoWritten? {
    let found = try Row.fetchOne(
      database, sql: "SELECT version, difference FROM written WHERE owner = ? AND request = ?",
      arguments: [owner, Self.number(of: request)])
    guard let found else { return nil }
    let (version, json): (Int, String) = (try found.value(0), try found.value(1))
    let difference = try JSONDecoder().decode(TodoDifference.self, from: Data(json.utf8))
    return TodoWritten(owner: owner, version: version, difference: difference)
  }

  /// Remembers what a write has changed, and forgets the one that was made too long ago.
  func note(_ written: TodoWritten, for request: EventID) throws {
    let json = String(decoding: try JSONEncoder().encode(written.difference), as: UTF8.self)
    // Ids are each given once only as long as the log is kept. Whoever had this one before is done with it.
    try database.execute(
      sql: "INSERT OR REPLACE INTO written (owner, version, request, difference) VALUES (?, ?, ?, ?)",
      arguments: [owner, written.version, Self.number(of: request), json])
    try database.execute(
      sql: "DELETE FROM written WHERE owner = ? AND version <= ?", arguments: [owner, written.version - Self.limit])
  }

  private static func number(of request: EventID) -> Int64 { Int64(bitPattern: request.rawValue) }
}
