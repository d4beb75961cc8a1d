/// Figures and facts in rows and columns, with a head for each column. For long lists of models see ``Table``.
///
/// ```swift
/// let sizes = DataTable<Planet>("Planets", columns: [.heading("Name") { $0.name }, .number("Moons") { "\($0.moons)" }])
/// sizes.show(planets)
/// ```
///
/// It keeps a view for every cell, so it is for tens of rows rather than thousands.
public final class DataTable<Row>: View {
  private let columns: [DataColumn<Row>]
  private let sheet = View(.table)
  private let body = View(.tableBody)

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - name: What it is about, for screen readers.
  ///   - columns: What it tells of each row.
  public init(_ name: String, columns: [DataColumn<Row>], rows: [Row] = []) {
    self.columns = columns
    super.init(.dataTable)
    let heads = View(.tableRow)
    for column in columns {
      let head = View(.columnHeader)
      head[text: .text] = column.title
      head.looks = column.looks
      heads.add(head)
    }
    let head = View(.tableHead)
    head.add(heads)
    sheet.add(head, body)
    add(sheet)
    self.name = name
    show(rows)
  }

  /// What it is about, for screen readers.
  public override var name: String {
    get { sheet[text: .name] }
    set { sheet[text: .name] = newValue }
  }

  /// How many rows it has.
  public var count: Int { body.children.count }

  /// Shows other rows. What stays as it is isn't sent again.
  public func show(_ rows: [Row]) {
    for row in body.children.dropFirst(rows.count) { row.removeFromParent() }
    for (index, row) in rows.enumerated() {
      let cells = index < body.children.count ? body.children[index] : makeRow()
      for (cell, column) in zip(cells.children, columns) { column.fill(cell, row) }
    }
  }

  private func makeRow() -> View {
    let row = View(.tableRow)
    for column in columns {
      let cell = View(column.isHeading ? .rowHeader : .tableCell)
      cell.looks = column.looks
      row.add(cell)
    }
    body.add(row)
    return row
  }
}
