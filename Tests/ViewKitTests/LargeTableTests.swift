import GhostBinding
import Testing
@testable import ViewKit

@Suite struct LargeTableTests {
  final class NumberCell: TableCell, ViewType {
    let label = Label()
    override init() {
      super.init()
      add(label)
    }
    func take(_ number: Int) { label.text = "\(number)" }
  }

  /// The numbers that the table shows, and which of them it has asked for.
  final class Source {
    var first = 0
    var asked: [Int] = []
    func number(_ index: Int) -> Int {
      asked.append(index)
      return first + index
    }
  }

  let tree = ViewTree()
  let source = Source()
  let table: LargeTable<NumberCell>

  init() {
    table = LargeTable("Numbers", count: 1_000_000, cell: NumberCell()) { [source] in source.number($0) }
    tree.root.add(table)
    _ = tree.takeChanges()
    source.asked = []
  }

  func look(_ range: Range<Int>) throws { try tree.receive(Intent(.view(table.id), .look, .range(range))) }
  var texts: [String] {
    var texts: [String] = []
    table.forEachRow { _, _, _ in texts.append((table.cells[0].children[0])[text: .text]) }
    return texts
  }

  @Test func `only the first rows are asked for`() {
    let source = Source()
    let table = LargeTable("Numbers", count: 1_000_000, cell: NumberCell()) { source.number($0) }
    #expect(source.asked == Array(0..<60))
    #expect(table.window == 0..<60)
  }

  @Test func `rows that come into view are asked for once, and those that stay keep their keys`() throws {
    try look(30..<90)
    #expect(source.asked == Array(60..<90))
    #expect(Array(table.keys.prefix(30)) == Array(31...60))
    let steps = table.takeRowChanges().difference.steps
    #expect(Array(steps.prefix(30)) == (1...30).map { .delete($0) })
    #expect(steps.count == 60)
    #expect(texts.first == "30")
  }

  @Test func `a jump shows the rows there and forgets those that were`() throws {
    table.jump(to: 500_000)
    #expect(table.window == 499_980..<500_060)
    #expect(texts[20] == "500000")
    table.jump(to: 999_999)
    #expect(table.window.upperBound == 1_000_000)
    #expect(texts.last == "999999")
  }

  @Test func `what is looked at stays when rows above come and go`() throws {
    try look(1000..<1060)
    _ = table.takeRowChanges()
    source.first = -10
    table.didInsert(10, at: 0)
    #expect(table.window == 1010..<1070)
    #expect(table.takeRowChanges().difference.steps == [])
    #expect(texts.first == "1000")
    source.first = 0
    table.didDelete(10, at: 5)
    #expect(table.window == 1000..<1060)
    #expect(table.takeRowChanges().difference.steps == [])
  }

  @Test func `what is looked at stays when many rows come above it, though it is near the beginning`() {
    source.first = -50
    table.didInsert(50, at: 0)
    #expect(table.window == 50..<110)
    #expect(table.takeRowChanges().difference.steps == [])
    #expect(texts.first == "0")
    // Between those in front, which go, and those that stay.
    table.didInsert(100, at: 60)
    #expect(table.window == 150..<210)
    #expect(Array(table.keys.suffix(50)) == Array(11...60))
    #expect(table.keys.count == 60)
    #expect(table.count == 1_000_150)
  }

  /// Whether the first row is seen or one near it, only a page knows.
  @Test func `a table that follows its top has the first row, and those that may be looked at near it`() throws {
    table.followsTop = true
    source.first = -50
    table.didInsert(50, at: 0)
    #expect(table.window == 0..<110)
    #expect(texts.first == "-50")
    #expect(Array(table.keys.suffix(60)) == Array(1...60))
    #expect(table[text: .window] == "1000050,0,44,0,0,1")
    table.didInsert(5_000, at: 0)
    #expect(table.window == 0..<110)
    try look(1000..<1060)
    table.didInsert(20, at: 0)
    #expect(table.window == 1020..<1080)
  }

  @Test func `of many rows that come into an empty table the first are kept`() {
    table.didDelete(1_000_000, at: 0)
    table.didInsert(500, at: 0)
    #expect(table.window == 0..<60)
    #expect(texts.first == "0")
  }

  @Test(arguments: [5, 20, 40])
  func `many rows that come below what is looked at take the places of others there`(index: Int) {
    table.didInsert(100, at: index)
    #expect(table.window == 0..<60)
    #expect(Array(table.keys.prefix(index)) == Array(1...index))
  }

  @Test func `rows that come and go in view are inserted and deleted`() throws {
    source.first = 100
    table.didInsert(2, at: 5)
    #expect(table.count == 1_000_002)
    #expect(table.window == 0..<60)
    #expect(texts[5] == "105")
    _ = table.takeRowChanges()
    table.didDelete(3, at: 4)
    #expect(table.window == 0..<60)
    #expect(
      table.takeRowChanges().difference.steps.prefix(3).allSatisfy { if case .delete = $0 { true } else { false } })
  }

  @Test func `rows can go until none is left`() {
    table.didDelete(999_990, at: 0)
    #expect(table.window == 0..<10)
    table.didDelete(10, at: 0)
    #expect(table.window.isEmpty)
    #expect(table.keys == [])
    source.first = 7
    table.didInsert(1, at: 0)
    #expect(texts == ["7"])
  }

  @Test func `a row that changes in view is told by what differs; one out of view isn't told`() {
    source.first = 5
    table.didChange(at: 2)
    table.didChange(at: 5000)
    #expect(
      table.takeRowChanges().reloaded == [
        TableRow(key: 3, firstPart: 0, settings: [PartSetting(part: 1, property: .text, value: .text("7"))])
      ])
  }

  @Test func `what is jumped to stays that row when rows above it come and go in the same turn`() {
    table.jump(to: 500)
    table.didInsert(10, at: 0)
    #expect(table[text: .window].hasSuffix(",510,1"))
    table.didDelete(4, at: 7)
    #expect(table[text: .window].hasSuffix(",506,1"))
    table.didDelete(100, at: 450)
    #expect(table[text: .window].hasSuffix(",450,1"))
  }

  final class TickCell: TableCell, ViewType {
    let box = Checkbox()
    override init() {
      super.init()
      add(box)
    }
    func take(_ isOn: Bool) { box.isOn = isOn }
  }

  @Test func `a tick that isn't taken is put right, and shown in pictures until then`() throws {
    let cell = TickCell()
    let table = LargeTable("Boxes", count: 1_000, cell: cell) { _ in false }
    cell.box.onChange = { _ in }
    tree.root.add(table)
    tree.forgetChanges()
    try tree.receive(Intent(.row(table: table.id, key: 3, part: 1), .change, .flag(true)))
    let picture = table.settings(ofRows: [3])
    #expect(picture.first?.settings == [PartSetting(part: 1, property: .isChecked, value: .flag(true))])
    table.restore()
    #expect(
      table.takeRowChanges().reloaded == [
        TableRow(key: 3, firstPart: 0, settings: [PartSetting(part: 1, property: .isChecked, value: nil)])
      ])
  }

  @Test func `what users have set on rows goes with the rows`() throws {
    let cell = TickCell()
    let table = LargeTable("Boxes", count: 1_000, cell: cell) { _ in false }
    cell.box.onChange = { _ in }
    tree.root.add(table)
    for key in 1...60 { try tree.receive(Intent(.row(table: table.id, key: key, part: 1), .change, .flag(true))) }
    #expect(table.shown.count == 60)
    try tree.receive(Intent(.view(table.id), .look, .range(30..<90)))
    #expect(table.shown.count == 30)
    table.didDelete(10, at: 35)
    #expect(table.shown.count == 20)
    table.jump(to: 900)
    #expect(table.shown.isEmpty)
  }

  @Test(arguments: [
    IntentValue.range(-1..<5), .range(1_000_000..<1_000_001), .range(0..<401), .text("1"), .none,
    .range(0..<Int.max), .range(Int.min..<0),
  ])
  func `a browser can't ask for what isn't there, or for too much`(value: IntentValue) {
    #expect(throws: IntentRefusal.wrongValue(expected: "a range of at most 400 of the table's rows")) {
      try tree.receive(Intent(.view(table.id), .look, value))
    }
    #expect(table.window == 0..<60)
  }

  @Test func `opening a million costs what opening a hundred costs`() {
    let clock = ContinuousClock()
    func cost(_ count: Int) -> Duration {
      (0..<5).map { _ in clock.measure { _ = LargeTable("N", count: count, cell: NumberCell()) { $0 } } }.min() ?? .zero
    }
    _ = cost(100)
    #expect(cost(1_000_000) < cost(100) * 5)
  }
}
