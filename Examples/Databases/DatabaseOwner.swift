internal import Foundation
public import GRDB

/// The program that a database file belongs to, as the file itself says.
///
/// All examples take the same options, so that one is soon given another's file. It must leave that alone, and say whose it is.
public enum DatabaseOwner: Int, Sendable {
  // Each is four letters, in the file's `application_id`.
  /// A log of events: "GLog".
  case eventLog = 0x474C_6F67
  /// Todostream: "GTds".
  case todostream = 0x4754_6473
  /// TodoMVC: "GTdv".
  case todomvc = 0x4754_6476

  /// Refuses a file that belongs to another program. Called before it is opened to write: that alone may change it, for it is
  /// switched to write-ahead logging.
  ///
  /// Nothing is made or changed, and what isn't there or can't be read isn't refused.
  ///
  /// - Throws: ``ForeignDatabase``.
  public func check(fileAt path: String) throws(ForeignDatabase) {
    var configuration = Configuration()
    configuration.readonly = true
    // Without looking for the files beside it, which would be made.
    let name = URL(filePath: path).absoluteString + "?immutable=1"
    guard let queue = try? DatabaseQueue(path: name, configuration: configuration),
      let (isOwn, owner) = try? queue.read(found)
    else { return }
    if !isOwn { throw ForeignDatabase(owner: owner) }
  }

  /// Has a new file belong to this program. Called first of all, in a transaction that may write.
  ///
  /// - Throws: ``ForeignDatabase`` if it belongs to another, and what SQLite reports.
  public func claim(_ database: Database) throws {
    let (isOwn, owner) = try found(in: database)
    guard isOwn else { throw ForeignDatabase(owner: owner) }
    // Whoever only opens it writes nothing.
    if try Int.fetchOne(database, sql: "PRAGMA application_id") == rawValue { return }
    try database.execute(sql: "PRAGMA application_id = \(rawValue)")
  }

  /// Whether a database is this program's, or new, and whose it is if that is known.
  private func found(in database: Database) throws -> (isOwn: Bool, owner: DatabaseOwner?) {
    let number = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let owner = number == 0 ? try Self.silentOwner(of: database, wantedBy: self) : DatabaseOwner(rawValue: number)
    return (owner == self, owner)
  }

  /// Whose a file is that doesn't say so: a new one is whose program asks, and those of the first versions are told by their tables.
  private static func silentOwner(of database: Database, wantedBy program: DatabaseOwner) throws -> DatabaseOwner? {
    let tables = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'")
    if tables == 0 { return program }
    let columns = try String.fetchSet(database, sql: "SELECT name FROM pragma_table_info('todo')")
    if columns.isSuperset(of: ["createdAt", "titleKey"]) { return .todostream }
    return columns.isSuperset(of: ["owner", "isCompleted"]) ? .todomvc : nil
  }

  fileprivate var name: String {
    switch self {
    case .eventLog: "a log of events"
    case .todostream: "Todostream's"
    case .todomvc: "TodoMVC's"
    }
  }
}

/// A database file that belongs to another program. It has been left as it was.
public struct ForeignDatabase: Error, CustomStringConvertible {
  /// Whose it is, if that is known.
  public let owner: DatabaseOwner?

  /// What it is.
  public var description: String { "it is \(owner?.name ?? "another program's")" }
}
