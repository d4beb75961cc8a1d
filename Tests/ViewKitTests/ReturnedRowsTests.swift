import GhostBinding
import Testing

@testable import ViewKit

/// Rows that go and come back before their user has seen it: what he does with them is meant for them.
@Suite struct ReturnedRowsTests {
  typealias Item = TickingTests.Item

  let tree = ViewTree()
  let table = Table("Items", cell: TickingTests.ItemCell())
  let items = [Item(id: 1), Item(id: 2), Item(id: 3)]

  init() {
    tree.root.add(table)
    table.show(items)
    tree.forgetChanges()
  }

  func tick(_ key: Int) throws(IntentRefusal) {
    try tree.receive(Intent(.row(table: table.id, key: key, part: 1), .change, .flag(true)))
  }

  @Test func `a row that has gone and come back is reached by the key that it had`() throws {
    var ticked: [Int] = []
    table.onChange(\.done) { item, _ in ticked.append(item.id) }
    table.show([items[1]])
    table.show(items)
    #expect(table.keys == [4, 2, 5])
    try tick(1)
    try tick(3)
    #expect(ticked == [1, 3])
    // Twice, and with a look at the screen between.
    table.show([])
    _ = tree.takeChanges()
    _ = table.takeRowChanges()
    table.show(items)
    for key in [1, 4] { try tick(key) }
    #expect(ticked == [1, 3, 1, 1])
  }

  /// What can't be looked at is recorded as if it were private.
  @Test func `what is done with it by that key is looked at as with any other`() throws {
    table.onChange(\.done) { _, _ in }
    table.show([items[1]])
    table.show(items)
    for (key, isPrivate) in [(1, false), (4, false), (9, nil)] {
      let intent = Intent(.row(table: table.id, key: key, part: 1), .change, .flag(true))
      #expect(tree.inspect(intent) { view, _ in view.isPrivate } == isPrivate)
    }
  }

  @Test func `what its screen shows of it is what its model says`() throws {
    table.onChange(\.done) { _, _ in }
    table.show([])
    table.show(items)
    _ = table.takeRowChanges()
    try tick(1)
    // The row that was ticked is gone; the one in its place isn't ticked, and is told when it is.
    table.show([Item(id: 1, isDone: true), items[1], items[2]])
    #expect(table.takeRowChanges().reloaded.map(\.key) == [4])
  }

  /// Acts, and says that what it asks for isn't answered.
  func tick(_ key: Int, _ isOn: Bool = true, waitingFor request: UInt64) throws {
    let target = IntentTarget.row(table: table.id, key: key, part: 1)
    try tree.receive(Intent(target, .change, .flag(isOn)))
    tree.wait(for: [request], target: target)
    tree.followShown()
  }

  /// The rows that come with a tick, and those that are told one, or that there is none.
  func told() -> (come: Set<Int>, told: [Int: Bool]) {
    guard tree.takeChanges().views.contains(where: { $0.view === table }) else { return ([], [:]) }
    let changes = table.takeRowChanges()
    func tick(_ row: TableRow) -> Bool? {
      row.settings.first { $0.property == .isChecked }.map { $0.value == .flag(true) }
    }
    let inserted = changes.difference.steps.compactMap { if case .insert(let key, _) = $0 { key } else { nil } }
    let come = table.settings(ofRows: inserted).filter { tick($0) == true }.map(\.key)
    let told = changes.reloaded.compactMap { row in tick(row).map { (row.key, $0) } }
    return (Set(come), Dictionary(uniqueKeysWithValues: told))
  }

  /// Whoever clicks it again, with a look at other rows between, means to undo that.
  @Test func `one that was ticked comes back ticked, until that is answered`() throws {
    var waiting: Set<UInt64> = [1]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    table.onChange(\.done) { _, _ in }
    try tick(1, waitingFor: 1)
    table.show([items[1]])
    tree.followShown()
    #expect(told() == ([], [:]))
    table.show(items)
    tree.followShown()
    #expect(told() == ([4], [:]))
    waiting = []
    tree.followShown()
    // What was asked for has come to nothing.
    #expect(told() == ([], [4: false]))
    table.show([])
    table.show(items)
    #expect(told().come == [])
    #expect(table.shown.isEmpty)
  }

  @Test func `one that is answered while it is away comes back as its model is`() throws {
    var waiting: Set<UInt64> = [1]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    table.onChange(\.done) { _, _ in }
    try tick(1, waitingFor: 1)
    table.show([])
    waiting = []
    tree.followShown()
    #expect(table.shownOfGone.isEmpty)
    table.show(items)
    #expect(told().come == [])
  }

  @Test func `what was ticked by the key that it had is shown where it is now`() throws {
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    table.onChange(\.done) { _, _ in }
    table.show([items[1]], of: items)
    _ = told()
    // Not seen yet that it has gone.
    try tick(1, waitingFor: 1)
    table.show(items, of: items)
    #expect(told() == ([4], [:]))
    // Nor that the other is back.
    try tick(3, waitingFor: 2)
    #expect(told() == ([], [5: true]))
    #expect(told() == ([], [:]))
    waiting = []
    tree.followShown()
    #expect(told() == ([], [4: false, 5: false]))
  }

  /// It shows the tick that it came back with, and is to show it no longer.
  @Test func `what was unticked by the key that it had before it came back ticked is told`() throws {
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    table.onChange(\.done) { _, _ in }
    try tick(1, waitingFor: 1)
    table.show([])
    table.show(items)
    #expect(told() == ([4], [:]))
    try tick(1, false, waitingFor: 2)
    #expect(told() == ([], [4: false]))
    try tick(1, waitingFor: 2)
    try tick(1, false, waitingFor: 2)
    #expect(told() == ([], [:]))
    waiting = []
    tree.followShown()
    #expect(told() == ([], [:]))
  }

  /// Where a page is behind, several acts lie between two patches.
  @Test func `what is clicked on it before that is told shows what it was clicked to`() throws {
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    table.onChange(\.done) { _, _ in }
    table.show([])
    table.show(items)
    _ = told()
    try tick(1, waitingFor: 1)
    try tick(4, waitingFor: 2)
    waiting = []
    tree.followShown()
    // Together they have come to nothing.
    #expect(told() == ([], [4: false]))
  }

  @Test func `one that goes by what came of its tick comes back ticked, in the same turn or later`() throws {
    tree.isUnanswered = { !$0.isEmpty }
    table.onChange(\.done) { [table] item, _ in
      table.delete(at: 0)
      if item.id == 1 { table.insert(item, at: 2) }
    }
    try tick(1, waitingFor: 1)
    #expect(told().come == [4])
    try tick(2, waitingFor: 2)
    #expect(told() == ([], [:]))
    table.show(items)
    #expect(told() == ([5], [:]))
  }

  @Test func `one that is put out and in again by hand is reached too`() throws {
    var ticked: [Int] = []
    table.onChange(\.done) { item, _ in ticked.append(item.id) }
    table.delete(at: 0)
    table.insert(items[0], at: 2)
    try tick(1)
    #expect(ticked == [1])
  }

  @Test func `one that has gone for good isn't on the screen`() throws {
    table.show([items[1]])
    #expect(throws: IntentRefusal.notOnScreen) { try tick(1) }
    #expect(throws: IntentRefusal.notOnScreen) { try tick(9) }
    try tick(2)
  }

  @Test func `nothing else is kept of those that have gone, however many they are`() {
    let list = Table("Many", selection: .multiple, cell: TickingTests.ItemCell())
    let many = (0..<2_000).map { Item(id: $0) }
    list.show(many)
    list.select(Set(many.map(\.id)))
    list.show([])
    #expect(list.selectedKeys.isEmpty)
    list.show(many)
    #expect(list.selectedItems.isEmpty)
  }

  @Test func `of very many that have gone the last are known`() throws {
    let many = (10..<10_010).map { Item(id: $0) }
    table.show(many)
    let (first, last) = (table.keys[0], table.keys[9_999])
    table.show([])
    table.show([many[0], many[9_999]])
    #expect(throws: IntentRefusal.notOnScreen) { try tick(first) }
    try tick(last)
  }
}
