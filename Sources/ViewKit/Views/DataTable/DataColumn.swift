/// What a ``DataTable`` tells of each row.
public struct DataColumn<Row> {
  /// What stands above it.
  public let title: String
  let isHeading: Bool
  let looks: Set<String>
  /// Puts into a cell what it shows of a row.
  let fill: (_ cell: View, Row) -> Void

  /// What the row is about; screen readers tell it with every cell of the row.
  public static func heading(_ title: String, _ text: @escaping (Row) -> String) -> DataColumn {
    DataColumn(title: title, isHeading: true, looks: []) { $0[text: .text] = text($1) }
  }

  /// Text.
  ///
  /// - Parameters:
  ///   - title: What stands above it.
  ///   - text: Gives what the cell of a row says; called for each row whenever rows are shown.
  public static func text(_ title: String, _ text: @escaping (Row) -> String) -> DataColumn {
    DataColumn(title: title, isHeading: false, looks: []) { $0[text: .text] = text($1) }
  }

  /// A number, one digit below the other.
  public static func number(_ title: String, _ text: @escaping (Row) -> String) -> DataColumn {
    DataColumn(title: title, isHeading: false, looks: ["number"]) { $0[text: .text] = text($1) }
  }

  /// A view, made anew whenever rows are shown.
  public static func view(_ title: String, _ make: @escaping (Row) -> View) -> DataColumn {
    DataColumn(title: title, isHeading: false, looks: []) { cell, row in
      for old in cell.children { old.removeFromParent() }
      cell.add(make(row))
    }
  }
}
