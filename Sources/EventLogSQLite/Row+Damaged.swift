internal import Foundation
internal import GRDB

/// A damaged file may have anything anywhere, and GRDB ends the program where a value isn't of the type that is asked for.
extension Row {
  /// The whole number in a column; 0 if it is something else.
  func integer(_ column: Int) -> Int64 { Int64.fromDatabaseValue(self[column]) ?? 0 }
  /// The text in a column, if it is one.
  func text(_ column: Int) -> String? { String.fromDatabaseValue(self[column]) }
  /// The bytes in a column; none if it is something else.
  func bytes(_ column: Int) -> [UInt8] { Data.fromDatabaseValue(self[column]).map { Array($0) } ?? [] }
}
