import GhostBinding
import Testing
@testable import ViewKit

/// Selection, moving and tags of rows.
@Suite struct TableRowsTests {
  struct Item: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  final class ItemCell: TableCell, ViewType {
    let label = Label(), handle = DragHandle()
    override init() {
      super.init()
      add(label, handle)
    }
    func take(_ item: Item) { label.text = item.title }
    func take(_ item: Item, tag: String) { label.text = item.title + tag }
  }

  let tree = ViewTree()
  let items = [Item(id: 1, title: "one"), Item(id: 2, title: "two"), Item(id: 3, title: "three")]

  func table(_ selection: TableSelection = .none) -> Table<ItemCell> {
    let table = Table("Items", selection: selection, cell: ItemCell())
    table.show(items)
    tree.root.add(table)
    _ = tree.takeChanges()
    return table
  }

  func row(_ table: AnyTable, _ key: Int, part: Int = 0) -> IntentTarget { .row(table: table.id, key: key, part: part) }

  // MARK: Tags

  @Test func `a tag shows rows that are there in another way, and is told by what differs`() {
    let table = table()
    table.tag = "!"
    #expect(
      table.takeRowChanges().reloaded.map(\.settings)
        == items.map {
          [PartSetting(part: 1, property: .text, value: .text($0.title + "!"))]
        })
    table.tag = nil
    #expect(table.takeRowChanges().reloaded.first?.settings.first?.value == .text("one"))
  }

  @Test func `two tags between two looks at the screen are one change`() {
    let table = table()
    table.tag = "?"
    table.tag = nil
    #expect(table.takeRowChanges().reloaded == [])
  }

  @Test func `a table that is on no screen keeps nothing of rows that have come, changed and gone`() {
    final class Counted: @unchecked Sendable {}
    struct Held: Identifiable, Equatable {
      let id: Int
      var thing: Counted?
      static func == (a: Held, b: Held) -> Bool { a.id == b.id && a.thing === b.thing }
    }
    final class HeldCell: TableCell, ViewType {
      func take(_ held: Held) {}
    }
    let table = Table("Held", cell: HeldCell())
    table.show([Held(id: 0)])
    weak var last: Counted?
    for id in 1...3 {
      var held = Held(id: id, thing: Counted())
      last = held.thing
      table.insert(held, at: 1)
      held.thing = nil
      table.reload(held, at: 1)
      table.delete(at: 1)
      table.reload(Held(id: 0), at: 0)
    }
    #expect(last == nil)
  }

  // MARK: Selection

  @Test func `one of several rows is selected in place of the one before`() throws {
    let table = table(.single)
    var told: [[Int]] = []
    table.onSelect = { told.append($0.map(\.id)) }
    try tree.receive(Intent(row(table, 2), .select, .flag(false)))
    try tree.receive(Intent(row(table, 3), .select, .flag(true)))
    #expect(told == [[2], [3]])
    #expect(table.takeRowChanges().reloaded.map(\.key) == [3])
  }

  @Test func `several rows are selected and let go one by one`() throws {
    let table = table(.multiple)
    for key in [3, 1, 3, 2] { try tree.receive(Intent(row(table, key), .select, .flag(true))) }
    #expect(table.selectedItems.map(\.id) == [1, 2])
    try tree.receive(Intent(row(table, 3), .select, .flag(false)))
    #expect(table.selectedItems.map(\.id) == [3])
    table.select([1, 2, 9])
    #expect(table.selectedItems.map(\.id) == [1, 2])
  }

  @Test func `a deleted row isn't selected any more`() throws {
    let table = table(.multiple)
    table.select([1, 2])
    table.delete(at: 0)
    #expect(table.selectedItems.map(\.id) == [2])
  }

  @Test func `a table without selection refuses to select, and a row has nothing else to do`() {
    let plain = table()
    #expect(throws: IntentRefusal.notAllowed) { try tree.receive(Intent(row(plain, 1), .select, .flag(true))) }
    let selectable = table(.single)
    #expect(throws: IntentRefusal.notAllowed) { try tree.receive(Intent(row(selectable, 1), .tap)) }
    #expect(throws: IntentRefusal.wrongValue(expected: "whether to add to what is selected")) {
      try tree.receive(Intent(row(selectable, 1), .select, .text("1")))
    }
  }

  // MARK: Moving

  @Test(arguments: [(1, 0, 0, 2), (3, 1, 2, 0), (1, 3, 0, 1), (2, 1, 1, 0)])
  func `a row that is dragged tells where it comes from and goes to`(key: Int, before: Int, from: Int, to: Int) throws {
    let table = table()
    var moves: [[Int]] = []
    table.onMove(\.handle) { moves.append([$0, $1]) }
    try tree.receive(Intent(row(table, key, part: 2), .move, .number(before)))
    #expect(moves == [[from, to]])
  }

  @Test func `a row that is moved by keys goes one place from where it stands, as far as there are places`() throws {
    let table = table()
    table.onMove(\.handle) { table.move(from: $0, to: $1) }
    for isDown in [true, true, true, false] {
      try tree.receive(Intent(row(table, 1, part: 2), .move, .flag(isDown)))
    }
    #expect(table.rows.map(\.id) == [2, 1, 3])
  }

  @Test func `a row that is put down where it stands hasn't moved, and one in front of a stranger is refused`() throws {
    let table = table()
    table.onMove(\.handle) { _, _ in Issue.record("moved") }
    try tree.receive(Intent(row(table, 1, part: 2), .move, .number(2)))
    try tree.receive(Intent(row(table, 1, part: 2), .move, .number(1)))
    #expect(throws: IntentRefusal.notOnScreen) {
      try tree.receive(Intent(row(table, 1, part: 2), .move, .number(99)))
    }
  }

  @Test func `a table that doesn't let rows be moved refuses it`() {
    let table = table()
    #expect(throws: IntentRefusal.notAllowed) {
      try tree.receive(Intent(row(table, 1, part: 2), .move, .number(0)))
    }
  }
}
