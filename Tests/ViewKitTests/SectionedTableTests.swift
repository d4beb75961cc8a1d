import GhostBinding
import Testing
@testable import ViewKit

@Suite struct SectionedTableTests {
  struct Item: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  final class ItemCell: TableCell, ViewType {
    let label = Label(), open = Button("Open")
    override init() {
      super.init()
      add(label, open)
    }
    func take(_ item: Item) { label.text = item.title }
  }

  typealias Section = TableSection<SectionTitle, Item>

  let tree = ViewTree()
  let table = SectionedTable("Items", header: SectionHeader(), cell: ItemCell())

  init() {
    table.show([
      Section(SectionTitle("A"), rows: [Item(id: 1, title: "one"), Item(id: 2, title: "two")]),
      Section(SectionTitle("B"), rows: [Item(id: 3, title: "three")]),
    ])
    tree.root.add(table)
    _ = tree.takeChanges()
  }

  @Test func `headers and rows have cells of their own, numbered through`() {
    #expect(table.keys == [1, 2, 3, 4, 5])
    let rows = table.settings(ofRows: table.keys)
    #expect(rows.map(\.firstPart) == [3, 0, 0, 3, 0])
    #expect(rows[0].settings == [PartSetting(part: 4, property: .text, value: .text("A"))])
    #expect(rows[1].settings == [PartSetting(part: 1, property: .text, value: .text("one"))])
  }

  @Test func `a row that goes to another section moves, with nothing else`() {
    table.show([
      Section(SectionTitle("A"), rows: [Item(id: 2, title: "two")]),
      Section(SectionTitle("B"), rows: [Item(id: 3, title: "three"), Item(id: 1, title: "one")]),
    ])
    let changes = table.takeRowChanges()
    #expect(changes.difference.steps == [.move(2, before: nil)])
    #expect(changes.reloaded == [])
  }

  @Test func `sections come, go and are renamed in the same difference`() {
    table.show([
      Section(SectionTitle("C"), rows: []),
      Section(SectionTitle("Bee", id: "B"), rows: [Item(id: 3, title: "three")]),
    ])
    let changes = table.takeRowChanges()
    #expect(changes.difference.steps == [.delete(1), .delete(2), .delete(3), .insert(6, before: 4)])
    #expect(changes.reloaded.map(\.settings) == [[PartSetting(part: 4, property: .text, value: .text("Bee"))]])
  }

  @Test func `a button of a row tells the row; a header has none, whatever a browser says`() throws {
    var tapped: [Int] = []
    table.onTap(\.open) { tapped.append($0.id) }
    try tree.receive(Intent(.row(table: table.id, key: 3, part: 2), .tap))
    #expect(tapped == [2])
    #expect(throws: IntentRefusal.notOnScreen) {
      try tree.receive(Intent(.row(table: table.id, key: 1, part: 2), .tap))
    }
  }
}
