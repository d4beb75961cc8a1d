import Ghostlight

/// The view: labels, and no idea what they say.
final class MVCCell: TableCell, ViewType {
  let date = Label(looks: ["date"])
  let title = Label(looks: ["title"])
  /// The controller's part in it, as that of a table's data source.
  var fill: (_ cell: MVCCell, _ row: MVCRow, _ isSwapped: Bool) -> Void = { _, _, _ in }

  override init() {
    super.init()
    add(date, title)
  }

  func take(_ row: MVCRow) { fill(self, row, false) }
  func take(_ row: MVCRow, tag isSwapped: Bool) { fill(self, row, isSwapped) }
}
