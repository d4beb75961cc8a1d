import Ghostlight
import GhostlightTesting
import Testing

/// Values of a session come back with it, whoever holds them.
@Suite struct SessionValueTests {
  private final class Counting: Controller {
    private let label = Label("none")
    private let button = Button("More")
    private let count: () -> Int
    @SessionState private var shown = "none"

    init(_ count: @escaping () -> Int) { self.count = count }

    override func loadView() -> View { Stack.main(Heading("Count"), label, button) }
    override func viewDidLoad() { button.onTap = { [unowned self] in show("\(count())") } }
    override func didRestoreState() { label.text = shown }
    private func show(_ text: String) {
      shown = text
      label.text = text
    }
  }

  private final class Holding: Controller {
    private let button = Button("More")
    private let label = Label("none")
    private let value: SessionValue<Int>

    init(_ value: SessionValue<Int>) { self.value = value }

    override func loadView() -> View { Stack.main(Heading("Count"), label, button) }
    override func viewDidLoad() {
      button.onTap = { [unowned self] in
        value.value += 1
        label.text = "\(value.value)"
      }
    }
    override func viewWillAppear() { if value.value > 0 { label.text = "\(value.value)" } }
  }

  private struct App: LiveApp {
    let name = "Values"
    func session(for visitor: Visitor) -> Session {
      let value = SessionValue(0)
      return Session(
        screens: Routes {
          "/closure" ~> {
            Counting {
              value.value += 1
              return value.value
            }
          }
          "/property" ~> { Holding(value) }
          "/late" ~> { Holding(SessionValue(0)) }
        })
    }
  }

  @Test(arguments: ["/closure", "/property"])
  func `a value that no route depends on is kept`(path: String) async throws {
    let app = LiveTest(App())
    let page = try await app.open(path)
    for _ in 0..<3 { try await page.button("More").click() }
    try await page.verifySnapshot()
    try await app.verifyReplays()
  }

  @Test func `one that isn't made with the session keeps it from being kept, and says so`() async throws {
    let app = LiveTest(App())
    let page = try await app.open("/late")
    try await page.button("More").click()
    let refusal = await #expect(throws: SessionSnapshot.Refusal.self) { try await page.verifySnapshot() }
    #expect(refusal == .unlike("Holding.value isn't kept: make it in LiveApp.session(for:)"))
    try await app.verifyReplays()
  }
}
