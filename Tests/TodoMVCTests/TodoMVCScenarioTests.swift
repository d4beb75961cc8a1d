import Ghostlight
import GhostlightTesting
import Testing
import TodoMVCModels
import TodoMVCPresentation
import TodoMVCScreens

/// What the field for new todos is called.
private let newTodo = "What needs to be done?"

/// The specification's behaviour, without a browser. What only a browser can show is in `Tests/Browser/test_todomvc.py`.
@Suite(.replayed) struct TodoMVCScenarioTests {
  struct App: LiveApp {
    let database: TodoDatabase
    let name = "TodoMVC"
    private let screens = ["en": Routes.todomvc(.of("en")), "zh": .todomvc(.of("zh"))]
    var servers: [any Server] { ModelServer(database) }

    init(database: TodoDatabase) { self.database = database }

    func session(for visitor: Visitor) -> Session {
      Session(
        ViewModelServer(owner: visitor.id),
        screens: screens[visitor.language(from: ["en", "zh"])] ?? .todomvc(.of("en")))
    }
  }

  let app: LiveTest
  private let database: TodoDatabase

  init() throws {
    database = try .inMemory()
    app = LiveTest(App(database: database))
  }

  private func open(with todos: String..., by visitor: String = "ann") async throws -> TestPage {
    let page = try await app.open("/", by: visitor)
    for todo in todos { try await page.textbox(newTodo).type(todo + "\n") }
    return page
  }

  @Test func `the screen speaks Chinese, also of what goes wrong`() async throws {
    let page = try await app.open("/", languages: ["zh-CN", "en"])
    try await page.textbox("要做什么？").type("牛奶\n")
    #expect(await page.button("删除 牛奶").isVisible)
    #expect(await page.texts.contains("1 项未完成"))
    let long = String(repeating: "奶", count: 2_001)
    try await page.textbox("要做什么？").type(long + "\n")
    #expect(await page.texts.contains("一个待办最多 2000 个字符，请写短一些。没有添加：“\(long)”"))
    // The English are all of theirs.
    let letters = await page.texts.joined().replacing(/Ghostlight|TodoMVC|F2/, with: "").filter(\.isLetter)
    #expect(letters.filter(\.isASCII) == "")
  }

  @Test func `a session is kept, so that one that has lived long is back as soon as another`() async throws {
    let page = try await open(with: "one", "two", "three")
    try await page.verifySnapshot()
    try await page.checkbox("two").click()
    try await page.link("Active").click()
    try await page.verifySnapshot()
    try await page.checkbox("Mark all as complete").click()
    try await page.link("All").click()
    try await page.verifySnapshot()
    try await page.button("Clear completed").click()
    try await page.verifySnapshot()
  }

  @Test func `new todos are trimmed and stand last`() async throws {
    let page = try await open(with: "one", "  two  ", "   ")
    #expect(await page.names(of: .textbox) == [newTodo, "Edit one", "Edit two"])
    #expect(try await page.textbox(newTodo).value == "")
    #expect(await page.texts.contains("2 items left"))
  }

  @Test func `one left is one item`() async throws {
    let page = try await open(with: "one")
    #expect(await page.texts.contains("1 item left"))
    try await page.checkbox("one").click()
    #expect(await page.texts.contains("0 items left"))
  }

  @Test func `an edited todo has its new title, trimmed, and a blank one goes`() async throws {
    let page = try await open(with: "one", "two")
    try await page.textbox("Edit one").enter("  uno ")
    #expect(await page.names(of: .textbox) == [newTodo, "Edit uno", "Edit two"])
    try await page.textbox("Edit two").enter("   ")
    #expect(await page.names(of: .textbox) == [newTodo, "Edit uno"])
  }

  @Test func `the box for all makes all as it is itself, whichever page they come from`() async throws {
    let page = try await open(with: "one")
    try await page.checkbox("one").click()
    let second = try await open(with: "two")
    for isCompleted in [true, false] {
      try await page.checkbox("Mark all as complete").click()
      for name in ["one", "two", "Mark all as complete"] {
        #expect(try await second.checkbox(name).isChecked == isCompleted)
      }
    }
  }

  @Test func `clearing takes what is done and nothing else`() async throws {
    let page = try await open(with: "one", "two")
    #expect(await !page.button("Clear completed").isVisible)
    try await page.checkbox("one").click()
    try await page.button("Clear completed").click()
    #expect(await page.names(of: .textbox) == [newTodo, "Edit two"])
    #expect(await !page.button("Clear completed").isVisible)
  }

  @Test func `a filter is an address of the same screen, which keeps what is typed`() async throws {
    let page = try await open(with: "one", "two")
    try await page.checkbox("one").click()
    try await page.textbox(newTodo).fill("half")
    try await page.link("Active").click()
    #expect(await page.names(of: .textbox) == [newTodo, "Edit two"])
    #expect(try await page.textbox(newTodo).value == "half")
    try await page.link("Completed").click()
    #expect(await page.names(of: .textbox) == [newTodo, "Edit one"])
    try await page.visit("/")
    #expect(await page.names(of: .textbox) == [newTodo, "Edit one", "Edit two"])
    #expect(await (try app.open("/active", by: "ann")).names(of: .textbox) == [newTodo, "Edit two"])
  }

  @Test func `every screen is shown again when its recording is played`() async throws {
    let page = try await open(with: "one", "two")
    try await page.checkbox("one").click()
    try await page.textbox("Edit two").enter("deux")
    try await page.link("Completed").click()
    try await page.textbox(newTodo).fill("half")
    #expect(try await app.verifyReplays() >= 8)
  }

  @Test func `a visitor has one list in all pages, and no other sees it`() async throws {
    let ann = try await open(with: "one")
    let second = try await app.open("/", by: "ann")
    let bo = try await open(with: "other", by: "bo")
    #expect(await second.names(of: .textbox) == [newTodo, "Edit one"])
    try await ann.checkbox("one").click()
    #expect(try await second.checkbox("one").isChecked)
    #expect(await bo.names(of: .textbox) == [newTodo, "Edit other"])
  }

  @Test func `a page that was told nothing of a change asks for the list at the next one`() async throws {
    let page = try await open(with: "one")
    let second = try await app.open("/", by: "ann")
    let title = try #require(try TodoTitle("two"))
    // Past the server.
    _ = try await database.apply(TodoWrite(.add(title), of: "ann"))
    #expect(await page.names(of: .textbox) == [newTodo, "Edit one"])
    try await page.checkbox("one").click()
    for page in [page, second] {
      #expect(await page.names(of: .textbox) == [newTodo, "Edit one", "Edit two"])
      #expect(try await page.checkbox("one").isChecked)
    }
  }

  @Test func `a title that is too long is refused`() async throws {
    let page = try await open(with: String(repeating: "x", count: TodoTitle.limit + 1))
    #expect(await page.names(of: .alertdialog) == ["That didn’t work"])
    #expect(await page.names(of: .textbox) == [newTodo])
  }

  @Test func `a screen reader can name everything`() async throws {
    let page = try await open(with: "one", "two")
    try await page.checkbox("one").click()
    #expect(await page.unnamedElements() == [])
  }
}
