import Ghostlight
import GhostlightTesting
import Testing
import TodoModels
import TodoPresentation
import TodoScreens

/// The app as people use it, by the names a screen reader would tell, without a browser.
@Suite(.replayed) struct TodostreamScenarioTests {
  struct App: LiveApp {
    let database: TodoDatabase
    let name = "Todostream"
    private let screens = ["en": Routes.todostream(.of("en")), "zh": .todostream(.of("zh"))]
    var servers: [any Server] { ModelServer(database) }

    init(database: TodoDatabase) { self.database = database }

    func session(for visitor: Visitor) -> Session {
      Session(ViewModelServer(), screens: screens[visitor.language(from: ["en", "zh"])] ?? .todostream(.of("en")))
    }
  }

  let app: LiveTest

  init() throws { app = LiveTest(App(database: try .inMemory())) }

  @Test func `ticking a todo shows in the other browser`() async throws {
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.textbox("New todo").type("milk\n")
    try await ann.checkbox("milk").click()
    #expect(try await bo.checkbox("milk").isChecked)
  }

  @Test func `a screen reader can name everything, in every state`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\nbread\n")
    #expect(await ann.unnamedElements() == [])
    try await ann.button("Delete milk").click()
    #expect(await ann.unnamedElements() == [])
    for path in ["/todos/new", "/todos/2", "/todos/4711"] {
      #expect(await (try app.open(path)).unnamedElements() == [])
    }
  }

  @Test func `the newest comes first and the field is ready for the next`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\nbread\n")
    #expect(await ann.names(of: .checkbox) == ["bread", "milk"])
    #expect(try await ann.textbox("New todo").value == "")
    #expect(await ann.texts.contains("2 active, 0 completed"))
  }

  @Test func `a deleted todo can be had back for six seconds`() async throws {
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.textbox("New todo").type("milk\n")
    try await ann.button("Delete milk").click()
    #expect(await bo.checkbox("milk").isVisible == false)
    #expect(await bo.button("Undo").isVisible == false)
    try await ann.button("Undo").click()
    #expect(await bo.checkbox("milk").isVisible)
    try await ann.button("Delete milk").click()
    await app.advance(by: .seconds(6))
    #expect(await ann.button("Undo").isVisible == false)
  }

  @Test func `todos that are deleted one soon after the other are had back together`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\nbread\nrice\n")
    try await ann.button("Delete milk").click()
    #expect(await ann.texts.contains("Deleted “milk”"))
    await app.advance(by: .seconds(5))
    try await ann.button("Delete bread").click()
    #expect(await ann.texts.contains("2 todos deleted"))
    await app.advance(by: .seconds(5))
    try await ann.button("Undo").click()
    #expect(await ann.names(of: .checkbox) == ["rice", "bread", "milk"])
    #expect(await ann.button("Undo").isVisible == false)
    try await ann.button("Delete milk").click()
    await app.advance(by: .seconds(6))
    try await ann.button("Delete bread").click()
    #expect(await ann.texts.contains("Deleted “bread”"))
    try await ann.button("Undo").click()
    #expect(await ann.names(of: .checkbox) == ["rice", "bread"])
    try await ann.verifySnapshot()
  }

  @Test func `what is added out of sight is told`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    #expect(await ann.texts.contains("Added “milk”; it isn’t in this list.") == false)
    try await ann.radio("Completed").click()
    try await ann.textbox("New todo").type("bread\n")
    #expect(await ann.texts.contains("Added “bread”; it isn’t in this list."))
    await app.advance(by: .seconds(6))
    #expect(await ann.texts.contains("Added “bread”; it isn’t in this list.") == false)
    try await ann.radio("All").click()
    try await ann.button("Delete milk").click()
    try await ann.searchbox("Search todos").type("nothing like it")
    try await ann.textbox("New todo").type("rice\n")
    #expect(await ann.texts.contains("Added “rice”; it isn’t in this list. Deleted “milk”"))
    try await ann.button("Undo").click()
    try await ann.searchbox("Search todos").fill("")
    #expect(await ann.names(of: .checkbox) == ["rice", "bread", "milk"])
  }

  @Test func `what is saved out of sight is told`() async throws {
    let ann = try await app.open("/")
    try await ann.radio("Completed").click()
    try await ann.button("New…").click()
    try await ann.textbox("Title").fill("milk")
    try await ann.button("Save").click()
    #expect(await ann.texts.contains("Saved “milk”; it isn’t in this list."))
    await app.advance(by: .seconds(6))
    #expect(await ann.texts.contains("Saved “milk”; it isn’t in this list.") == false)
    try await ann.radio("All").click()
    try await ann.searchbox("Search todos").type("mil")
    for (title, isTold) in [("mild milk", false), ("bread", true)] {
      try await ann.button("Edit \(isTold ? "mild milk" : "milk")").click()
      try await ann.textbox("Title").fill(title)
      try await ann.button("Save").click()
      #expect(await ann.texts.contains("Saved “\(title)”; it isn’t in this list.") == isTold)
    }
  }

  @Test func `search and filter decide what is shown, for others' changes too`() async throws {
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.textbox("New todo").type("milk\nbread\n")
    try await ann.searchbox("Search todos").type("MIL")
    #expect(await ann.names(of: .checkbox) == ["milk"])
    try await bo.textbox("New todo").type("coconut milk\nrice\n")
    #expect(await ann.names(of: .checkbox) == ["coconut milk", "milk"])
    try await ann.radio("Completed").click()
    #expect(await ann.names(of: .checkbox) == [])
    try await bo.checkbox("milk").click()
    #expect(await ann.names(of: .checkbox) == ["milk"])
    #expect(await ann.names(of: .radio) == ["All", "Active", "Completed"])
  }

  @Test func `the address says what the list shows`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk & honey\nbread\n")
    #expect(await ann.path == "/")
    try await ann.searchbox("Search todos").type("milk &")
    try await ann.radio("Active").click()
    #expect(await ann.path == "/?show=active&search=milk%20%26")
    try await ann.verifySnapshot()

    let bo = try await app.open(ann.path)
    #expect(await bo.names(of: .checkbox) == ["milk & honey"])
    #expect(try await bo.searchbox("Search todos").value == "milk &")
    #expect(try await bo.radio("Active").isChecked)
    try await bo.verifySnapshot()

    try await bo.button("Edit milk & honey").click()
    try await bo.link("Todos").click()
    #expect(await bo.path == "/?show=active&search=milk%20%26")
    try await bo.button("Edit milk & honey").click()
    try await bo.button("Save").click()
    #expect(await bo.path == "/?show=active&search=milk%20%26")
    #expect(await bo.names(of: .checkbox) == ["milk & honey"])

    try await bo.searchbox("Search todos").fill("")
    try await bo.radio("All").click()
    #expect(await bo.path == "/")
    #expect(await bo.names(of: .checkbox) == ["bread", "milk & honey"])
  }

  @Test(arguments: ["/?show=nothing&search", "/?utm_source=letter", "/?search=%FF&show=%"])
  func `an address that asks for nothing the list knows shows everything`(address: String) async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    let bo = try await app.open(address)
    #expect(await bo.names(of: .checkbox) == ["milk"])
    #expect(await bo.path == address)
  }

  @Test func `a search as long as a book isn't told by the address`() async throws {
    let ann = try await app.open("/")
    try await ann.radio("Active").click()
    try await ann.searchbox("Search todos").type(String(repeating: "word ", count: 1_000))
    #expect(await ann.path == "/?show=active")
    #expect(await ann.names(of: .checkbox) == [])
  }

  @Test func `what a search or a filter finds is told once to who can't see it`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\nbread\nbutter milk\n")
    #expect(await ann.texts.contains("3 todos") == false)
    try await ann.searchbox("Search todos").type("milk")
    #expect(await ann.texts.contains("2 todos"))
    try await ann.checkbox("milk").click()
    #expect(await ann.texts.contains("2 todos") == false)
    try await ann.radio("Completed").click()
    #expect(await ann.texts.contains("1 todo"))
    try await ann.searchbox("Search todos").fill("nothing like it")
    let told = await ann.texts.filter { $0 == "No todo matches." }
    #expect(told.count == 2)
  }

  @Test func `one person's search doesn't change another's list`() async throws {
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.textbox("New todo").type("milk\nbread\n")
    try await bo.searchbox("Search todos").type("milk")
    #expect(await ann.names(of: .checkbox) == ["bread", "milk"])
  }

  @Test func `a new todo in full`() async throws {
    let ann = try await app.open("/")
    try await ann.button("New…").click()
    #expect(await ann.path == "/todos/new")
    try await ann.textbox("Title").fill("  Pay rent ")
    try await ann.textbox("Notes").fill("by transfer")
    try await ann.date("Due").fill("9999-12-01")
    try await ann.button("Save").click()
    #expect(await ann.path == "/")
    #expect(await ann.names(of: .checkbox) == ["Pay rent"])
    #expect(await ann.texts.contains("Due 9999-12-01"))
  }

  @Test func `a todo whose day is over is marked, in words too, until it is done`() async throws {
    let ann = try await app.open("/todos/new")
    try await ann.textbox("Title").fill("Pay rent")
    try await ann.date("Due").fill("2000-02-29")
    try await ann.button("Save").click()
    #expect(await ann.texts.contains("Overdue · Due 2000-02-29"))
    #expect(await ann.looks(of: .listitem) == [["overdue"]])
    try await ann.checkbox("Pay rent").click()
    #expect(await ann.texts.contains("Due 2000-02-29"))
    #expect(await ann.looks(of: .listitem) == [["done"]])
    try await ann.verifySnapshot()
  }

  @Test func `what is wrong is told beside its field and nothing is saved`() async throws {
    let ann = try await app.open("/todos/new")
    try await ann.textbox("Title").fill(String(repeating: "x", count: 201))
    try await ann.date("Due").fill("1969-12-31")
    try await ann.button("Save").click()
    #expect(await ann.path == "/todos/new")
    #expect(try await ann.textbox("Title").isInvalid)
    #expect(try await ann.date("Due").isInvalid)
    #expect(try await ann.textbox("Notes").isInvalid == false)
    #expect(await ann.texts.contains("At most 200 characters, please."))
    try await ann.textbox("Title").fill("fits")
    try await ann.date("Due").fill("?")
    #expect(await ann.texts.contains("This is not a date."))
    try await ann.date("Due").fill("")
    try await ann.textbox("Title").pressEnter()
    #expect(await ann.names(of: .checkbox) == ["fits"])
  }

  @Test func `what is wrong with a new todo is told beside the field until something else is typed`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type(String(repeating: "x", count: 201) + "\n")
    #expect(try await ann.textbox("New todo").isInvalid)
    #expect(try await ann.textbox("New todo").value.count == 201)
    #expect(await ann.texts.contains("At most 200 characters, please."))
    #expect(await ann.button("Put it back").isVisible == false)
    try await ann.textbox("New todo").fill(String(repeating: "x", count: 200))
    #expect(try await ann.textbox("New todo").isInvalid == false)
    #expect(await ann.texts.contains("At most 200 characters, please.") == false)
    try await ann.textbox("New todo").pressEnter()
    #expect(await ann.names(of: .checkbox).map(\.count) == [200])
    #expect(await ann.button("Put it back").isVisible == false)
    try await ann.verifySnapshot()
  }

  @Test func `Enter in the empty field does nothing`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").pressEnter()
    #expect(try await ann.textbox("New todo").isInvalid == false)
    #expect(await ann.names(of: .alert) == [])
  }

  @Test func `a new todo that wasn't taken is offered to who has typed on`() async throws {
    let ann = try await app.open("/")
    let long = String(repeating: "x", count: 205)
    try await ann.textbox("New todo").type(long + "\n")
    // Who types on before it is back in the field doesn't see it there.
    try await ann.textbox("New todo").fill("call mum")
    #expect(try await ann.textbox("New todo").isInvalid == false)
    #expect(await ann.names(of: .alert) == ["“\(String(repeating: "x", count: 39))…” wasn’t added."])
    #expect(await ann.unnamedElements() == [])
    try await ann.textbox("New todo").pressEnter()
    #expect(await ann.names(of: .checkbox) == ["call mum"])
    try await ann.textbox("New todo").fill("bread")
    try await ann.button("Put it back").click()
    #expect(try await ann.textbox("New todo").value == long)
    #expect(await ann.names(of: .alert) == ["“bread” wasn’t added."])
    try await ann.verifySnapshot()
    try await ann.button("Discard").click()
    #expect(await ann.names(of: .alert) == [])
    try await ann.verifySnapshot()
  }

  @Test func `two people's different edits are both kept`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    let bo = try await app.open("/todos/1")
    try await ann.button("Edit milk").click()
    try await ann.textbox("Title").fill("oat milk")
    try await ann.button("Save").click()
    try await bo.textbox("Notes").fill("two bottles")
    try await bo.button("Save").click()
    try await ann.button("Edit oat milk").click()
    #expect(try await ann.textbox("Notes").value == "two bottles")
  }

  @Test func `what somebody else makes of a todo is seen by who edits it, but where he has edited it himself`()
    async throws
  {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    let (bo, cy) = (try await app.open("/todos/1"), try await app.open("/todos/1", languages: ["zh"]))
    try await cy.textbox("标题").fill("豆奶")
    try await ann.button("Edit milk").click()
    try await ann.textbox("Title").fill("oat milk")
    try await ann.textbox("Notes").fill("two bottles")
    try await ann.button("Save").click()
    #expect(try await bo.textbox("Title").value == "oat milk")
    #expect(try await bo.textbox("Notes").value == "two bottles")
    #expect(try await cy.textbox("标题").value == "豆奶")
    #expect(try await cy.textbox("备注").value == "two bottles")
    #expect(await cy.texts.contains("别人刚刚修改了：标题。保存后将以你的内容为准。"))
    #expect(await !bo.texts.joined().contains("meanwhile"))
    try await bo.verifySnapshot()
    try await cy.verifySnapshot()
    // What both agree on is nothing to choose between.
    try await ann.button("Edit oat milk").click()
    try await ann.textbox("Title").fill("豆奶")
    try await ann.button("Save").click()
    #expect(await !cy.texts.joined().contains("别人刚刚修改了"))
    try await cy.button("保存").click()
    #expect(await ann.names(of: .checkbox) == ["豆奶"])
  }

  /// A page shows what its user types, and says it a moment later, or when its connection is back. What others have saved meanwhile was
  /// overwritten without a word.
  @Test func `who types over what somebody else has just saved is told`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    let (bo, cy) = (try await app.open("/todos/1"), try await app.open("/todos/1"))
    try await ann.button("Edit milk").click()
    try await ann.textbox("Title").fill("oat milk")
    try await ann.textbox("Notes").fill("one litre")
    try await ann.button("Save").click()
    // Bo has seen that, and types on.
    try await bo.textbox("Title").fill("oat milk, cold")
    #expect(await !bo.texts.joined().contains("meanwhile"))
    // Cy hasn't: what has come from his page was typed into what stood there before.
    try await cy.textbox("Title").fill("milk, cold")
    let told = "Someone else has changed this meanwhile: Title. What you save takes its place."
    #expect(await cy.texts.contains(told))
    try await cy.button("Save").click()
    #expect(await cy.alert.isVisible)
    #expect(await ann.names(of: .checkbox) == ["oat milk"])
    try await cy.button("OK").click()
    await app.advance(by: .seconds(1))
    try await cy.button("Save").click()
    #expect(await ann.names(of: .checkbox) == ["milk, cold"])
    try await ann.button("Edit milk, cold").click()
    #expect(try await ann.textbox("Notes").value == "one litre")
  }

  /// Each save was refused for as long as that.
  @Test func `who was told can save where the clock is set back since`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    let bo = try await app.open("/todos/1")
    try await ann.button("Edit milk").click()
    try await ann.textbox("Title").fill("oat milk")
    try await ann.button("Save").click()
    try await bo.textbox("Title").fill("milk, cold")
    #expect(await bo.texts.joined().contains("meanwhile"))
    await app.advance(by: .seconds(-3_600))
    try await bo.button("Save").click()
    #expect(await ann.names(of: .checkbox) == ["milk, cold"])
  }

  @Test func `that a todo is deleted is told to who edits it, until it is back`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    let bo = try await app.open("/todos/1")
    try await bo.textbox("Notes").fill("two bottles")
    try await ann.button("Delete milk").click()
    #expect(await bo.texts.contains("Someone else has deleted this todo meanwhile."))
    #expect(try await bo.textbox("Notes").value == "two bottles")
    try await bo.verifySnapshot()
    try await ann.button("Undo").click()
    #expect(await !bo.texts.joined().contains("meanwhile"))
    try await bo.button("Save").click()
    #expect(await bo.path == "/")
  }

  /// It said for good that it isn't there.
  @Test func `a todo that wasn't there comes when its deletion is undone`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    try await ann.button("Delete milk").click()
    let bo = try await app.open("/todos/1")
    #expect(await bo.texts.contains { $0.hasPrefix("This todo isn’t there any more.") })
    try await ann.button("Undo").click()
    #expect(try await bo.textbox("Title").value == "milk")
    #expect(await !bo.texts.joined().contains("meanwhile"))
  }

  @Test func `a todo that isn't there is told once, by the screen itself`() async throws {
    let ann = try await app.open("/todos/99")
    #expect(await ann.alert.isVisible == false)
    // There is nothing to be edited, nor to be saved.
    #expect(await ann.texts.contains("This todo isn’t there any more. Someone may have deleted it."))
    for name in ["Title", "Notes", "Due"] { #expect(await ann.textbox(name).isVisible == false) }
    for name in ["Save", "Try again"] { #expect(await ann.button(name).isVisible == false) }
    try await ann.button("Cancel").click()
    #expect(await ann.path == "/")
  }

  @Test func `a todo that can't be read can be asked for again`() async throws {
    let database = try TodoDatabase.inMemory()
    let app = LiveTest(App(database: database))
    await database.close()
    let ann = try await app.open("/todos/1")
    for _ in 1...2 {
      #expect(await ann.alert.isVisible)
      await #expect(throws: IntentRefusal.notReachable) { try await ann.button("Cancel").click() }
      try await ann.button("OK").click()
      #expect(await ann.button("Save").isVisible == false)
      try await ann.button("Try again").click()
    }
  }

  @Test func `a database that fails is an alert for who asked, and for nobody else`() async throws {
    let database = try TodoDatabase.inMemory()
    let app = LiveTest(App(database: database))
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.textbox("New todo").type("milk\n")
    await database.close()
    try await ann.checkbox("milk").click()
    #expect(await ann.alert.isVisible)
    #expect(await bo.alert.isVisible == false)
    try await ann.button("OK").click()
    #expect(try await ann.checkbox("milk").isChecked == false)
  }

  @Test func `the screens speak Chinese`() async throws {
    let ann = try await app.open("/", languages: ["zh-CN", "en"])
    try await ann.textbox("新待办").type("牛奶\n")
    #expect(await ann.button("删除 牛奶").isVisible)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "🧑‍🚀🏳️‍🌈", "مرحبا بالعالم", "e" + String(repeating: "\u{301}", count: 200), "\"'&<>%_\\",
  ]) func `any text is kept as it is`(text: String) async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type(text + "\n")
    #expect(await ann.names(of: .checkbox).map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
  }

  @Test func `two apps in one process don't hear each other`() async throws {
    let other = LiveTest(App(database: try .inMemory()))
    let (ann, bo) = (try await app.open("/"), try await other.open("/"))
    try await ann.textbox("New todo").type("milk\n")
    #expect(await bo.names(of: .checkbox) == [])
  }

  @Test func `the link of the detail goes back in the history`() async throws {
    let ann = try await app.open("/todos/new")
    #expect(await ann.looks(of: .link) == [["back"]])
    try await ann.link("Todos").click()
    #expect(await ann.path == "/")
  }

  @Test func `every address that a screen leads to leads to a screen`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    for path in ["/todos/new", "/todos/1", "/"] {
      try await ann.visit(path)
      #expect(await ann.path == path)
    }
  }
}
