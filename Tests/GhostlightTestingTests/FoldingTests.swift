import Ghostlight
import GhostlightTesting
import Testing

/// What can be folded away.
@Suite struct FoldingTests {
  private final class Page: Controller {
    override func loadView() -> View {
      let said = Label("nothing")
      return Stack.main(
        said,
        Disclosure(
          "More", Button("Press") { said.text = "pressed" }, Link("Away", to: "/nowhere"), Checkbox(""),
          Disclosure("Still more", Label("deep"))),
        Disclosure("Open", isOpen: true, Label("light")))
    }
  }

  private struct App: LiveApp {
    let name = "Folded"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Page() } }) }
  }

  @Test func `what is folded is neither seen nor clicked until it is unfolded`() async throws {
    let app = LiveTest(App())
    let (page, other) = (try await app.open(), try await app.open())
    #expect(await page.texts == ["nothing", "More", "Open", "light"])
    #expect(await page.button("Press").isVisible == false)
    #expect(await page.links == [])
    await #expect(throws: PageError.notFound(role: "button", name: "Press", found: [])) {
      try await page.button("Press").click()
    }
    try await page.element(.group, "More").unfold()
    #expect(await page.texts == ["nothing", "More", "Press", "Away", "Still more", "Open", "light"])
    try await page.button("Press").click()
    #expect(await page.texts.contains("pressed"))
    try await page.element(.group, "Still more").unfold()
    #expect(await page.texts.contains("deep"))
    #expect(await other.button("Press").isVisible == false, "another page's user hasn't unfolded it")
    await #expect(throws: PageError.self) { try await page.button("Press").unfold() }
    try await app.verifyReplays()
    try await app.end()
  }

  @Test func `names and links are looked for in what is folded too`() async throws {
    let app = LiveTest(App())
    #expect(await (try app.open()).unnamedElements().count == 1)
    await #expect(throws: RouteProblems.self) { try await app.checkRoutes() }
  }
}
