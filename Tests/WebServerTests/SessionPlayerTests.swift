import EventLog
import EventStream
import Logging
import Testing
import ViewKit

@testable import WebServer

/// Going back and forth in a long recording that has no snapshots of its own, as one from another machine.
@Suite struct SessionPlayerTests {
  private final class Counting: Controller {
    @SessionState private var count = 0
    private let number = Label("0")

    override func loadView() -> View {
      let more = Button("More") { [unowned self] in
        count += 1
        didRestoreState()
      }
      return Stack.main(number, more)
    }

    override func didRestoreState() { number.text = "\(count)" }
  }

  private struct App: LiveApp {
    let name = "Counting"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Counting() } }) }
  }

  /// Records a session of so many taps, and one turn before them.
  private func player(ofTaps taps: Int) async throws -> SessionPlayer {
    let log = try MemoryLog()
    let journal = Journal(log, snapshotInterval: 0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration(), journal: journal)
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    let button = await session.live.withScreen { tree in
      (1...20).lazy.compactMap { tree.view($0) }.first { $0.kind == .button }?.id
    }
    let more = Intent(.view(try #require(button ?? nil)), .tap)
    for number in 1...taps { try await session.live.receive(more, number: number) { _ in session.finish(number) } }
    try await log.flush()
    return SessionPlayer(App(), try await SessionRecording.read(session.id, from: log))
  }

  /// What the screen of a player counts.
  private func count(_ player: SessionPlayer) async -> Int? {
    await player.screen().html.firstMatch(of: />(\d+)</).flatMap { Int($0.1) }
  }

  @Test func `who goes back begins at the nearest snapshot that was taken on the way`() async throws {
    let player = try await player(ofTaps: 1_300)
    for (turn, most) in [(1_200, 1_201), (1_100, 100), (700, 200), (1_299, 300), (5, 6), (1_300, 300)] {
      let before = await player.played
      try await player.seek(to: turn)
      #expect(await count(player) == turn)
      #expect(await player.played - before <= most)
    }
    await player.end()
  }

  /// They played the same turn, and the next was left out.
  @Test func `two who step at once play two turns`() async throws {
    let player = try await player(ofTaps: 40)
    try await player.seek(to: 3)
    for turn in stride(from: 5, through: 25, by: 2) {
      async let first = player.step()
      async let second = player.step()
      let both = try await (first, second)
      #expect(both.0 && both.1)
      #expect(await player.turn == turn)
      #expect(await count(player) == turn)
    }
    async let there: Void = player.seek(to: 35)
    async let back: Void = player.seek(to: 10)
    async let on = player.step()
    _ = try await (there, back, on)
    #expect(await count(player) == player.turn)
    let screens = player.recording.turns.count { $0.screen != nil }
    #expect(try await player.verify() == screens)
    await player.end()
  }
}
