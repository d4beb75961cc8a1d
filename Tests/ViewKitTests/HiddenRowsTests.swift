import GhostBinding
import Testing

@testable import ViewKit

/// Rows that a filter has let go of while their user's screen shows them still: what he does with them is done to them.
@Suite struct HiddenRowsTests {
  struct Item: Identifiable, Equatable, ModelType {
    let id: Int
    var isDone = false
    var isFixed = false
  }

  final class ItemCell: TableCell, ViewType {
    let done = Checkbox(), handle = DragHandle(), link = Link("Choose")
    override init() {
      super.init()
      add(done, handle, link)
    }
    func take(_ item: Item) {
      done.isOn = item.isDone
      done.isEnabled = !item.isFixed
    }
  }

  let tree = ViewTree()
  let table = Table("Items", cell: ItemCell())
  let items = [Item(id: 1), Item(id: 2), Item(id: 3)]

  init() {
    table.selects(by: \.link, look: "chosen")
    tree.root.add(table)
    table.show(items, of: items)
    tree.forgetChanges()
  }

  private func tick(_ key: Int, in tree: ViewTree? = nil) throws(IntentRefusal) {
    try (tree ?? self.tree).receive(Intent(.row(table: table.id, key: key, part: 1), .change, .flag(false)))
  }

  /// Ticks the first, after which only those that aren't ticked are shown.
  private func hideFirst(isFixed: Bool = false) {
    let all = [Item(id: 1, isDone: true, isFixed: isFixed)] + items[1...]
    table.show(Array(all[1...]), of: all)
    _ = tree.takeChanges()
    _ = table.takeRowChanges()
  }

  @Test func `what is done with a row that is hidden since is done to it, as it is now`() throws {
    var changed: [Item] = []
    table.onChange(\.done) { item, isOn in
      #expect(!isOn)
      changed.append(item)
    }
    hideFirst()
    let intent = Intent(.row(table: table.id, key: 1, part: 1), .change, .flag(false))
    #expect(tree.allows(intent))
    #expect(!tree.isAway(intent))
    #expect(tree.inspect(intent) { view, _ in view[flag: .isChecked] } == true)
    try tick(1)
    #expect(changed == [Item(id: 1, isDone: true)])
    // No screen shows it, so nothing is noted of what one shows, and no row is written.
    #expect(table.shown.isEmpty)
    #expect(tree.takeChanges().views.isEmpty)
    try tick(2)
    #expect(changed.map(\.id) == [1, 2])
  }

  @Test func `it isn't done where the row can't be used, is among those no more, or nothing is said of them`() throws {
    table.onChange(\.done) { _, _ in }
    hideFirst(isFixed: true)
    #expect(throws: IntentRefusal.notReachable) { try tick(1) }
    hideFirst()
    try tick(1)
    table.show(Array(items[1...]), of: Array(items[1...]))
    #expect(throws: IntentRefusal.notOnScreen) { try tick(1) }
    table.show([items[1]])
    for key in [1, 3] { #expect(throws: IntentRefusal.notOnScreen) { try tick(key) } }
    #expect(tree.isAway(Intent(.row(table: table.id, key: 3, part: 1), .change, .flag(true))))
    #expect(throws: IntentRefusal.notOnScreen) { try tick(9) }
  }

  @Test func `it can't be moved or selected, nor can others be moved before it`() {
    table.onMove(\.handle) { _, _ in Issue.record("moved") }
    table.onSelect = { _ in Issue.record("selected") }
    hideFirst()
    for (part, kind, value) in [
      (2, IntentKind.move, IntentValue.number(2)), (2, .move, .number(0)), (3, .select, .none), (0, .select, .none),
    ] {
      let intent = Intent(.row(table: table.id, key: 1, part: part), kind, value)
      #expect(!tree.allows(intent))
      #expect(tree.isAway(intent))
      #expect(throws: IntentRefusal.notOnScreen) { try tree.receive(intent) }
    }
    let before = Intent(.row(table: table.id, key: 2, part: 2), .move, .number(1))
    #expect(!tree.allows(before))
    #expect(tree.isAway(before))
    #expect(throws: IntentRefusal.notOnScreen) { try tree.receive(before) }
  }

  @Test func `it isn't done where single rows have been changed since, for the others aren't known any more`() {
    table.onChange(\.done) { _, _ in }
    for change in [
      { table.delete(at: 1) }, { table.insert(Item(id: 9), at: 0) }, { table.reload(Item(id: 2, isDone: true), at: 0) },
    ] {
      table.show(items, of: items)
      let key = table.keys[0]
      table.show(Array(items[1...]), of: items)
      #expect(tree.allows(Intent(.row(table: table.id, key: key, part: 1), .change, .flag(true))))
      change()
      #expect(!tree.allows(Intent(.row(table: table.id, key: key, part: 1), .change, .flag(true))))
    }
  }

  @Test func `one that is shown again is done to as any that came back`() throws {
    var changed: [Int] = []
    table.onChange(\.done) { item, _ in changed.append(item.id) }
    hideFirst()
    table.show(items, of: items)
    #expect(table.keys == [4, 2, 3])
    try tick(1)
    try tick(4)
    #expect(changed == [1, 1])
  }

  /// What a snapshot holds doesn't tell which rows had gone when it was taken.
  @Test func `an act on it is played on it, in a session that doesn't know that it has gone, and in another program`()
    throws
  {
    hideFirst()
    let target = IntentTarget.row(table: table.id, key: 1, part: 1)
    let act = SessionAct(Intent(target, .change, .flag(false)), row: tree.rowMark(of: target))
    let kept = table.snapshot(besides: Table("Items", cell: ItemCell()))
    for isOther in [false, true] {
      let tree = ViewTree(), table = Table("Items", cell: ItemCell())
      let all = isOther ? [items[2], items[0], items[1]] : items
      table.show(all.filter { $0.id != 1 }, of: all)
      tree.root.add(table)
      table.restore(kept, ofOtherProgram: isOther)
      var changed: [Int] = []
      table.onChange(\.done) { item, _ in changed.append(item.id) }
      let place = IntentTarget.row(table: table.id, key: 1, part: 1)
      try tree.receive(try #require(tree.intent(of: act, on: place)))
      #expect(changed == [1])
    }
  }
}
