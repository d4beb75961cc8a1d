import Ghostlight
import GhostlightTesting
import Synchronization
import Testing
import TodoModels

@Suite struct RecordingTests {
  @Test func `each screen of a story is compared when it is replayed`() async throws {
    let app = LiveTest(TodostreamScenarioTests.App(database: try .inMemory()))
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.textbox("New todo").type("milk\n")
    try await ann.checkbox("milk").click()
    try await bo.button("Delete milk").click()
    try await bo.button("Undo").click()
    #expect(try await app.verifyReplays() >= 10)
  }

  /// A screen that asks the world and not its session.
  struct Careless: LiveApp {
    let name = "Careless"
    let taps: Taps
    func session(for visitor: Visitor) -> Session {
      Session(screens: Routes { "/" ~> { [taps] in CarelessController(taps) } })
    }
  }

  final class Taps: Sendable {
    let count = Atomic(0)
  }

  final class CarelessController: Controller {
    private let taps: Taps

    init(_ taps: Taps) { self.taps = taps }

    override func loadView() -> View {
      let button = Button("none")
      button.onTap = { [unowned self, unowned button] in
        button.text = "tap \(taps.count.wrappingAdd(1, ordering: .relaxed).newValue)"
      }
      return button
    }
  }

  @Test func `a screen that comes out otherwise is reported with its event and both screens`() async throws {
    let app = LiveTest(Careless(taps: Taps()))
    let page = try await app.open("/")
    try await page.button("none").click()
    try await page.button("tap 1").click()

    let difference = await #expect(throws: SessionPlayer.Difference.self) { try await app.verifyReplays() }
    #expect(difference?.turn == 1)
    #expect(difference?.event == "SessionEvent.acted")
    #expect(difference?.expected?.contains("tap 1") == true)
    #expect(difference?.found.contains("tap 3") == true)
    #expect(difference?.description.contains("- tap 1</button>\n+ tap 3</button>") == true)
  }
}
