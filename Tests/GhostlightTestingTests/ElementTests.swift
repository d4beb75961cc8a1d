import Ghostlight
import GhostlightTesting
import Testing

/// What a test is told of an element.
@Suite struct ElementTests {
  private final class NumberCell: TableCell, ViewType {
    private let number = Label()

    override init() {
      super.init()
      add(number)
    }

    func take(_ number: Int) { self.number.text = "\(number)" }
  }

  private final class Page: Controller {
    override func loadView() -> View {
      let off = Button("Off")
      off.isEnabled = false
      let ask = Button("Ask") { [unowned self] in alert("Look", "There is something to read.") }
      return Stack.main(off, ask, LargeTable("Numbers", count: 10_000, cell: NumberCell()) { $0 })
    }
  }

  /// Says in its status what was submitted, and what was pressed.
  private final class FormPage: Controller {
    private let said = Label("nothing")
    private let line = TextInput.line("Title"), notes = TextInput.area("Notes"), terms = Checkbox("Terms")

    override func loadView() -> View {
      let form = Form(line, notes, terms, Button("Press") { [unowned self] in said.text += ", pressed" })
      form.onSubmit = { [unowned self] in said.text += ", submitted" }
      notes.onSubmit = { [unowned self] _ in said.text += ", notes" }
      let links = ["#notes", "https://example.org/", "/form?again", "/tea%20time.txt"].map { Link($0, to: $0) }
      let others = ["//example.org/", "/\\example.org/", "/form?tab"].map { Link($0, to: $0) }
      others[2].opensTab = true
      return Stack.main(said, form, links[0], links[1], links[2], links[3], others[0], others[1], others[2])
    }
  }

  private struct Item: Identifiable, Equatable, ModelType {
    let id: Int
    var isDone = false
  }

  private final class ItemCell: TableCell, ViewType {
    let box = Checkbox()

    override init() {
      super.init()
      add(box)
    }

    func take(_ item: Item) {
      box.name = "Item \(item.id)"
      box.isOn = item.isDone
    }
  }

  /// A list in which nothing that is ticked by itself is taken.
  private final class TickedPage: Controller {
    private let table = Table("Items", cell: ItemCell()), all = Checkbox("All")

    override func loadView() -> View {
      all.ticks(\.box, in: table)
      all.onChange = { [unowned self] isOn in table.show([1, 2].map { Item(id: $0, isDone: isOn) }) }
      table.onChange(\.box) { _, _ in }
      table.show([Item(id: 1), Item(id: 2)])
      return Stack.main(all, table, Button("Restore") { [unowned self] in table.restore() })
    }
  }

  private final class LineCell: TableCell, ViewType {
    private let line = TextInput.line("Line")

    override init() {
      super.init()
      add(line)
    }

    func take(_ item: Item) { line.name = "Line \(item.id)" }
  }

  /// A form with an input in each row of a list.
  private final class LinesPage: Controller {
    private let said = Label("nothing"), lines = Table("Lines", cell: LineCell())

    override func loadView() -> View {
      let form = Form(lines)
      form.onSubmit = { [unowned self] in said.text = "submitted" }
      lines.show([Item(id: 1), Item(id: 2)])
      return Stack.main(said, form)
    }
  }

  private final class Kinds: CellSet, ViewType {
    let due = RowKind(ItemCell()), done = RowKind(ItemCell())
    init() { super.init(due, done) }
    func take(_ item: Item) { show(item, as: item.isDone ? done : due) }
  }

  /// A list whose row another kind of cell shows when it is done.
  private final class KindsPage: Controller {
    @SessionState private var isDone = false
    private let table = Table("Items", cells: Kinds())

    override func loadView() -> View {
      let finish = Button("Finish") { [unowned self] in
        isDone = true
        didRestoreState()
      }
      didRestoreState()
      return Stack.main(table, finish)
    }

    override func didRestoreState() { table.show([Item(id: 1, isDone: isDone)]) }
  }

  private struct App: LiveApp {
    let name = "Elements"
    let files = [AppFile("/tea time.txt", type: "text/plain", content: "Tea".utf8)]
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/" ~> { Page() }
          "/form" ~> { FormPage() }
          "/items" ~> { TickedPage() }
          "/kinds" ~> { KindsPage() }
          "/lines" ~> { LinesPage() }
        })
    }
  }

  private let app = LiveTest(App())

  @Test func `what lies under a dialog can't be used`() async throws {
    let page = try await app.open("/")
    #expect(try await page.button("Off").isEnabled == false)
    #expect(try await page.button("Ask").isEnabled)
    try await page.button("Ask").click()
    #expect(try await page.button("Ask").isEnabled == false)
    #expect(try await page.button("OK").isEnabled)
  }

  @Test func `Enter does what a browser does with it`() async throws {
    let page = try await app.open("/form")
    try await page.textbox("Notes").type("one\ntwo\n")
    #expect(try await page.textbox("Notes").value == "one\ntwo\n")
    let cannot = PageError.cannot(action: "take Enter", role: "checkbox", name: "Terms")
    await #expect(throws: cannot) { try await page.checkbox("Terms").pressEnter() }
    #expect(await page.texts.first == "nothing")
    try await page.button("Press").pressEnter()
    try await page.textbox("Title").type("x\n")
    #expect(await page.texts.first == "nothing, pressed, submitted")
  }

  @Test func `Enter in a row submits the form around its table`() async throws {
    let page = try await app.open("/lines")
    try await page.textbox("Line 2").type("x\n")
    #expect(await page.texts.first == "submitted")
  }

  @Test func `a link leads within the screen, out of the app, or to another address`() async throws {
    let page = try await app.open("/form")
    try await page.textbox("Title").type("x")
    try await page.link("#notes").click()
    #expect(await page.path == "/form")
    #expect(try await page.textbox("Title").value == "x")
    let out = PageError.cannot(
      action: "show https://example.org/, which isn't in the app", role: "link", name: "https://example.org/")
    await #expect(throws: out) { try await page.link("https://example.org/").click() }
    let file = PageError.cannot(
      action: "show /tea%20time.txt, which is a file of the app", role: "link", name: "/tea%20time.txt")
    await #expect(throws: file) { try await page.link("/tea%20time.txt").click() }
    try await app.checkRoutes()
    try await page.link("/form?again").click()
    #expect(await page.path == "/form?again")
  }

  /// It was taken for a path of the app.
  @Test(arguments: ["//example.org/", "/\\example.org/"])
  func `a link to another server leads out of the app, also without a scheme`(target: String) async throws {
    let page = try await app.open("/form")
    let out = PageError.cannot(action: "show \(target), which isn't in the app", role: "link", name: target)
    await #expect(throws: out) { try await page.link(target).click() }
    #expect(await !page.links.contains(target))
  }

  /// In a browser it leaves its page alone.
  @Test func `a link that opens a tab doesn't lead its page away`() async throws {
    let page = try await app.open("/form")
    let cannot = PageError.cannot(
      action: "show /form?tab here, for it opens a tab: open that as another page", role: "link", name: "/form?tab")
    await #expect(throws: cannot) { try await page.link("/form?tab").click() }
    #expect(await page.path == "/form")
    #expect(await page.links.contains("/form?tab"))
  }

  @Test func `a row looks as its user has set it until the app says otherwise`() async throws {
    let page = try await app.open("/items")
    try await page.checkbox("Item 1").click()
    #expect(try await page.checkbox("Item 1").isChecked)
    #expect(try await page.checkbox("Item 2").isChecked == false)
    try await page.button("Restore").click()
    #expect(try await page.checkbox("Item 1").isChecked == false)
    try await page.checkbox("All").click()
    #expect(try await page.checkbox("Item 2").isChecked)
    try await page.checkbox("All").click()
    #expect(try await page.checkbox("Item 2").isChecked == false)
  }

  /// A difference was told that there wasn't.
  @Test func `a row that goes over to another kind of cell is played from a snapshot as it was`() async throws {
    let page = try await app.open("/kinds")
    try await page.verifySnapshot()
    try await page.button("Finish").click()
    #expect(try await page.checkbox("Item 1").isChecked)
    #expect(try await app.verifyReplays() > 1)
  }

  @Test func `a large table has all of its rows`() async throws {
    #expect(try await app.open("/").list("Numbers").count == 10_000)
  }
}
