import Ghostlight
import GhostlightTesting
import Testing

/// Time that a test moves on.
@Suite struct AdvanceTests {
  /// Counts the seconds, each when the one before is over.
  private final class Counter: Controller {
    private let seconds = Label("0")
    private var count = 0

    override func loadView() -> View { Stack.main(seconds) }
    override func viewDidLoad() { wait() }

    private func wait() {
      after(.seconds(1)) { [unowned self] in
        count += 1
        seconds.text = "\(count)"
        wait()
      }
    }
  }

  /// Says which of its timers have run down, in order.
  private final class Order: Controller {
    private let order = Label("none")
    override func loadView() -> View { Stack.main(order) }
    override func viewDidLoad() {
      for seconds in [3, 1, 2] {
        after(.seconds(seconds)) { [unowned self] in order.text += ", \(seconds)" }
      }
    }
  }

  private struct App: LiveApp {
    let name = "Time"
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/" ~> { Counter() }
          "/order" ~> { Order() }
        })
    }
  }

  private let app = LiveTest(App())

  @Test func `a timer that is started again runs down as often as there is time for`() async throws {
    let page = try await app.open("/")
    await app.advance(by: .seconds(5))
    #expect(await page.texts == ["5"])
    await app.advance(by: .milliseconds(1_999))
    #expect(await page.texts == ["6"])
    let other = try await app.open("/")
    await app.advance(by: .milliseconds(1))
    #expect(await page.texts == ["7"])
    #expect(await other.texts == ["0"])
    try await app.verifyReplays()
  }

  /// What was left passed at once, and nobody said so.
  @Test func `more moments than there can be are told`() async throws {
    _ = try await app.open("/")
    await withKnownIssue { await app.advance(by: .seconds(5_500)) }
  }

  @Test func `timers run down in the order in which they are due`() async throws {
    let page = try await app.open("/order")
    await app.advance(by: .seconds(10))
    #expect(await page.texts == ["none, 1, 2, 3"])
  }
}
