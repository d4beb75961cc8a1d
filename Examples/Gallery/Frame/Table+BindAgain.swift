public import Ghostlight

extension Table {
  /// Binds every row once more, for the cell shows them in another way now.
  public func bindAgain() {
    let rows = rows
    show([])
    show(rows)
  }
}
