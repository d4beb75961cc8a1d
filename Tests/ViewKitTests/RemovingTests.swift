import GhostBinding
import Testing
@testable import ViewKit

/// Buttons that remove a row, or all that are ticked, which their page shows before the server hears of it.
@Suite struct RemovingTests {
  struct Item: Identifiable, Equatable, ModelType {
    let id: Int
  }

  final class ItemCell: TableCell, ViewType {
    let done = Checkbox()
    let delete = Button("Delete")
    let drop = Link("Drop")
    let title = InputLabel()
    let edit = TextInput.line()
    override init() {
      super.init()
      drop.onTap = {}
      edit.stands(for: title)
      add(done, delete, drop, title, edit)
    }
    func take(_ item: Item) { done.name = "\(item.id)" }
  }

  let tree = ViewTree()
  let clear = Button("Clear")
  let table = Table("Items", cell: ItemCell())

  @Test func `the page knows which buttons do, and loads what shows it`() {
    table.removes(by: \.delete)
    table.removes(by: \.drop)
    table.removes(byEmptying: \.edit)
    clear.removes(ticked: \.done, in: table)
    // The button stands before the table, which has no number then.
    tree.root.add(clear, table)
    let cell = table.cells[0]
    #expect(cell.children.map { $0[flag: .removesRows] } == [false, true, true, false, true])
    #expect(cell.children.map { $0[flag: .isRemovedWhenTicked] } == [true, false, false, false, false])
    // A box for all may be for other boxes.
    #expect(cell.children.allSatisfy { !$0[flag: .isTickedWithAll] })
    #expect(clear[flag: .removesRows] && clear[number: .controls] == table.id)
    #expect(table[text: .clientPart] == "editing removes" && clear[text: .clientPart] == "removes")
  }

  @Test func `the table says which acts aren't answered, unless a box for all does`() {
    table.removes(by: \.delete)
    tree.root.add(table)
    #expect(tree.tellsUnanswered)
    var waiting: Set<UInt64> = [1, 2]
    tree.note([1], of: 5, among: waiting)
    tree.note([2], of: 6, among: waiting)
    for (answered, text) in [(nil, "5-6"), (1, "6"), (2, "")] as [(UInt64?, String)] {
      if let answered { waiting.remove(answered) }
      tree.tellUnanswered(waiting)
      #expect(table[text: .unanswered] == text)
    }
    table.removeFromParent()
    #expect(!tree.tellsUnanswered)
    let all = Checkbox("All"), other = Table("Others", cell: ItemCell())
    all.ticks(\.done, in: other)
    other.removes(by: \.delete)
    tree.root.add(all, other)
    waiting = [3]
    tree.note([3], of: 7, among: waiting)
    tree.tellUnanswered(waiting)
    #expect(all[text: .unanswered] == "7" && other[text: .unanswered].isEmpty)
  }

  /// What else is done has patches of its own, or none: a tick that waits for its answer isn't worth one.
  @Test func `without a box for all only taps of such tables, and of such buttons, are told of`() {
    let other = Button("Other")
    table.removes(by: \.delete)
    tree.root.add(clear, table, other)
    func tells(_ kind: IntentKind, _ target: IntentTarget, _ value: IntentValue = .none) -> Bool {
      tree.tellsUnanswered(Intent(target, kind, value))
    }
    #expect(tells(.tap, .row(table: table.id, key: 1, part: 1)))
    #expect(!tells(.change, .row(table: table.id, key: 1, part: 0), .flag(true)))
    #expect(tells(.submit, .row(table: table.id, key: 1, part: 5), .text("")) && !tells(.submit, .view(other.id)))
    #expect(!tells(.tap, .view(other.id)) && !tells(.tap, .view(clear.id)))
    clear.removes(ticked: \.done, in: table)
    #expect(tells(.tap, .view(clear.id)))
    let all = Checkbox("All")
    all.ticks(\.done, in: table)
    tree.root.add(all)
    #expect(tells(.tap, .view(other.id)))
  }

  /// A deletion whose answer has the list asked for anew: the row stood there again in between, and what was pressed then was another.
  @Test func `what an answer leads to is asked for because of the act as well, a few times`() {
    table.removes(by: \.delete)
    tree.root.add(table)
    tree.note([1], of: 5, among: [1, 9])
    // In the turn of the answer something is asked for; 9 was before, and what comes in another turn is of somebody else.
    for (waiting, text) in [([2, 9], "5"), ([2, 3, 9], "5"), ([3], "")] as [(Set<UInt64>, String)] {
      tree.tellUnanswered(waiting)
      #expect(table[text: .unanswered] == text)
    }
    tree.note([10], of: 6, among: [10])
    for request in 11...15 as ClosedRange<UInt64> {
      tree.tellUnanswered([request])
      #expect(table[text: .unanswered] == (request < 15 ? "6" : ""))
    }
  }

  @Test func `a table says nothing more once a box for all has come`() {
    table.removes(by: \.delete)
    tree.root.add(table)
    tree.note([1], of: 5, among: [1])
    tree.tellUnanswered([1])
    #expect(table[text: .unanswered] == "5")
    let all = Checkbox("All")
    all.ticks(\.done, in: table)
    tree.root.add(all)
    tree.tellUnanswered([1])
    #expect(table[text: .unanswered].isEmpty && all[text: .unanswered] == "5")
  }
}
