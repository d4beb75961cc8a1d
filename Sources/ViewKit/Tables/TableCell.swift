/// The look of a row: built once for a table, and bound to each row that is to be shown.
///
/// A subclass adds its views in its initialiser and sets what differs from row to row in `take(_:)`. What `take` sets
/// is undone before the next row is taken, so nothing of one row is left on another.
///
/// The parts can't be called as what every view has: `name`, by which screen readers know it, `looks`, `kind`, `id`, `table`. A part
/// that shows a name is a `title`, say.
open class TableCell: View {
  /// Makes a cell as every row has it.
  public init() { super.init(.cell) }
}

extension TableCell: TableCells {
  /// Itself.
  public final var allCells: [TableCell] { [self] }
  /// 0: there is no other.
  public final var boundCell: Int { 0 }
}

/// A part of a row and what is set on it.
public struct PartSetting: Equatable, Sendable {
  /// The part's number among the views of the table's cells: each cell, then what is in it, depth first.
  public let part: Int
  /// What is set.
  public let property: Property
  /// To what; `nil` for no longer set.
  public let value: PropertyValue?
}

/// A row and what it sets on its cell.
public struct TableRow: Equatable, Sendable {
  /// The row's key.
  public let key: Int
  /// The number of its cell, as a part.
  public let firstPart: Int
  /// What is set.
  public let settings: [PartSetting]
}

/// What has changed in a table since a renderer last looked.
public struct TableChanges {
  /// How to come from the rows shown before to those there are now.
  public let difference: ListDifference
  /// The rows that stay and look different now, with what differs.
  public let reloaded: [TableRow]
}
