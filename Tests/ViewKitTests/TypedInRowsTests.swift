import GhostBinding
import Testing
@testable import ViewKit

/// What users type into fields of rows, which aren't in place of a label: nothing but the model's own word, or what the app takes
/// back, replaces it.
@Suite struct TypedInRowsTests {
  struct Item: Identifiable, Equatable, ModelType {
    let id: Int
    var title: String
    var note = ""
    var isOdd = false
  }

  final class ItemCell: TableCell, ViewType {
    let label = Label(), note = TextInput.line("Note"), step = TextInput.line("Next step")
    let count = NumberField("Count", number: 1)
    override init() {
      super.init()
      step.clearsOnSubmit = true
      add(label, note, step, count)
    }
    func take(_ item: Item) {
      label.text = item.title
      note.text = item.note
    }
  }

  let cell = ItemCell()
  let tree = ViewTree()
  let table: Table<ItemCell>

  init() {
    table = Table("Items", cell: cell)
    cell.note.onChange = { _ in }
    table.onSubmit(\.note) { _, _ in }
    table.onSubmit(\.step) { _, _ in }
    tree.root.add(table)
    table.show([Item(id: 1, title: "one", note: "old"), Item(id: 2, title: "two")])
    tree.forgetChanges()
  }

  private func type(_ text: String, part: Int = 2, _ kind: IntentKind = .change, waitingFor requests: Set<UInt64> = [])
    throws
  {
    let target = IntentTarget.row(table: table.id, key: 1, part: part)
    try tree.receive(Intent(target, kind, .text(text)))
    tree.wait(for: requests, target: target)
  }

  /// What the page is told of the first row.
  private func told() -> [PartSetting] {
    _ = tree.takeChanges()
    return table.takeRowChanges().reloaded.first { $0.key == 1 }?.settings ?? []
  }

  private func shown(_ part: Int) -> String? {
    table.settings(ofRows: [1]).first?.settings.last { $0.part == part }.flatMap {
      if case .text(let text) = $0.value { text } else { nil }
    }
  }

  @Test func `stays when something else of the row changes`() throws {
    try type("half a")
    table.reload(Item(id: 1, title: "first", note: "old"), at: 0)
    #expect(told() == [PartSetting(part: 1, property: .text, value: .text("first"))])
    #expect(shown(2) == "half a")
    // And once more: it is still what the user's screen shows.
    table.reload(Item(id: 1, title: "1st", note: "old"), at: 0)
    #expect(told() == [PartSetting(part: 1, property: .text, value: .text("1st"))])
  }

  @Test func `is replaced by another word of the model's, and not sent back where that is the same`() throws {
    try type("half a")
    table.reload(Item(id: 1, title: "one", note: "half a"), at: 0)
    #expect(told() == [])
    table.reload(Item(id: 1, title: "one", note: "new"), at: 0)
    #expect(told() == [PartSetting(part: 2, property: .value, value: .text("new"))])
  }

  @Test func `stays when what was asked for by another row is taken back`() throws {
    try type("half a")
    table.restore()
    #expect(told() == [])
    #expect(shown(2) == "half a")
  }

  @Test func `follows what its model has said while it waited for its answer`() throws {
    var waiting: Set<UInt64> = [7]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    try type("milk ", .submit, waitingFor: [7])
    table.reload(Item(id: 1, title: "one", note: "MILK"), at: 0)
    #expect(told() == [])
    waiting = []
    tree.followShown()
    #expect(told() == [PartSetting(part: 2, property: .value, value: .text("MILK"))])
  }

  @Test func `a choice that the app refuses by itself is taken back`() throws {
    let target = IntentTarget.row(table: table.id, key: 1, part: 4)
    try tree.receive(Intent(target, .change, .text("3")))
    table.restore()
    #expect(told() == [PartSetting(part: 4, property: .value, value: .text("1"))])
  }

  @Test func `nothing of it is waited for once the table has gone`() throws {
    try type("half a")
    table.restore()
    #expect(table.restored == [1])
    table.removeFromParent()
    #expect(table.restored.isEmpty)
  }

  @Test func `is taken back with what was asked for because of it`() throws {
    var waiting: Set<UInt64> = [7]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    try type("no", .submit, waitingFor: [7])
    waiting = []
    table.restore()
    #expect(told() == [PartSetting(part: 2, property: .value, value: .text("old"))])
  }

  @Test func `what empties itself when it is submitted doesn't come again with the next picture`() throws {
    try type("milk", part: 3)
    #expect(shown(3) == "milk")
    try type("milk", part: 3, .submit)
    #expect(shown(3) == nil)
    table.reload(Item(id: 1, title: "first", note: "old"), at: 0)
    #expect(told() == [PartSetting(part: 1, property: .text, value: .text("first"))])
  }
}
