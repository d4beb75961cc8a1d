/// What a table shows its rows by: one ``TableCell`` for all of them, or a ``CellSet`` where rows are of several kinds.
public protocol TableCells: AnyObject {
  /// The cells as they are built: one for each kind of row.
  var allCells: [TableCell] { get }
  /// Which of them shows the row that was taken last.
  var boundCell: Int { get }
}
