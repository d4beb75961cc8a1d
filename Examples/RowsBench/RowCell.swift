import Ghostlight

/// A row in four columns: its number, its label, the cross that removes it, and room.
final class RowCell: TableCell, ViewType {
  let number = SheetCell(looks: ["col-md-1"])
  let label = Link(looks: ["lbl"])
  let remove = Link(looks: ["remove"])

  override init() {
    super.init()
    let cross = Element(
      .span, looks: ["glyphicon", "glyphicon-remove", "remove"], attributes: [.hiddenFromReaders])
    remove.add(cross)
    remove.name = "Remove"
    add(
      number, SheetCell(looks: ["col-md-4"], label), SheetCell(looks: ["col-md-1"], remove),
      SheetCell(looks: ["col-md-6"]))
  }

  func take(_ row: Row) {
    number.text = "\(row.id)"
    label.text = row.label
  }
}
