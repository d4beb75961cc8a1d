import Ghostlight

/// The benchmark's page: its rows live in the session.
final class RowsController: ScreenController<RowsScreen> {
  /// Nobody makes the server hold more rows than this, nor longer labels: the benchmark has 20,000 at most, updated five times.
  private static let most = 100_000, longest = 1_000
  private var maker = RowMaker()
  private var rows: [Row] = []

  init() { super.init(RowsScreen()) }

  override var title: String { "Ghostlight keyed" }

  override func viewDidLoad() {
    screen.run.onTap = { [unowned self] in show(make(1_000)) }
    screen.runLots.onTap = { [unowned self] in show(make(10_000)) }
    screen.append.onTap = { [unowned self] in if rows.count < Self.most { show(rows + make(1_000)) } }
    screen.update.onTap = { [unowned self] in updateEveryTenth() }
    screen.clear.onTap = { [unowned self] in show([]) }
    screen.swap.onTap = { [unowned self] in swap() }
    screen.table.onTap(\.remove) { [unowned self] in remove($0) }
  }

  /// By the session's own chance, so that a replay makes the same rows.
  private func make(_ count: Int) -> [Row] { maker.make(count, randomNumbers) }

  private func show(_ rows: [Row]) {
    self.rows = rows
    screen.table.show(rows)
  }

  private func updateEveryTenth() {
    for index in stride(from: 0, to: rows.count, by: 10) where rows[index].label.utf8.count < Self.longest {
      rows[index].label += " !!!"
    }
    screen.table.show(rows)
  }

  private func swap() {
    guard rows.count > 998 else { return }
    rows.swapAt(1, 998)
    screen.table.show(rows)
  }

  private func remove(_ row: Row) {
    guard let index = rows.firstIndex(where: { $0.id == row.id }) else { return }
    rows.remove(at: index)
    screen.table.delete(at: index)
  }
}
