import BindingMacros
import EventStream
import Testing
@testable import ViewKit

/// Tables whose rows are of several kinds, each with a cell of its own.
@Suite struct CellSetTests {
  struct Message: Identifiable, Equatable {
    let id: Int
    var text = ""
    var isMine = false
  }

  struct Photo: Identifiable, Equatable {
    let id: Int
    var place = ""
  }

  final class BubbleCell: TableCell, ViewType {
    let text = Label()
    init(_ side: String) {
      super.init()
      looks = [side]
      add(text)
    }
    func take(_ message: Message) { text.text = message.text }
    func take(_ message: Message, tag isLoud: Bool) { text.text = isLoud ? message.text.uppercased() : message.text }
  }

  final class PhotoCell: TableCell, ViewType {
    let place = Label(), delete = Button("Delete"), check = Checkbox("Like"), note = TextInput.line("Note")
    override init() {
      super.init()
      add(place, delete, check, note)
    }
    func take(_ photo: Photo) { place.text = photo.place }
  }

  @Shows(Message.self, Photo.self)
  final class Cells: CellSet {
    let mine = RowKind(BubbleCell("mine")), theirs = RowKind(BubbleCell("theirs")), photo = RowKind(PhotoCell())

    init() { super.init(mine, theirs, photo) }

    func take(_ message: Message) { take(message, tag: false) }
    func take(_ message: Message, tag isLoud: Bool) { show(message, as: message.isMine ? mine : theirs, tag: isLoud) }
    func take(_ photo: Photo) { show(photo, as: self.photo) }
  }

  /// Kinds that all show one type of model: nothing is boxed on the way.
  final class Sides: CellSet, ViewType {
    let mine = RowKind(BubbleCell("mine")), theirs = RowKind(BubbleCell("theirs"))
    init() { super.init(mine, theirs) }
    func take(_ message: Message) { show(message, as: message.isMine ? mine : theirs) }
  }

  let tree = ViewTree()
  let cells = Cells()
  let table: Table<Cells>

  init() {
    table = Table("Chat", cells: cells)
    table.show([
      Cells.row(Message(id: 1, text: "hello")), Cells.row(Photo(id: 1, place: "sea")),
      Cells.row(Message(id: 2, text: "ah", isMine: true)),
    ])
    tree.root.add(table)
    _ = tree.takeChanges()
  }

  func target(_ key: Int, _ view: View) throws -> IntentTarget {
    .row(table: table.id, key: key, part: try #require(table.part(view)))
  }

  @Test func `each row is shown by the cell of its kind, and sets nothing on the others`() {
    #expect(table.firstParts == [0, 2, 4])
    let rows = table.settings(ofRows: table.keys)
    #expect(rows.map(\.firstPart) == [2, 4, 0])
    #expect(rows.map { $0.settings.map(\.part) } == [[3], [5], [1]])
  }

  @Test func `a model is the same row only as a model of its own type`() {
    table.show([Cells.row(Photo(id: 1, place: "sea")), Cells.row(Message(id: 1, text: "hello"))])
    let changes = table.takeRowChanges()
    #expect(changes.difference.steps == [.delete(3), .move(2, before: 1)])
    #expect(changes.reloaded == [])
  }

  @Test func `a row that another kind of cell shows now comes as a new one, in its place`() {
    table.show([
      Cells.row(Message(id: 1, text: "hello", isMine: true)), Cells.row(Photo(id: 1, place: "sea")),
      Cells.row(Message(id: 2, text: "ah", isMine: true)),
    ])
    let changes = table.takeRowChanges()
    #expect(changes.difference.steps == [.delete(1), .insert(4, before: 2)])
    #expect(changes.reloaded == [])
    #expect(table.settings(ofRows: [4]).map(\.firstPart) == [0])
  }

  @Test func `a row that stays of its kind is told by what differs`() {
    table.show([
      Cells.row(Message(id: 1, text: "hello")), Cells.row(Photo(id: 1, place: "lake")),
      Cells.row(Message(id: 2, text: "ah", isMine: true)),
    ])
    #expect(
      table.takeRowChanges().reloaded == [
        TableRow(key: 2, firstPart: 4, settings: [PartSetting(part: 5, property: .text, value: .text("lake"))])
      ])
  }

  @Test func `a tag reaches the cells that have a use for it`() {
    table.tag = true
    #expect(table.takeRowChanges().reloaded.flatMap(\.settings).map(\.value) == [.text("HELLO"), .text("AH")])
  }

  @Test func `what users do with a row comes with its own model, not with a row to be asked what it is`() throws {
    var told: [String] = []
    cells.photo.onTap(\.delete) { told.append("delete \($0.place)") }
    cells.photo.onChange(\.check) { told.append("\($1 ? "like" : "leave") \($0.place)") }
    cells.photo.onSubmit(\.note) { told.append("\($1) at \($0.place)") }
    try tree.receive(Intent(try target(2, cells.photo.cell.delete), .tap))
    try tree.receive(Intent(try target(2, cells.photo.cell.check), .change, .flag(true)))
    try tree.receive(Intent(try target(2, cells.photo.cell.note), .submit, .text("waves")))
    #expect(told == ["delete sea", "like sea", "waves at sea"])
  }

  @Test func `a part of another kind of row isn't there`() throws {
    cells.photo.onTap(\.delete) { _ in Issue.record("this row has no such button") }
    let target = try target(1, cells.photo.cell.delete)
    #expect(throws: IntentRefusal.notOnScreen) { try tree.receive(Intent(target, .tap)) }
  }

  @Test func `kinds of one type of model need no rows of their own`() {
    let table = Table("Sides", cells: Sides())
    table.show([Message(id: 1), Message(id: 2, isMine: true)])
    #expect(table.settings(ofRows: table.keys).map(\.firstPart) == [2, 0])
  }

  @Test func `headers are of several kinds too, and so are the rows of a large table`() {
    let sectioned = SectionedTable("Chat", header: Sides(), cell: Cells())
    sectioned.show([
      TableSection(Message(id: 9), rows: [Cells.row(Photo(id: 1))]),
      TableSection(Message(id: 8, isMine: true), rows: [Cells.row(Message(id: 1))]),
    ])
    #expect(sectioned.settings(ofRows: sectioned.keys).map(\.firstPart) == [11, 4, 9, 2])

    let large = LargeTable("Chat", count: 1_000_000, cell: Cells()) { index in
      index.isMultiple(of: 2) ? Cells.row(Message(id: index)) : Cells.row(Photo(id: index))
    }
    #expect(large.settings(ofRows: large.keys.prefix(3)).map(\.firstPart) == [2, 4, 2])
  }

  @Test func `a kind that was left out stops the program with a word on how to mend it`() async {
    await #expect(processExitsWith: .failure) {
      final class Forgetful: CellSet, ViewType {
        let only = RowKind(BubbleCell("mine")), other = RowKind(BubbleCell("theirs"))
        init() { super.init(only) }
        func take(_ message: Message) { show(message, as: other) }
      }
      Forgetful().take(Message(id: 1))
    }
  }
}
