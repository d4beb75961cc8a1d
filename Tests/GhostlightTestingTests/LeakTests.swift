import Ghostlight
import GhostlightTesting
import Testing

/// A view that holds itself stays for as long as its server runs, and so does all that stands with it.
@Suite(.timeLimit(.minutes(1))) struct LeakTests {
  private final class Page: Controller {
    private let said = Label("nothing")
    private let holdsItself: Bool
    private let button = Button("Say")

    init(holdsItself: Bool) { self.holdsItself = holdsItself }

    override func loadView() -> View {
      let button = button
      button.onTap =
        holdsItself ? { [unowned self] in said.text = button.name } : { [unowned self] in said.text = self.button.name }
      return Stack.main(said, button)
    }
  }

  private struct App: LiveApp {
    let name = "Leaks"
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/" ~> { Page(holdsItself: false) }
          "/held" ~> { Page(holdsItself: true) }
        })
    }
  }

  private let app = LiveTest(App(), patience: .seconds(1))

  @Test func `a page lets go of its views when it is closed`() async throws {
    let page = try await app.open("/")
    await page.close()
    try await app.end()
  }

  @Test(arguments: [true, false])
  func `what holds itself fails the test, also where its screen was left long ago`(isClosed: Bool) async throws {
    let page = try await app.open("/held")
    try await page.visit("/")
    try await withKnownIssue {
      if isClosed { await page.close() }
      try await app.end()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("the page at / has ended, and something still holds Button \"Say\"")
      }
    }
  }
}
