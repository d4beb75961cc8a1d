public import GRDB

/// What a damaged file has where something else should be.
public struct DamagedValue: Error, CustomStringConvertible {
  /// The column's place in its row.
  let column: Int
  let found: DatabaseValue

  /// What was found, in English.
  public var description: String {
    "column \(column) is \(found): the file is damaged. Restore a backup, and move the -wal and -shm beside it away."
  }
}

extension Row {
  /// The value in a column. GRDB's own way to ask for it ends the program where it is of another type.
  ///
  /// - Throws: ``DamagedValue`` if it is of another type, or null.
  public func value<Value: DatabaseValueConvertible>(_ column: Int) throws(DamagedValue) -> Value {
    let found: DatabaseValue = self[column]
    guard let value = Value.fromDatabaseValue(found) else { throw DamagedValue(column: column, found: found) }
    return value
  }
}
