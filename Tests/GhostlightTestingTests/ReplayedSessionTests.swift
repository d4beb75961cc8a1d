import EventLog
import GhostlightTesting
import Testing
import ViewKit
import WebServer

/// What a recorded session says about an app.
@Suite struct ReplayedSessionTests {
  private final class Counter: Controller {
    private let number = Label("0")
    private let name: String

    init(_ name: String) { self.name = name }

    override func loadView() -> View {
      Stack.main(number, Button(name) { [unowned self] in number.text = "\((Int(number.text) ?? 0) + 1)" })
    }
  }

  /// An app with a button, that may be called otherwise or be missing.
  private struct App: LiveApp {
    let name = "Counting"
    var button: String? = "More"

    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes { [button] in
          "/" ~> { button.map(Counter.init) ?? Controller() }
          "/other" ~> { Counter("Other") }
        })
    }
  }

  private func recorded(clicks: Int) async throws -> [LogRecord] {
    let app = LiveTest(App())
    let page = try await app.open("/")
    for _ in 0..<clicks { try await page.button("More").click() }
    let log = try #require(app.log)
    try await log.flush()
    return try await log.records(of: .session("page 1"), after: 0, limit: .max)
  }

  @Test func `its screens are compared`() async throws {
    let recording = try SessionRecording(try await recorded(clicks: 3))
    #expect(try await LiveTest.verify(recording, in: App()) == 4)
  }

  /// A busy server records few screens, or none.
  @Test func `one without any screen says nothing, and that is said`() async throws {
    let records = try await recorded(clicks: 3).filter { $0.name != "SessionEvent.shown" }
    await #expect(throws: ReplayProblem.nothingToCompare) {
      try await LiveTest.verify(try SessionRecording(records), in: App())
    }
  }

  @Test func `acts that find nothing are told, though no screen tells`() async throws {
    let all = try await recorded(clicks: 2)
    let screens = all.filter { $0.name == "SessionEvent.shown" }
    #expect(screens.count == 3)
    let records = all.filter { $0.name != "SessionEvent.shown" }
    await #expect(throws: ReplayProblem.lostActs(2)) {
      try await LiveTest.verify(try SessionRecording(records), in: App(button: nil))
    }
  }

  /// Whoever had gone elsewhere afterwards had lost none.
  @Test func `acts that find nothing are told though their user has gone elsewhere since`() async throws {
    let app = LiveTest(App())
    let page = try await app.open("/")
    for _ in 1...3 { try await page.button("More").click() }
    try await page.visit("/other")
    let log = try #require(app.log)
    try await log.flush()
    let all = try await log.records(of: .session("page 1"), after: 0, limit: .max)
    let last = try #require(all.last { $0.name == "SessionEvent.shown" })
    let records = all.filter { $0.name != "SessionEvent.shown" || $0.position == last.position }
    #expect(try await LiveTest.verify(try SessionRecording(records), in: App()) == 1)
    await #expect(throws: ReplayProblem.lostActs(3)) {
      try await LiveTest.verify(try SessionRecording(records), in: App(button: "Fewer"))
    }
  }

  /// It took hours: everything behind each of its turns was played for that turn.
  @Test(.timeLimit(.minutes(2))) func `a long one takes ten times as long as one of a tenth`() async throws {
    let recording = try SessionRecording(try await recorded(clicks: 2_000))
    #expect(try await LiveTest.verify(recording, in: App()) > 0)
  }

  /// Both were recorded as the first, and neither could be played.
  @Test func `tests that record in one log one after the other don't record the same session`() async throws {
    let log = try MemoryLog()
    for _ in 1...2 {
      let app = LiveTest(App(), log: log)
      for _ in 1...2 { try await app.open("/").button("More").click() }
      #expect(try await app.verifyReplays() == 4)
      try await app.end()
    }
    #expect(Set(try await log.sessions(limit: 10).map(\.id)) == ["page 1", "page 2", "page 3", "page 4"])
  }
}
