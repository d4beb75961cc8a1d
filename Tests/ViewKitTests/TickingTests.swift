import GhostBinding
import Testing
@testable import ViewKit

/// A checkbox that ticks a box in every row of a table, which its page shows before the server hears of it.
@Suite struct TickingTests {
  struct Item: Identifiable, Equatable, ModelType {
    let id: Int
    var isDone = false
    var isFixed = false
    var isOff = false
  }

  final class ItemCell: TableCell, ViewType {
    let done = Checkbox()
    override init() {
      super.init()
      add(done)
    }
    func take(_ item: Item) {
      done.isOn = item.isDone
      done.isEnabled = !item.isFixed
      isEnabled = !item.isOff
      if item.isDone { looks = ["done"] }
    }
  }

  let tree = ViewTree()
  let all = Checkbox("All")
  let table = Table("Items", cell: ItemCell())

  init() {
    all.ticks(\.done, in: table)
    // The box stands before the table, as it usually does.
    tree.root.add(all, table)
    table.show([Item(id: 1), Item(id: 2, isDone: true), Item(id: 3, isFixed: true)])
    tree.forgetChanges()
  }

  private func click(_ isOn: Bool, waitingFor requests: Set<UInt64> = []) throws {
    try tree.receive(Intent(.view(all.id), .select, .flag(isOn)))
    tree.wait(for: requests, target: .view(all.id))
  }

  private func clickRow(_ key: Int, _ isOn: Bool, waitingFor requests: Set<UInt64> = []) throws {
    let target = IntentTarget.row(table: table.id, key: key, part: 1)
    try tree.receive(Intent(target, .change, .flag(isOn)))
    tree.wait(for: requests, target: target)
  }

  /// What the page is told of boxes: whether they are ticked, by their rows' keys.
  private func told() -> [Int: Bool] {
    let rows = tree.takeChanges().views.contains { $0.view === table } ? table.takeRowChanges().reloaded : []
    var ticks: [Int: Bool] = [:]
    for row in rows {
      for setting in row.settings where setting.property == .isChecked { ticks[row.key] = setting.value == .flag(true) }
    }
    return ticks
  }

  @Test func `tells its page which table it is for, and each row's box that it is ticked by it`() {
    #expect(all[number: .controls] == table.id)
    #expect(table.settings(ofRows: [1]).first?.settings == [])
    #expect(table.cells[0].children[0][flag: .isTickedWithAll])
    #expect(all.allowedIntents == [.change, .select])
    #expect(Checkbox("alone").allowedIntents == [.change])
  }

  @Test func `what it has ticked isn't sent back`() throws {
    var asked: [Bool] = []
    all.onChange = { asked.append($0) }
    try click(true, waitingFor: [1])
    #expect(asked == [true])
    #expect(all.isOn)
    table.show([Item(id: 1, isDone: true), Item(id: 2, isDone: true), Item(id: 3, isFixed: true)])
    #expect(told() == [:])
  }

  /// What was done before the box was clicked brings it: whoever clicked it meant the opposite of what it was going to be.
  @Test func `a row that comes before it is answered comes ticked, and follows its model then`() throws {
    var waiting: Set<UInt64> = [1]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    try click(true, waitingFor: [1])
    tree.followShown()
    _ = told()
    table.insert(Item(id: 4), at: 0)
    tree.followShown()
    #expect(table.settings(ofRows: [4]).first?.settings.contains { $0.property == .isChecked } == true)
    #expect(told() == [:])
    waiting = []
    tree.followShown()
    #expect(told() == [4: false, 1: false])
    table.insert(Item(id: 5), at: 0)
    tree.followShown()
    #expect(table.settings(ofRows: [5]).first?.settings.contains { $0.property == .isChecked } == false)
  }

  /// What was done last counts.
  @Test(arguments: [false, true])
  func `a row that comes back is as it was ticked itself, if that was behind the box for all`(isFirst: Bool) throws {
    tree.isUnanswered = { !$0.isEmpty }
    let rows = table.items
    if isFirst { try clickRow(1, false, waitingFor: [2]) }
    try click(true, waitingFor: [1])
    if !isFirst { try clickRow(1, false, waitingFor: [2]) }
    for shown in [[], rows] {
      tree.followShown()
      table.show(shown)
    }
    tree.followShown()
    let row = table.settings(ofRows: [table.keys[0]]).first
    #expect(row?.settings.contains { $0.property == .isChecked } == isFirst)
  }

  @Test func `of a table without rows too, those that come are ticked`() throws {
    tree.isUnanswered = { !$0.isEmpty }
    table.show([])
    try click(true, waitingFor: [1])
    tree.followShown()
    tree.followShown()
    table.show([Item(id: 4)])
    tree.followShown()
    #expect(table.settings(ofRows: [4]).first?.settings.contains { $0.property == .isChecked } == true)
  }

  /// Something may take minutes that has nothing to do with it: what the page has made of it because of another act isn't so until then.
  @Test func `says which acts aren't answered, and what it is itself when one of them is`() {
    var waiting: Set<UInt64> = [1, 2, 3, 4]
    for (requests, act) in [([1], 5), ([], 6), ([2, 3], 7), ([4], 8)] as [(Set<UInt64>, Int)] {
      tree.note(requests, of: act, among: waiting)
    }
    for (answered, text) in [(nil, "5 7-8"), (2, "5 7-8"), (1, "7-8"), (3, "8"), (4, "")] as [(UInt64?, String)] {
      _ = tree.takeChanges()
      if let answered { waiting.remove(answered) }
      tree.tellUnanswered(waiting)
      #expect(all[text: .unanswered] == text)
      // Half an answer to the third changes nothing.
      #expect(tree.takeChanges().views.contains { $0.properties.contains(.isChecked) } == ![nil, 2].contains(answered))
    }
    // Answered in the turn in which it was done.
    tree.note([5], of: 9, among: [5])
    tree.tellUnanswered([])
    #expect(tree.takeChanges().views.contains { $0.properties.contains(.isChecked) })
    all.removeFromParent()
    #expect(!tree.tellsUnanswered)
    tree.note([1], of: 8, among: [1])
    #expect(tree.awaitedActs.isEmpty)
  }

  @Test func `a row that comes out otherwise is told, one that can't be used and one that is the same aren't`() throws {
    try click(true)
    table.show([Item(id: 1), Item(id: 2, isDone: true), Item(id: 3, isFixed: true)])
    table.restore()
    #expect(told() == [1: false])
    // Once more: now nothing is different.
    table.restore()
    #expect(told() == [:])
  }

  @Test func `a row that is off as a whole isn't ticked`() throws {
    table.show([Item(id: 1), Item(id: 2, isOff: true)])
    tree.forgetChanges()
    try click(true)
    #expect(table.settings(ofRows: [1]).first?.settings.count == 1)
    #expect(table.settings(ofRows: [2]).first?.settings.contains { $0.property == .isChecked } == false)
    table.restore()
    #expect(told() == [1: false])
  }

  @Test func `what was asked for before doesn't untick what was ticked since`() throws {
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    try clickRow(1, true, waitingFor: [1])
    try click(false, waitingFor: [2])
    waiting = [2]
    table.show([Item(id: 1, isDone: true), Item(id: 2, isDone: true), Item(id: 3, isFixed: true)])
    #expect(told() == [:])
    waiting = []
    table.show([Item(id: 1), Item(id: 2), Item(id: 3, isFixed: true)])
    #expect(told() == [:])
  }

  @Test func `a row that is clicked behind it is as it was clicked`() throws {
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    try click(true, waitingFor: [1])
    try clickRow(2, false, waitingFor: [2])
    waiting = [2]
    table.show([Item(id: 1, isDone: true), Item(id: 2, isDone: true), Item(id: 3, isFixed: true)])
    #expect(told() == [:])
    waiting = []
    table.show([Item(id: 1, isDone: true), Item(id: 2), Item(id: 3, isFixed: true)])
    #expect(told() == [:])
  }

  @Test func `a row that its user has ticked follows its model no sooner than one that he has unticked`() throws {
    table.onChange(\.done) { _, _ in }
    try clickRow(1, true)
    try clickRow(2, false)
    tree.followShown()
    #expect(told() == [:])
    table.restore()
    #expect(told() == [1: false, 2: true])
  }

  @Test func `what comes out otherwise is told once the last that it waits for is answered`() throws {
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    try click(true, waitingFor: [1])
    try click(false, waitingFor: [2])
    waiting = [2]
    table.show([Item(id: 1, isDone: true), Item(id: 2, isDone: true), Item(id: 3, isFixed: true)])
    tree.followShown()
    #expect(told() == [:])
    waiting = []
    tree.followShown()
    #expect(told() == [1: true, 2: true])
    tree.followShown()
    #expect(told() == [:])
  }

  @Test func `where it can't be used its rows are put right with it`() throws {
    all.isEnabled = false
    _ = tree.takeChanges()
    let intent = Intent(.view(all.id), .select, .flag(true))
    #expect(throws: IntentRefusal.notReachable) { try tree.receive(intent) }
    tree.putRight(intent)
    let changes = tree.takeChanges()
    #expect(changes.views.contains { $0.view === all && $0.properties == [.isChecked] })
    let rows = table.takeRowChanges().reloaded
    #expect(rows.map(\.key) == [1])
    #expect(rows.first?.settings == [PartSetting(part: 1, property: .isChecked, value: nil)])
  }

  @Test func `a page that hasn't ticked them is told all of it`() throws {
    try tree.receive(Intent(.view(all.id), .change, .flag(true)))
    tree.wait(for: [], target: .view(all.id))
    table.show([Item(id: 1, isDone: true), Item(id: 2, isDone: true), Item(id: 3, isFixed: true)])
    #expect(told() == [1: true])
  }

  @Test func `five thousand rows are ticked and put right without ado`() throws {
    table.show((1...5_000).map { Item(id: $0) })
    tree.forgetChanges()
    let time = try ContinuousClock().measure {
      try click(true)
      table.restore()
      #expect(told().count == 5_000)
    }
    #expect(time < .seconds(2))
  }

  /// A page takes what is entered for a row that comes, and shows its box so: where nothing is asked for, nothing else would say otherwise.
  @Test func `says what it is behind what is entered, and what removes a row, whatever else is awaited`() {
    let entry = TextInput.line(), remove = Button("Clear"), other = Button("Other")
    tree.root.add(entry, remove, other)
    remove.removes(ticked: \.done, in: table)
    func says(_ intent: Intent) -> Bool {
      _ = tree.takeChanges()
      tree.sayBoxesForAll(behind: intent)
      return tree.takeChanges().views.contains { $0.view === all && $0.properties.contains(.isChecked) }
    }
    #expect(says(Intent(.view(entry.id), .submit, .text("new"))) && says(Intent(.view(remove.id), .tap)))
    #expect(!says(Intent(.view(other.id), .tap)) && !says(Intent(.view(entry.id), .change, .text("n"))))
    tree.note([1], of: 5, among: [1])
    #expect(says(Intent(.view(entry.id), .submit, .text("new"))))
  }
}
