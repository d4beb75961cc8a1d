import GhostBinding
import Testing

@testable import ViewKit

/// Rows that are selected by a link in them, and on the page before the server has heard of it.
@Suite struct SelectingTests {
  struct Item: Identifiable, Equatable, ModelType {
    let id: Int
    var title: String
    var isDone = false
  }

  final class ItemCell: TableCell, ViewType {
    let title = Link()
    override init() {
      super.init()
      add(title)
    }
    func take(_ item: Item) {
      title.text = item.title
      if item.isDone { looks = ["done"] }
    }
  }

  let tree = ViewTree()
  let table = Table(rowsOf: "Items", cell: ItemCell())

  init() {
    table.selects(by: \.title, look: "chosen")
    tree.root.add(table)
    table.show([Item(id: 1, title: "one"), Item(id: 2, title: "two", isDone: true), Item(id: 3, title: "three")])
    _ = tree.takeChanges()
    _ = table.takeRowChanges()
  }

  private func press(_ key: Int, _ kind: IntentKind = .select) throws {
    try tree.receive(Intent(.row(table: table.id, key: key, part: 1), kind))
  }

  /// What is told of rows: their keys, and what the rows themselves have.
  private func told() -> [Int: [Property: PropertyValue?]] {
    _ = tree.takeChanges()
    return Dictionary(
      uniqueKeysWithValues: table.takeRowChanges().reloaded.map { row in
        (row.key, Dictionary(uniqueKeysWithValues: row.settings.map { ($0.property, $0.value) }))
      })
  }

  @Test
  func `a row that has come back is told to be selected, and the one before, which the page has let go, isn't told`()
    throws
  {
    try press(1)
    let items = table.rows
    table.show([items[0], items[2]])
    table.show(items)
    _ = told()
    // The row of this key is where the page has shown it, and gone.
    try press(2)
    #expect(table.selectedItems.map(\.id) == [2])
    #expect(told().keys.sorted() == [4])
  }

  @Test func `nothing is told of what the page shows already`() throws {
    let seen = Seen()
    table.onSelect = { seen.ids.append($0.map(\.id)) }
    try press(2)
    #expect(told().isEmpty)
    try press(3)
    try press(1)
    #expect(told().isEmpty)
    #expect(seen.ids == [[2], [3], [1]])
    #expect(table.selectedItems.map(\.id) == [1])
  }

  final class Seen { var ids: [[Int]] = [] }

  @Test func `a press that the page hasn't shown is told`() throws {
    try press(2, .tap)
    #expect(told() == [2: [.looks: .text("chosen done"), .isSelected: .flag(true)]])
    try press(3, .tap)
    #expect(
      told() == [
        2: [.looks: .text("done"), .isSelected: nil], 3: [.looks: .text("chosen"), .isSelected: .flag(true)],
      ])
  }

  @Test func `what the app makes of it is told`() throws {
    table.onSelect = { [table] _ in table.select([1]) }
    try press(3)
    #expect(
      told() == [
        1: [.looks: .text("chosen"), .isSelected: .flag(true)], 3: [.looks: nil, .isSelected: nil],
      ])
  }

  @Test func `a row that changes otherwise keeps the look of the one that is selected`() throws {
    try press(1)
    _ = told()
    table.reload(Item(id: 1, title: "one", isDone: true), at: 0)
    #expect(told() == [1: [.looks: .text("chosen done")]])
    table.delete(at: 0)
    #expect(table.selectedItems.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a row whose model has changed before its user is answered is told once another is pressed`(inSameTurn: Bool)
    throws
  {
    tree.isUnanswered = { !$0.isEmpty }
    func pressAsking(_ key: Int, _ requests: Set<UInt64>) throws {
      try press(key)
      tree.wait(for: requests, target: .row(table: table.id, key: key, part: 1))
    }
    try pressAsking(1, [1])
    #expect(told() == [:])
    table.reload(Item(id: 1, title: "one", isDone: true), at: 0)
    if !inSameTurn {
      tree.followShown()
      #expect(told() == [:], "it stays as its user sees it")
    }
    try pressAsking(3, [2])
    tree.followShown()
    #expect(told() == [1: [.looks: .text("done")]])
    try pressAsking(1, [])
    try pressAsking(3, [])
    tree.followShown()
    #expect(told() == [:])
  }

  @Test func `a press that isn't allowed is put right`() throws {
    try press(1)
    _ = told()
    tree.putRight(Intent(.row(table: table.id, key: 3, part: 1), .select))
    #expect(
      told() == [
        1: [.looks: .text("chosen"), .isSelected: .flag(true)], 3: [.looks: nil, .isSelected: nil],
      ])
    tree.putRight(Intent(.row(table: table.id, key: 1, part: 1), .select))
    #expect(told().isEmpty)
  }

  @Test func `a row isn't selected by itself, nor by what isn't a link for that`() {
    #expect(throws: IntentRefusal.notAllowed) {
      try tree.receive(Intent(.row(table: table.id, key: 1, part: 0), .select))
    }
    #expect(throws: IntentRefusal.notOnScreen) { try press(9) }
    #expect(table.selectedItems.isEmpty)
  }

  @Test func `the page loads what shows it`() {
    #expect(table[text: .clientPart] == "selects")
    #expect(table.cells[0].children[0][text: .selectingLook] == "chosen")
  }

  @Test func `an option that the page shows as the only one is told of no more`() throws {
    let list = Table("Items", selection: .multiple, cell: ItemCell())
    tree.root.add(list)
    list.show([Item(id: 1, title: "one"), Item(id: 2, title: "two")])
    func receive(_ key: Int, _ value: IntentValue) throws -> [Int] {
      _ = tree.takeChanges()
      _ = list.takeRowChanges()
      try tree.receive(Intent(.row(table: list.id, key: key, part: 0), .select, value))
      return list.takeRowChanges().reloaded.map(\.key)
    }
    #expect(try receive(1, .none) == [])
    #expect(list.selectedItems.map(\.id) == [1])
    #expect(try receive(2, .flag(true)) == [2])
    #expect(try receive(2, .none) == [])
    #expect(list.selectedItems.map(\.id) == [2])
    #expect(try receive(1, .flag(false)) == [1, 2])
    #expect(throws: IntentRefusal.self) { try receive(1, .text("x")) }
  }
}
