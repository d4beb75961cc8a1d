import GhostBinding
import Testing
@testable import ViewKit

@Suite struct TableTests {
  struct Item: Identifiable, Equatable, ModelType {
    let id: Int
    var title: String
    var isDone = false
  }

  final class ItemCell: TableCell, ViewType {
    let check = Checkbox(), label = Label(), open = Button("Open")
    override init() {
      super.init()
      add(check, label, open)
    }
    func take(_ item: Item) {
      label.text = item.title
      check.isOn = item.isDone
      if item.isDone { looks = ["done"] }
    }
  }

  let tree = ViewTree()
  let table = Table("Items", cell: ItemCell())

  init() {
    tree.root.add(table)
    table.show([Item(id: 1, title: "one"), Item(id: 2, title: "two"), Item(id: 3, title: "three")])
    _ = tree.takeChanges()
    _ = table.takeRowChanges()
  }

  @Test func `a row that changes is told by the few values that differ`() {
    table.reload(Item(id: 2, title: "two", isDone: true), at: 1)
    #expect(tree.hasChanges)
    let changes = table.takeRowChanges()
    #expect(changes.difference.steps == [])
    #expect(changes.reloaded.map(\.key) == [2])
    #expect(
      changes.reloaded.first?.settings == [
        PartSetting(part: 0, property: .looks, value: .text("done")),
        PartSetting(part: 1, property: .isChecked, value: .flag(true)),
      ])
  }

  @Test func `a row whose user may not tick it is written again as it is`() {
    tree.putRight(Intent(.row(table: table.id, key: 2, part: 1), .change, .flag(true)))
    #expect(tree.hasChanges)
    #expect(
      table.takeRowChanges().reloaded == [
        TableRow(key: 2, firstPart: 0, settings: [PartSetting(part: 1, property: .isChecked, value: nil)])
      ])
    _ = tree.takeChanges()
    // What can't be ticked, or isn't there, is left alone.
    for (key, part) in [(2, 2), (2, 99), (9, 1)] {
      tree.putRight(Intent(.row(table: table.id, key: key, part: part), .change, .flag(true)))
    }
    tree.putRight(Intent(.view(table.id), .change, .flag(true)))
    tree.putRight(Intent(.row(table: table.id, key: 2, part: 1), .tap))
    #expect(!tree.hasChanges)
  }

  @Test func `a row is written again as it is where what is chosen in it isn't offered`() {
    final class RankCell: TableCell, ViewType {
      let rank = Select("Rank", [(1, "First"), (2, "Second")])
      override init() {
        super.init()
        add(rank)
      }
      func take(_ item: Item) { rank.selected = item.id }
    }
    let ranks = Table("Ranks", cell: RankCell())
    tree.root.add(ranks)
    ranks.show([Item(id: 1, title: "one"), Item(id: 2, title: "two")])
    _ = tree.takeChanges()
    _ = ranks.takeRowChanges()
    let part = ranks.parts.firstIndex { $0.kind == .select } ?? 0
    tree.putRight(Intent(.row(table: ranks.id, key: 2, part: part), .change, .text("=Third")))
    #expect(
      ranks.takeRowChanges().reloaded == [
        TableRow(key: 2, firstPart: 0, settings: [PartSetting(part: part, property: .value, value: .text("=Second"))])
      ])
    _ = tree.takeChanges()
    for (key, part) in [(2, 99), (9, part)] {
      tree.putRight(Intent(.row(table: ranks.id, key: key, part: part), .change, .text("=Third")))
    }
    #expect(!tree.hasChanges)
  }

  @Test func `nothing of one row is left on another`() {
    table.show([Item(id: 1, title: "one", isDone: true), Item(id: 2, title: "two")])
    let settings = table.settings(ofRows: [1, 2])
    #expect(settings[0].settings.contains { $0.property == .looks })
    #expect(!settings[1].settings.contains { $0.property == .looks || $0.property == .isChecked })
  }

  @Test func `rows keep their keys through every change of order`() {
    table.move(from: 0, to: 2)
    #expect(table.keys == [2, 3, 1])
    table.show([Item(id: 3, title: "three"), Item(id: 9, title: "nine"), Item(id: 1, title: "one")])
    #expect(table.keys == [3, 4, 1])
    #expect(table.takeRowChanges().difference == ListDifference(from: [1, 2, 3], to: [3, 4, 1]))
  }

  @Test func `showing the same rows changes nothing`() {
    table.show(table.rows)
    #expect(!tree.hasChanges)
  }

  @Test func `an intent reaches the row it names`() throws {
    var ticked: [String] = []
    table.onChange(\.check) { ticked.append("\($0.title) \($1)") }
    try tree.receive(Intent(.row(table: table.id, key: 3, part: 1), .change, .flag(true)))
    #expect(ticked == ["three true"])
  }

  @Test func `a tick that came to nothing is taken back`() throws {
    table.onChange(\.check) { _, _ in }
    try tree.receive(Intent(.row(table: table.id, key: 3, part: 1), .change, .flag(true)))
    table.restore()
    #expect(
      table.takeRowChanges().reloaded.first?.settings == [PartSetting(part: 1, property: .isChecked, value: nil)])
  }

  @Test func `a tick that was carried out is not sent back`() throws {
    table.onChange(\.check) { _, _ in }
    try tree.receive(Intent(.row(table: table.id, key: 3, part: 1), .change, .flag(true)))
    table.reload(Item(id: 3, title: "three", isDone: true), at: 2)
    #expect(
      table.takeRowChanges().reloaded.first?.settings == [
        PartSetting(part: 0, property: .looks, value: .text("done"))
      ])
  }

  @Test func `a row that was ticked before its table left is written in full when the table is back`() throws {
    table.onChange(\.check) { _, _ in }
    try tree.receive(Intent(.row(table: table.id, key: 3, part: 1), .change, .flag(true)))
    table.removeFromParent()
    tree.root.add(table)
    _ = tree.takeChanges()
    _ = table.takeRowChanges()
    table.reload(Item(id: 3, title: "three", isDone: true), at: 2)
    #expect(
      table.takeRowChanges().reloaded.first?.settings == [
        PartSetting(part: 0, property: .looks, value: .text("done")),
        PartSetting(part: 1, property: .isChecked, value: .flag(true)),
      ])
  }

  @Test(arguments: [
    (Intent(.row(table: 2, key: 99, part: 1), .change, .flag(true)), IntentRefusal.notOnScreen),
    (Intent(.row(table: 2, key: 1, part: 77), .change, .flag(true)), .notOnScreen),
    (Intent(.row(table: 2, key: 1, part: -1), .change, .flag(true)), .notOnScreen),
    (Intent(.row(table: 2, key: 1, part: 2), .change, .flag(true)), .notAllowed),
    (Intent(.row(table: 2, key: 1, part: 1), .change, .text("x")), .wrongValue(expected: "on or off")),
    (Intent(.row(table: 1, key: 1, part: 1), .change, .flag(true)), .notOnScreen),
  ])
  func `what isn't on the screen can't be acted on`(intent: Intent, refusal: IntentRefusal) {
    table.onChange(\.check) { _, _ in Issue.record("acted") }
    #expect(throws: refusal) { try tree.receive(intent) }
  }

  @Test func `a row that has gone can't be acted on`() {
    table.onTap(\.open) { _ in Issue.record("acted") }
    table.delete(at: 0)
    #expect(throws: IntentRefusal.notOnScreen) {
      try tree.receive(Intent(.row(table: table.id, key: 1, part: 3), .tap))
    }
  }

  @Test func `what is shown before the table stands in a tree is no change`() {
    let early = Table("Early", cell: ItemCell())
    early.show([Item(id: 1, title: "one")])
    tree.root.add(early)
    _ = tree.takeChanges()
    early.show([Item(id: 2, title: "two")])
    #expect(early.takeRowChanges().difference == ListDifference(from: [1], to: [2]))
  }

  @Test func `text in a row that is edited in place and refused falls back`() throws {
    let table = Table("Notes", cell: NoteCell())
    var submitted: [String] = []
    table.onSubmit(\.note) { submitted.append("\($0.id): \($1)") }
    table.show([Item(id: 7, title: "seven")])
    tree.root.add(table)
    _ = tree.takeChanges()
    try tree.receive(Intent(.row(table: table.id, key: 1, part: 1), .change, .text("changed")))
    try tree.receive(Intent(.row(table: table.id, key: 1, part: 1), .submit, .text("changed")))
    #expect(submitted == ["7: changed"])
    table.restore()
    #expect(
      table.takeRowChanges().reloaded.first?.settings == [PartSetting(part: 1, property: .value, value: .text("seven"))]
    )
  }

  @Test func `what a user has clicked since isn't changed by the answer to an earlier click`() throws {
    var waiting: Set<UInt64> = [1]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    table.onChange(\.check) { _, _ in }
    let target = IntentTarget.row(table: table.id, key: 3, part: 1)
    try tree.receive(Intent(target, .change, .flag(true)))
    tree.wait(for: [1], target: target)
    try tree.receive(Intent(target, .change, .flag(false)))
    tree.wait(for: [2], target: target)
    waiting = [2]
    table.reload(Item(id: 3, title: "three", isDone: true), at: 2)
    #expect(
      table.takeRowChanges().reloaded.first?.settings == [
        PartSetting(part: 0, property: .looks, value: .text("done"))
      ])
    waiting = []
    table.reload(Item(id: 3, title: "three"), at: 2)
    #expect(
      table.takeRowChanges().reloaded.first?.settings == [PartSetting(part: 0, property: .looks, value: nil)])
  }

  @Test func `a tick that comes to nothing is taken back, though its model was changed while it waited`() throws {
    var waiting: Set<UInt64> = [1]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    table.reload(Item(id: 2, title: "two", isDone: true), at: 1)
    _ = tree.takeChanges()
    _ = table.takeRowChanges()
    let target = IntentTarget.row(table: table.id, key: 2, part: 1)
    try tree.receive(Intent(target, .change, .flag(false)))
    tree.wait(for: [1], target: target)
    // Somebody else has changed it, and back.
    for isDone in [false, true] {
      table.reload(Item(id: 2, title: "two", isDone: isDone), at: 1)
      tree.followShown()
      let told = table.takeRowChanges().reloaded.flatMap(\.settings).map(\.property)
      #expect(told == [.looks])
    }
    waiting = []
    tree.followShown()
    #expect(tree.hasChanges)
    #expect(
      table.takeRowChanges().reloaded.first?.settings == [
        PartSetting(part: 1, property: .isChecked, value: .flag(true))
      ])
  }

  @Test func `what is entered in place stays until it is answered, and then the model is told in any case`() throws {
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    let table = Table("Todos", cell: EditedCell())
    table.onSubmit(\.edit) { _, _ in }
    table.show([Item(id: 7, title: "seven")])
    tree.root.add(table)
    _ = tree.takeChanges()
    let target = IntentTarget.row(table: table.id, key: 1, part: 2)
    try tree.receive(Intent(target, .submit, .text("changed")))
    tree.wait(for: [1], target: target)
    try tree.receive(Intent(target, .submit, .text("seven")))
    tree.wait(for: [2], target: target)
    waiting = [2]
    table.show([Item(id: 7, title: "changed")])
    tree.followShown()
    #expect(table.takeRowChanges().reloaded.isEmpty)
    waiting = []
    table.show([Item(id: 7, title: "seven")])
    tree.followShown()
    let told = [
      PartSetting(part: 1, property: .text, value: .text("seven")),
      PartSetting(part: 2, property: .value, value: .text("seven")),
    ]
    #expect(table.takeRowChanges().reloaded.first?.settings == told)
    // What changes nothing, or fails, leaves the model as it was: the label must not go on showing something else.
    try tree.receive(Intent(target, .submit, .text(" seven ")))
    tree.wait(for: [], target: target)
    tree.followShown()
    #expect(tree.hasChanges)
    #expect(table.takeRowChanges().reloaded.first?.settings == told)
    tree.followShown()
    #expect(table.takeRowChanges().reloaded.isEmpty)
  }

  @Test func `what was entered and isn't taken stays in its field, behind a label as it was`() throws {
    var waiting: Set<UInt64> = [1]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    let table = Table("Todos", cell: EditedCell())
    table.onSubmit(\.edit) { _, _ in }
    table.show([Item(id: 7, title: "seven"), Item(id: 8, title: "eight")])
    tree.root.add(table)
    _ = tree.takeChanges()
    for (row, request) in [(1, 1), (2, 2)] as [(Int, UInt64)] {
      let target = IntentTarget.row(table: table.id, key: row, part: 2)
      try tree.receive(Intent(target, .submit, .text("much too long")))
      tree.wait(for: [request], target: target)
    }
    // The second one fails while the first one waits.
    table.restore()
    tree.followShown()
    var told = table.takeRowChanges().reloaded
    #expect(told.map(\.key) == [2])
    #expect(told.first?.settings == [PartSetting(part: 1, property: .text, value: .text("eight"))])
    waiting = []
    tree.followShown()
    told = table.takeRowChanges().reloaded
    #expect(told.map(\.key) == [1])
    #expect(told.first?.settings.count == 2)
    // What is entered next is told as ever.
    let target = IntentTarget.row(table: table.id, key: 2, part: 2)
    try tree.receive(Intent(target, .submit, .text("nine")))
    tree.wait(for: [], target: target)
    table.show([Item(id: 7, title: "seven"), Item(id: 8, title: "nine")])
    tree.followShown()
    #expect(table.takeRowChanges().reloaded.first?.settings.count == 2)
  }

  @Test func `a link in a row that leads nowhere else can be pressed`() throws {
    final class LinkCell: TableCell, ViewType {
      let link = Link()
      override init() {
        super.init()
        add(link)
      }
      func take(_ item: Item) { link.text = item.title }
    }
    let table = Table(rowsOf: "Links", cell: LinkCell())
    var pressed: [String] = []
    table.onTap(\.link) { pressed.append($0.title) }
    table.show([Item(id: 7, title: "seven")])
    tree.root.add(Sheet(table))
    try tree.receive(Intent(.row(table: table.id, key: 1, part: 1), .tap))
    #expect(pressed == ["seven"])
  }

  /// One session could have the server keep gigabytes, and write them into each of its snapshots.
  @Test func `of much text that nobody has entered what stands in the first rows goes`() throws {
    let notes = Table("Notes", cell: NoteCell())
    tree.root.add(notes)
    notes.show((1...20).map { Item(id: $0, title: "note \($0)") })
    _ = tree.takeChanges()
    _ = notes.takeRowChanges()
    let part = notes.parts.firstIndex { $0.kind == .textField } ?? 0
    let text = String(repeating: "x", count: 200_000)
    for key in (1...20).reversed() {
      try tree.receive(Intent(.row(table: notes.id, key: key, part: part), .change, .text(text)))
      let kept = notes.shown.values.joined().reduce(0) { $0 + $1.typedBytes }
      #expect(kept <= AnyTable.mostTyped)
    }
    _ = tree.takeChanges()
    let told = notes.takeRowChanges().reloaded
    #expect(told.contains { $0.key == 2 && $0.settings.map(\.value) == [.text("note 2")] })
    #expect(notes.shown[1]?.contains { $0.typedBytes == text.utf8.count } == true)
    #expect(notes.shown.values.joined().reduce(0) { $0 + (($1.value ?? .flag(true)) == .text(text) ? 1 : 0) } <= 5)
  }

  final class EditedCell: TableCell, ViewType {
    let label = InputLabel(), edit = TextInput.line()
    override init() {
      super.init()
      edit.stands(for: label)
      add(label, edit)
    }
    func take(_ item: Item) {
      label.text = item.title
      edit.text = item.title
    }
  }

  final class NoteCell: TableCell, ViewType {
    let note = TextInput.line("Note")
    override init() {
      super.init()
      add(note)
    }
    func take(_ item: Item) { note.text = item.title }
  }
}
