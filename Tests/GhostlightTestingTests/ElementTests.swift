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

  private struct App: LiveApp {
    let name = "Elements"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Page() } }) }
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

  @Test func `a large table has all of its rows`() async throws {
    #expect(try await app.open("/").list("Numbers").count == 10_000)
  }
}
