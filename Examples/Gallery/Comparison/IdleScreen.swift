import Ghostlight

/// A table that binds nothing: what is left is the table's own.
final class IdleScreen: Controller {
  private let table = Table("", cell: IdleCell())

  override func loadView() -> View {
    table.show((0..<BindingCosts.rowCount).map(IdleRow.init))
    return table
  }
}

struct IdleRow: Identifiable, Equatable {
  let id: Int
}

/// Built like the others' cells.
final class IdleCell: TableCell, ViewType {
  override init() {
    super.init()
    add(Label(looks: ["date"]), Label(looks: ["title"]))
  }

  func take(_ row: IdleRow) {}
}
