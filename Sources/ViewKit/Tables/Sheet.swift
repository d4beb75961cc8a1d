/// Rows and columns around the rows of a ``Table``, for lists of thousands. For figures and facts see ``DataTable``.
///
/// ```swift
/// final class PlanetCell: TableCell, ViewType {
///   let title = SheetCell(), moons = SheetCell(looks: ["number"])
///
///   override init() {
///     super.init()
///     add(title, moons)
///   }
///   func take(_ planet: Planet) { … }
/// }
/// Sheet(Table(rowsOf: "Planets", cell: PlanetCell()), heads: ["Planet", "Moons"])
/// ```
///
/// One that is wider than a narrow screen scrolls in a stack around it with the look `datatable`.
public final class Sheet: View {
  /// Makes a sheet. It is called what its rows were called.
  ///
  /// - Parameters:
  ///   - rows: Its body: a table made with ``Table/init(rowsOf:cell:)``.
  ///   - heads: What stands over each column; nothing unless given.
  public init(_ rows: AnyTable, heads: [String] = [], looks: Set<String> = []) {
    super.init(.table)
    self.looks = looks
    (name, rows.name) = (rows.name, "")
    if !heads.isEmpty {
      let row = View(.tableRow)
      for text in heads {
        let head = View(.columnHeader)
        head[text: .text] = text
        row.add(head)
      }
      let head = View(.tableHead)
      head.add(row)
      add(head)
    }
    add(rows)
  }
}

/// What stands in one column of a ``Sheet``'s row.
public final class SheetCell: View {
  /// Makes a cell.
  public init(_ text: String = "", looks: Set<String> = [], _ views: View...) {
    super.init(.tableCell)
    self.text = text
    self.looks = looks
    for view in views { add(view) }
  }

  /// What it says, in front of the views in it.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }
}

/// What the rows of a table are.
enum TableForm {
  /// Items of a list.
  case list
  /// Rows of a ``Sheet``.
  case sheet
}
