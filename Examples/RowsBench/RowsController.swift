import Ghostlight

/// The benchmark's page: its rows live in the session.
final class RowsController: ScreenController<RowsScreen> {
  private var maker = RowMaker()
  private var rows: [Row] = []
  private var selected: Int?

  init() { super.init(RowsScreen()) }

  override var title: String { "Ghostlight keyed" }

  override func viewDidLoad() {
    screen.run.onTap = { [unowned self] in replace(with: make(1_000)) }
    screen.runLots.onTap = { [unowned self] in replace(with: make(10_000)) }
    screen.append.onTap = { [unowned self] in show(rows + make(1_000)) }
    screen.update.onTap = { [unowned self] in updateEveryTenth() }
    screen.clear.onTap = { [unowned self] in replace(with: []) }
    screen.swap.onTap = { [unowned self] in swap() }
    screen.table.onTap(\.label) { [unowned self] in select($0) }
    screen.table.onTap(\.remove) { [unowned self] in remove($0) }
  }

  /// By the session's own chance, so that a replay makes the same rows.
  private func make(_ count: Int) -> [Row] { maker.make(count, randomNumbers) }

  private func replace(with rows: [Row]) {
    selected = nil
    show(rows)
  }

  private func show(_ rows: [Row]) {
    self.rows = rows
    screen.table.show(rows)
  }

  private func updateEveryTenth() {
    for index in stride(from: 0, to: rows.count, by: 10) { rows[index].label += " !!!" }
    screen.table.show(rows)
  }

  private func swap() {
    guard rows.count > 998 else { return }
    rows.swapAt(1, 998)
    screen.table.show(rows)
  }

  private func select(_ row: Row) {
    if let old = index(of: selected) { mark(old, false) }
    if let new = index(of: row.id) { mark(new, true) }
    selected = row.id
  }

  private func mark(_ index: Int, _ isSelected: Bool) {
    rows[index].isSelected = isSelected
    screen.table.reload(rows[index], at: index)
  }

  private func remove(_ row: Row) {
    guard let index = index(of: row.id) else { return }
    rows.remove(at: index)
    screen.table.delete(at: index)
  }

  private func index(of id: Int?) -> Int? { rows.firstIndex { $0.id == id } }
}
