import GhostBinding
import Testing

@testable import ViewKit

/// Rows are known by keys, which say only their places: another program may show them in another order.
@Suite struct RowMarksTests {
  struct Item: Identifiable, Equatable, ModelType {
    let id: String
  }

  final class ItemCell: TableCell, ViewType {
    let open = Button("Open"), handle = DragHandle()
    override init() {
      super.init()
      add(open, handle)
    }
    func take(_ item: Item) { open[text: .text] = item.id }
  }

  /// A tree with a list of these rows, as a program shows them.
  private func shown(_ ids: String...) -> (tree: ViewTree, table: Table<ItemCell>) {
    let tree = ViewTree(), table = Table("Items", selection: .multiple, cell: ItemCell())
    table.show(ids.map { Item(id: $0) })
    tree.root.add(table)
    tree.forgetChanges()
    return (tree, table)
  }

  @Test func `an act is done to the row that it was done to, wherever that stands`() {
    let (tree, table) = shown("milk", "bread", "eggs")
    let target = IntentTarget.row(table: table.id, key: 2, part: 1)
    let (other, again) = shown("eggs", "milk", "bread")
    #expect(other.target(target, ofRowMarked: tree.rowMark(of: target)) == .row(table: again.id, key: 3, part: 1))
    // In the same order it is the same; and where it isn't known, or isn't there, the place is all that there is.
    #expect(tree.target(target, ofRowMarked: tree.rowMark(of: target)) == target)
    #expect(other.target(target, ofRowMarked: nil) == target)
    #expect(shown("jam", "tea").tree.target(target, ofRowMarked: tree.rowMark(of: target)) == target)
  }

  @Test func `where keys tell nothing any more, an act on a row that isn't there is lost`() {
    let (tree, table) = shown("milk", "bread", "eggs")
    let target = IntentTarget.row(table: table.id, key: 2, part: 1)
    table.move(from: 0, to: 2)
    let kept = table.snapshot(besides: shown("milk").table)
    let (other, again) = shown("eggs", "jam", "tea")
    again.restore(kept, ofOtherProgram: true)
    #expect(other.target(target, ofRowMarked: tree.rowMark(of: target)) == nil)
    #expect(other.target(target, ofRowMarked: nil) == target)
  }

  @Test func `a row is moved before the row that it was moved before`() {
    let (tree, table) = shown("milk", "bread", "eggs")
    let handle = IntentTarget.row(table: table.id, key: 3, part: 2)
    let intent = Intent(handle, .move, .number(1))
    let act = SessionAct(intent, row: tree.rowMark(of: handle), next: tree.markOfNext(in: intent))
    let (other, again) = shown("tea", "bread", "milk", "eggs")
    let same = Intent(.row(table: again.id, key: 4, part: 2), .move, .number(3))
    #expect(other.intent(of: act, on: handle) == same)
    #expect(tree.intent(of: act, on: handle) == intent)
    // Behind all others is the same everywhere.
    let last = Intent(handle, .move, .number(0))
    #expect(tree.markOfNext(in: last) == nil)
    #expect(other.intent(of: SessionAct(last, row: act.row), on: handle) == Intent(same.target, .move, .number(0)))
  }

  @Test func `a row of a mixed list is known by its model's type and identity`() {
    final class MixedCell: TableCell, MixedViewType {
      typealias Model = MixedRow<MixedCell>
      let open = Button("Open")
      override init() {
        super.init()
        add(open)
      }
      func take(_ item: Item) { open[text: .text] = item.id }
    }
    final class ItemRow: RowOf<MixedCell, Item> {
      override func give(to cell: MixedCell) { cell.take(model) }
    }
    func shown(_ ids: String...) -> (tree: ViewTree, table: Table<MixedCell>) {
      let tree = ViewTree(), table = Table("Items", cell: MixedCell())
      table.show(ids.map { ItemRow(Item(id: $0), shared: ()) })
      tree.root.add(table)
      tree.forgetChanges()
      return (tree, table)
    }
    let (tree, table) = shown("milk", "bread", "eggs")
    #expect(table.order != shown("eggs", "milk", "bread").table.order)
    let target = IntentTarget.row(table: table.id, key: 2, part: 1)
    let (other, again) = shown("eggs", "milk", "bread")
    #expect(other.target(target, ofRowMarked: tree.rowMark(of: target)) == .row(table: again.id, key: 3, part: 1))
  }

  @Test func `what isn't a row, and a row of a large table, has no mark`() {
    let (tree, table) = shown("milk")
    #expect(tree.rowMark(of: .view(table.id)) == nil)
    let large = LargeTable("Many", count: 10, cell: ItemCell()) { Item(id: "\($0)") }
    tree.root.add(large)
    #expect(tree.rowMark(of: .row(table: large.id, key: 1, part: 1)) == nil)
    #expect(large.order == nil)
  }

  @Test func `another program gives keys and selection back to the same rows in the same order only`() {
    let (_, table) = shown("milk", "bread", "eggs")
    table.move(from: 0, to: 2)
    table.select(["bread"])
    let kept = table.snapshot(besides: shown("milk").table)
    for (ids, isOther, keys, selected) in [
      (["bread", "eggs", "milk"], true, [2, 3, 1], ["bread"]), (["milk", "bread", "eggs"], true, [1, 2, 3], []),
      (["milk", "bread", "eggs"], false, [2, 3, 1], ["milk"]),
    ] {
      let (_, again) = shown(ids[0], ids[1], ids[2])
      again.restore(kept, ofOtherProgram: isOther)
      #expect(again.keys == keys)
      #expect(again.selectedItems.map(\.id) == selected)
    }
  }
}
