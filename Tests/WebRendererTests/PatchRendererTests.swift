import Foundation
import GhostBinding
import Testing
import ViewKit
import WebRenderer

@Suite struct PatchRendererTests {
  struct Late: Identifiable, Equatable, ModelType {
    let id: Int
    var tip: String?
  }
  final class LateCell: TableCell, ViewType {
    let due = Element(.time)
    override init() {
      super.init()
      add(due)
    }
    func take(_ late: Late) {
      if let tip = late.tip { due.set(.tip(tip)) } else { due.set(.hiddenFromReaders) }
    }
  }

  struct Book: Identifiable, Equatable, ModelType { let id: Int }
  final class BookCell: TableCell, ViewType {
    let title = Link()
    override init() {
      super.init()
      add(title)
    }
    func take(_ book: Book) { title.text = "\(book.id)" }
  }

  let tree = ViewTree()
  let table = Table("Rows", cell: RowCell())
  let label = Label("a")

  init() {
    tree.root.add(label, table)
    table.show([Row(id: 1, title: "one"), Row(id: 2, title: "two")])
    _ = PatchRenderer.operations(tree.takeChanges())
  }

  var patch: String? { PatchRenderer.operations(tree.takeChanges())?.text }

  @Test func `nothing changed, nothing said`() { #expect(patch == nil) }

  @Test func `a text is a few bytes`() {
    label.text = "b\"\n\u{1}"
    #expect(patch == "[[0,2,\"\",\"b\\\"\\n\\u0001\"]]")
  }

  @Test func `a row's text is a few bytes`() {
    table.reload(Row(id: 2, title: "zwei"), at: 1)
    #expect(patch == "[[1,3,[1,\"\"],[2,\"zwei\"]]]")
  }

  @Test func `rows that come together come in one operation, named once`() {
    table.show([Row(id: 1, title: "one"), Row(id: 5, title: "a"), Row(id: 6, title: "b"), Row(id: 2, title: "two")])
    #expect(patch == "[[5,3,2,[1,\"\"],[3,\"a\"],[4,\"b\"]]]")
  }

  /// Its user had ticked it on a page that was shown it by a process before. What followed was told as a change from that, though the row
  /// had come unticked.
  @Test func `a row that is ticked before it was sent comes ticked`() throws {
    let ticked = Table("Ticked", cell: TickedCell())
    tree.root.add(ticked)
    _ = patch
    ticked.show([TickedRow(id: 1, isOn: false)])
    try tree.receive(Intent(.row(table: ticked.id, key: 1, part: 1), .change, .flag(true)))
    #expect(patch == "[[5,\(ticked.id),0,[1,\".checked\"],[1,1]]]")
    ticked.show([TickedRow(id: 1, isOn: true)])
    #expect(patch == nil)
  }

  @Test func `rows go and move`() {
    table.delete(at: 0)
    #expect(patch == "[[6,3,1]]")
    table.insert(Row(id: 3, title: "three"), at: 1)
    _ = patch
    table.move(from: 0, to: 1)
    // Of two rows that change places, either may be the one that moves.
    #expect(patch == "[[7,3,3,2]]")
  }

  @Test func `a view that comes is written whole and nothing else is said of it`() {
    let button = Button("x")
    tree.root.insert(button, at: 0)
    button.text = "y"
    #expect(patch == "[[2,1,\"<button id=\\\"v4\\\" type=\\\"button\\\">y</button>\",2]]")
  }

  /// As HTML they took five times as much.
  @Test func `the rows of a table that comes follow behind it`() throws {
    let other = Table("Other", cell: RowCell())
    other.show([Row(id: 1, title: "<one>"), Row(id: 2, title: "two")])
    let box = Stack.column()
    box.add(other, Table("None", cell: RowCell()))
    tree.root.add(box)
    other.delete(at: 1)
    other.insert(Row(id: 7, title: "seven"), at: 0)
    let patch = try #require(patch)
    #expect(patch.hasSuffix("</div>\",0],[5,\(other.id),0,[1,\"\"],[3,\"seven\"],[1,\"<one>\"]]]"))
    #expect(!patch.contains("data-k"))
    #expect(self.patch == nil)
    other.delete(at: 0)
    #expect(self.patch == "[[6,\(other.id),3]]")
  }

  @Test func `a view that comes and goes between two patches is never told of`() {
    let button = Button("x")
    tree.root.add(button)
    button.removeFromParent()
    #expect(patch == nil)
  }

  @Test func `views move without being written again`() {
    let (id, others) = (table.id, tree.root.children.filter { $0 !== table }.map(\.id))
    tree.root.insert(table, at: 0)
    #expect(table.id == id && tree.root.children.map(\.id) == [id] + others)
    #expect(patch == "[[4,\(tree.root.id),\(id),\(others[0])]]")
    // Where it stands already it stays.
    tree.root.insert(table, at: 0)
    #expect(patch == nil)
    tree.root.add(table)
    #expect(patch == "[[4,\(tree.root.id),\(others[0]),\(id)]]")
    #expect(tree.root.children.map(\.id) == others + [id])
  }

  @Test func `what a row's element has no longer is taken from it`() {
    let table = Table("Dues", cell: LateCell())
    tree.root.add(table)
    table.show([Late(id: 1, tip: "late")])
    _ = patch
    table.reload(Late(id: 1, tip: nil), at: 0)
    let patch = patch ?? ""
    #expect(patch.contains("\"title\":null") && patch.contains("\"aria-hidden\":\"true\""))
  }

  /// A browser shows nothing where a select says that something is chosen which isn't among its options yet.
  @Test func `what is chosen is told behind what its option is called now, whatever of the select changed first`()
    throws
  {
    let select = Select("Colour", [("red", "Red"), ("blue", "Blue")], selected: "red")
    tree.root.add(select)
    _ = patch
    select.name = "Farbe"
    select.offer([("red", "Rot"), ("blue", "Blau")])
    let patch = try #require(patch)
    let chosen = try #require(patch.range(of: "[0,\(select.id),\".value\",\"=Rot\"]"))
    let option = try #require(patch.range(of: "\"value\",\"=Rot\"]"))
    #expect(option.upperBound < chosen.lowerBound)
  }

  struct Tinted: Identifiable, Equatable, ModelType {
    let id: Int
    let words: [String]
  }
  final class TintedCell: TableCell, ViewType {
    let tint = Select("Tint", [(0, "none")])
    override init() {
      super.init()
      add(tint)
    }
    func take(_ tinted: Tinted) {
      tint.offer(Array(tinted.words.enumerated().map { ($0, $1) }))
      tint.selected = 0
    }
  }

  @Test func `in rows it is told last`() throws {
    let table = Table("Tints", cell: TintedCell())
    tree.root.add(table)
    table.show([Tinted(id: 1, words: ["grey"])])
    #expect(patch?.contains("\".value\"],[1,") == true)
    table.reload(Tinted(id: 1, words: ["black"]), at: 0)
    #expect(patch?.contains("\".value\"],[1,") == true)
  }

  /// As the page shows by itself which one is, and not as an option of a list to choose from.
  @Test func `the row of a list that is selected is the current one`() {
    let table = Table("Books", cell: BookCell())
    table.selects(by: \.title, look: "chosen")
    tree.root.add(table)
    table.show([Book(id: 1), Book(id: 2)])
    _ = patch
    table.select([1])
    let selected = patch ?? ""
    table.select([])
    let none = patch ?? ""
    #expect(selected.contains("\"aria-current\"") && none.contains("\"aria-current\""))
    #expect(!selected.contains("aria-selected") && !none.contains("aria-selected"))
  }

  @Test func `of many children that are replaced each comes once, in its place`() throws {
    let row = Stack.row()
    let labels = (0..<300).map { Label("\($0)") }
    for label in labels { row.add(label) }
    tree.root.add(row)
    _ = patch
    for (place, label) in labels.enumerated() where place != 150 {
      label.removeFromParent()
      row.insert(Label("new \(place)"), at: place)
    }
    let operations = try #require(patch).components(separatedBy: "],[")
    #expect(operations.count { $0.hasPrefix("3,") || $0.hasPrefix("[[3,") } == 299)
    let inserted = operations.filter { $0.hasPrefix("2,\(row.id),") }
    #expect(inserted.count == 299)
    #expect(inserted.first?.contains(">new 299<") == true)
    #expect(inserted.last?.contains(">new 0<") == true)
    #expect(inserted.last?.contains("\",\(row.children[1].id)") == true)
  }

  @Test func `title, address and focus come last`() {
    tree.title = "T"
    tree.moveFocus(to: label)
    label.text = "c"
    #expect(patch == "[[0,2,\"\",\"c\"],[8,\"T\"],[9,2]]")
  }
}
