import Ghostlight
import GhostlightTesting
import Testing

/// What lies over a screen, and what goes by itself.
@Suite struct NoticeTests {
  private final class Notices: Controller {
    let status = Status()
    var deleted = 0

    override func loadView() -> View {
      Stack.main(
        Button("For a while") { [unowned self] in
          status.show("gone soon", button: "Undo", for: .seconds(5), by: self) {}
        },
        Button("Without a button") { [unowned self] in status.show("read this", for: .seconds(5), by: self) },
        Button("Unseen") { [unowned self] in status.tell("3 found") },
        Button("For good") { [unowned self] in status.show("here to stay", button: "Undo") {} },
        Button("Alert") { [unowned self] in alert("Stop", "Read this first.") },
        Button("Dialog") { [unowned self] in present(Away(), closing: "关闭") },
        Button("Ask") { [unowned self] in
          confirm("Delete it?", "It is gone then.", button: "Delete", cancel: "Keep", isDestructive: true) {
            [unowned self] in
            deleted += 1
            status.show("deleted \(deleted)", button: "Undo") {}
          }
        },
        Button("Ask and go") { [unowned self] in
          confirm("Go?", button: "Go") { [unowned self] in go(to: Path("/away")) }
        },
        Link("Away", to: "/away"), status)
    }
  }

  private final class Away: Controller {
    override func loadView() -> View { Stack.main(Label("You are away.")) }
  }

  private struct App: LiveApp {
    let name = "Notices"
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          Path("/") ~> { Notices() }
          Path("/away") ~> { Away() }
        })
    }
  }

  private let app = LiveTest(App())

  @Test func `what closes a dialog is called as its app says`() async throws {
    let page = try await app.open("/")
    try await page.button("Dialog").click()
    try await page.button("关闭").click()
    #expect(try await page.button("Dialog").isEnabled)
  }

  @Test func `news without a button go by themselves, and what is only told isn't seen`() async throws {
    let page = try await app.open("/")
    try await page.button("Without a button").click()
    #expect(await page.texts.contains("read this"))
    #expect(await page.looks(of: .status) == [["shown"]])
    await app.advance(by: .seconds(5))
    #expect(await page.texts.contains("read this") == false)
    try await page.button("For good").click()
    try await page.button("Unseen").click()
    #expect(await page.texts.contains("3 found"))
    #expect(await page.looks(of: .status) == [[]])
    #expect(await page.button("Undo").isVisible == false)
  }

  @Test func `news that stay aren't hidden when the time of those before is up`() async throws {
    let page = try await app.open("/")
    try await page.button("For a while").click()
    try await page.button("For good").click()
    await app.advance(by: .seconds(10))
    #expect(await page.texts.contains("here to stay"))
    try await page.button("For a while").click()
    await app.advance(by: .seconds(10))
    #expect(await page.texts.contains("gone soon") == false)
  }

  @Test func `a link under an alert leads nowhere until the alert is answered`() async throws {
    let page = try await app.open("/")
    try await page.button("Alert").click()
    await #expect(throws: (any Error).self) { try await page.link("Away").click() }
    #expect(await page.texts.contains("You are away.") == false)
    try await page.button("OK").click()
    try await page.link("Away").click()
    #expect(await page.texts.contains("You are away."))
  }

  @Test func `what is asked is done when its button is pressed, once`() async throws {
    let page = try await app.open("/")
    try await page.button("Ask").click()
    #expect(await page.texts.contains("It is gone then."))
    await #expect(throws: (any Error).self) { try await page.button("Ask").click() }
    try await page.button("Keep").click()
    #expect(await page.texts.contains { $0.hasPrefix("deleted") } == false)
    #expect(await page.texts.contains("Delete it?") == false)
    try await page.button("Ask").click()
    try await page.button("Delete").click()
    #expect(await page.texts.contains("deleted 1"))
    #expect(await page.texts.contains("Delete it?") == false)
  }

  @Test func `what is asked may lead elsewhere`() async throws {
    let page = try await app.open("/")
    try await page.button("Ask and go").click()
    try await page.button("Go").click()
    #expect(await page.texts.contains("You are away."))
  }
}
