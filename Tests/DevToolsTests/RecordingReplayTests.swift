import EventLog
import GhostlightTesting
import Synchronization
import Testing
import ViewKit
import WebServer

@testable import DevTools

@Suite struct RecordingReplayTests {
  struct Counter: LiveApp {
    let name = "Counter"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { CounterController() } }) }
  }

  final class CounterController: Controller {
    private let total = Label("0")
    private let more = Button("One more")

    override func loadView() -> View { Stack.main(total, more) }
    override func viewDidLoad() {
      more.onTap = { [unowned self] in total.text = "\((Int(total.text) ?? 0) + 1)" }
    }
  }

  /// The same; it counts the sessions that are made of it. A player makes one.
  private struct Counted: LiveApp {
    final class Count: Sendable { let number = Atomic(0) }

    let name = "Counter"
    let sessions = Count()

    func session(for visitor: Visitor) -> Session {
      sessions.number.wrappingAdd(1, ordering: .relaxed)
      return Counter().session(for: visitor)
    }
  }

  private let test = LiveTest(Counter())

  /// Clicks, and gives the places of all clicks so far.
  private func click(_ page: TestPage, times: Int) async throws -> [UInt64] {
    for _ in 0..<times { try await page.button("One more").click() }
    let log = try #require(test.log)
    try await log.flush()
    let records = try await log.records(of: .session("page 1"), after: 0, limit: .max)
    return records.filter { $0.name == "SessionEvent.acted" }.map(\.position)
  }

  @Test func `any moment is shown, in whatever order they are asked for`() async throws {
    let places = try await click(try await test.open("/"), times: 40)
    let replay = RecordingReplay(Counter(), try #require(test.log))
    for index in [39, 0, 20, 21, 22, 5, 39, 38] {
      let screen = try await replay.screen(of: "page 1", at: places[index])
      #expect(screen.outline.contains("“\(index + 1)”"))
    }
  }

  @Test func `what happens later is shown too`() async throws {
    let page = try await test.open("/")
    let replay = RecordingReplay(Counter(), try #require(test.log))
    for round in 1...5 {
      let last = try #require(try await click(page, times: 3).last)
      #expect(try await replay.screen(of: "page 1", at: last).outline.contains("“\(3 * round)”"))
    }
  }

  @Test func `of a long recording no more is read than a moment needs`() async throws {
    let places = try await click(try await test.open("/"), times: 40)
    let log = try #require(test.log)
    let recording = try await SessionRecording.read("page 1", from: log, near: places[10], through: places[12])
    #expect(recording.turns.last?.position == places[12])
    #expect(try await SessionRecording.read("page 1", from: log).turns.last?.position == places[39])
  }

  @Test func `a place beyond all places is the end`() async throws {
    _ = try await click(try await test.open("/"), times: 3)
    let replay = RecordingReplay(Counter(), try #require(test.log))
    for place: UInt64 in [.max, .max - 1, .max - 2_000] {
      #expect(try await replay.screen(of: "page 1", at: place).outline.contains("“3”"))
    }
  }

  @Test func `who asks at once is shown what one player plays`() async throws {
    let page = try await test.open("/")
    let last = try #require(try await click(page, times: 5).last)
    let app = Counted()
    let replay = RecordingReplay(app, try #require(test.log))
    async let picture = replay.screen(of: "page 1", at: last)
    async let lines = replay.screen(of: "page 1", at: last)
    let screens = try await [picture, lines]
    #expect(screens.allSatisfy { $0.outline.contains("“5”") })
    #expect(app.sessions.number.load(ordering: .relaxed) == 1)
  }

  @Test func `who waits for an answer that fails is answered too`() async throws {
    _ = try await click(try await test.open("/"), times: 1)
    let replay = RecordingReplay(Counter(), try #require(test.log))
    async let one = try? await replay.screen(of: "nobody", at: 1)
    async let other = try? await replay.screen(of: "nobody", at: 1)
    let screens = await [one, other]
    #expect(screens == [nil, nil])
  }

  @Test func `a session that isn't there is told`() async throws {
    let replay = RecordingReplay(Counter(), try #require(test.log))
    await #expect(throws: SessionRecording.Refusal.unknown("nobody")) {
      _ = try await replay.screen(of: "nobody", at: 1)
    }
  }
}
