public import GhostBinding

/// A kind of row in a ``CellSet``: its cell, and what is to happen when users do something with such a row.
public final class RowKind<Cell: TableCell & ViewType>: AnyRowKind {
  /// What shows these rows.
  public let cell: Cell
  /// What the cell is bound to.
  var bound: Cell.Model?

  /// Makes a kind of row.
  public init(_ cell: Cell) {
    self.cell = cell
    super.init(cell)
  }

  /// Calls `body` with the model in whose row the button is pressed.
  public func onTap(_ button: KeyPath<Cell, Button>, _ body: @escaping (Cell.Model) -> Void) {
    cell[keyPath: button].onTap = { [unowned self] in
      if let bound { body(bound) }
    }
  }

  /// Calls `body` with the model in whose row the checkbox is ticked or unticked.
  public func onChange(_ checkbox: KeyPath<Cell, Checkbox>, _ body: @escaping (Cell.Model, Bool) -> Void) {
    cell[keyPath: checkbox].onChange = { [unowned self] isOn in
      if let bound { body(bound, isOn) }
    }
  }

  /// Calls `body` with the model in whose row the input is finished with, by Enter, and what it holds.
  public func onSubmit(_ input: KeyPath<Cell, TextInput>, _ body: @escaping (Cell.Model, String) -> Void) {
    cell[keyPath: input].onSubmit = { [unowned self] text in
      if let bound { body(bound, text) }
    }
  }
}

/// A kind of row whose model isn't named: see ``RowKind``.
public class AnyRowKind {
  let tableCell: TableCell
  /// Which of its set's cells it is; -1 before it is in one.
  var number = -1

  init(_ tableCell: TableCell) { self.tableCell = tableCell }
}
