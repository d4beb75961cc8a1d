public import GhostBinding

/// A list of rows, each shown by the same kind of cell.
///
/// The table keeps the models and one cell; no view is kept for a row. A row that changes is sent as the few values
/// that differ, found by binding the cell to the row as it was and as it is.
public final class Table<Cell: TableCell & ViewType>: AnyTable where Cell.Model: Identifiable & Equatable {
  /// What a row shows.
  public typealias Row = Cell.Model

  /// The rows, in order.
  public private(set) var rows: [Row] = []
  private var bound: Row?
  private var rowsBefore: [Int: Row] = [:]

  /// Makes an empty table.
  ///
  /// - Parameter name: What screen readers call it.
  public init(_ name: String, cell: Cell = Cell()) {
    super.init(cell: cell)
    self.name = name
  }

  private var typedCell: Cell? { cell as? Cell }

  // MARK: Changing the rows

  /// Shows other rows. Those that are there already, by identity, stay and are changed where they differ.
  public func show(_ new: [Row]) {
    if new.count == rows.count, zip(new, rows).allSatisfy({ $0.id == $1.id }) {
      for index in new.indices where new[index] != rows[index] { reload(new[index], at: index) }
      return
    }
    var known: [Row.ID: Int] = [:]
    known.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() { known[row.id] = index }
    var newKeys: [Int] = []
    newKeys.reserveCapacity(new.count)
    for row in new {
      // Taken out, so that a second row with the same identity is one of its own.
      guard let index = known.removeValue(forKey: row.id) else {
        newKeys.append(newKey())
        continue
      }
      if rows[index] != row { noteReload(keys[index], rows[index]) }
      newKeys.append(keys[index])
    }
    noteOrder()
    for index in known.values { shown[keys[index]] = nil }
    keys = newKeys
    rows = new
  }

  /// Puts a row in front of the one at `index`, `0 ... rows.count`.
  public func insert(_ row: Row, at index: Int) {
    noteOrder()
    rows.insert(row, at: index)
    keys.insert(newKey(), at: index)
  }

  /// Takes out the row at `index`.
  public func delete(at index: Int) {
    noteOrder()
    let key = keys.remove(at: index)
    rows.remove(at: index)
    rowsBefore[key] = nil
    shown[key] = nil
  }

  /// Shows another model in the row at `index`.
  public func reload(_ row: Row, at index: Int) {
    noteReload(keys[index], rows[index])
    rows[index] = row
  }

  /// Moves the row at `index` so that it stands at `destination` afterwards.
  public func move(from index: Int, to destination: Int) {
    noteOrder()
    rows.insert(rows.remove(at: index), at: destination)
    keys.insert(keys.remove(at: index), at: destination)
  }

  /// Shows again what the models say where the user's own click says otherwise: what was asked for has failed.
  public func restore() {
    for key in shown.keys {
      if let index = keys.firstIndex(of: key) { noteReload(key, rows[index]) }
    }
  }

  private func noteReload(_ key: Int, _ row: Row) {
    if rowsBefore[key] == nil { rowsBefore[key] = row }
    noteRows()
  }

  // MARK: What users do with rows

  /// Calls `body` with the row whose button is pressed.
  public func onTap(_ button: KeyPath<Cell, Button>, _ body: @escaping (Row) -> Void) {
    typedCell?[keyPath: button].onTap = { [unowned self] in
      if let bound { body(bound) }
    }
  }

  /// Calls `body` with the row whose checkbox is ticked or unticked.
  public func onChange(_ checkbox: KeyPath<Cell, Checkbox>, _ body: @escaping (Row, Bool) -> Void) {
    typedCell?[keyPath: checkbox].onChange = { [unowned self] isOn in
      if let bound { body(bound, isOn) }
    }
  }

  // MARK: Binding

  override func bind(_ index: Int) { bind(rows[index]) }

  private func bind(_ row: Row) {
    resetCell()
    bound = row
    typedCell?.take(row)
  }

  override func takeReloaded() -> [(key: Int, settings: [PartSetting])] {
    defer { rowsBefore = [:] }
    if rowsBefore.isEmpty { return [] }
    var found: [(key: Int, settings: [PartSetting])] = []
    for (index, key) in keys.enumerated() {
      guard let before = rowsBefore[key] else { continue }
      bind(before)
      for setting in shown.removeValue(forKey: key) ?? [] {
        parts[setting.part].setQuietly(setting.property, setting.value)
      }
      let old = snapshot()
      bind(rows[index])
      let settings = settings(from: old, to: snapshot())
      if !settings.isEmpty { found.append((key, settings)) }
    }
    resetCell()
    return found
  }
}
