import EventLog
import EventStream
import Foundation
import Logging
import Synchronization
import Testing
import ViewKit

@testable import DevTools
@testable import WebServer

/// Any moment of a long recording is shown in less than a second.
///
/// Of a million events with `CLICKS=500000 swift test --filter LongRecordingTests`.
@Suite struct LongRecordingTests {
  /// Counts what is done in all screens of an app.
  private final class Clicks: Sendable { let number = Atomic(0) }

  private final class Counting: Controller {
    private let clicks: Clicks
    private let mostPlain: Int
    @SessionState private var count = 0
    private let number = Label("0")
    private let main = Stack.main()

    init(_ clicks: Clicks, mostPlain: Int) {
      self.clicks = clicks
      self.mostPlain = mostPlain
    }

    override func loadView() -> View {
      let more = Button("More") { [unowned self] in
        clicks.number.wrappingAdd(1, ordering: .relaxed)
        count += 1
        didRestoreState()
      }
      main.add(number, more)
      return main
    }

    override func didRestoreState() {
      number.text = "\(count)"
      if count > mostPlain, main.children.count == 2 { main.add(Label("That is a lot.")) }
    }
  }

  /// Counts clicks; above a number it says so, in a view more.
  private struct App: LiveApp {
    let name = "Counting"
    var mostPlain = Int.max
    let clicks = Clicks()

    func session(for visitor: Visitor) -> Session {
      Session(screens: Routes { "/" ~> { Counting(clicks, mostPlain: mostPlain) } })
    }
  }

  private enum Later {
    /// The same screen, as a program has it that keeps how often it was clicked, too.
    final class Counting: Controller {
      @SessionState private var count = 0
      @SessionState private var clicks = 0
      private let number = Label("0")

      override func loadView() -> View {
        let more = Button("More") { [unowned self] in
          count += 1
          clicks += 1
          didRestoreState()
        }
        return Stack.main(number, more)
      }

      override func didRestoreState() { number.text = "\(count), \(clicks)" }
    }
  }

  private struct LaterApp: LiveApp {
    let name = "Counting"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Later.Counting() } }) }
  }

  /// Records a session of a program in which something is clicked very often.
  private func record(_ count: Int, in log: MemoryLog, program: String) async throws -> RecordedSession {
    let store = SessionStore(
      App(), stream: AppStream(), configuration: ServerConfiguration(),
      // Nobody clicks as fast as this does: all sessions together may take as many snapshots as it needs.
      journal: Journal(
        log, snapshotsPerSecond: 1_000_000, program: program,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    let found = await session.live.withScreen { tree in
      (1...20).lazy.compactMap { tree.view($0) }.first { $0.kind == .button }?.id
    }
    let more = Intent(.view(try #require(found ?? nil)), .tap)
    for number in 1...count {
      try await session.live.receive(more, number: number) { _ in session.finish(number) }
      // As a page that takes in what it is sent.
      if number % 1000 == 0 {
        _ = await session.picture()
        try await log.flush()
      }
    }
    try await log.flush()
    let recorded = try #require(try await log.session(session.id))
    // Snapshots are written behind the session.
    while try await log.snapshot(of: session.id, before: .max)?.position ?? 0 < UInt64(recorded.count) - 1_000 {
      try await Task.sleep(for: .milliseconds(20))
    }
    return recorded
  }

  @Test func `any moment is shown in less than a second`() async throws {
    let count = ProcessInfo.processInfo.environment["CLICKS"].flatMap(Int.init) ?? 10_000
    let log = try MemoryLog()
    let session = try await record(count, in: log, program: Program.identity)
    let replay = RecordingReplay(App(), log)
    var longest = Duration.zero
    for share in [0.99, 0.5, 0.75, 0.1, 0.9, 0.999] {
      let position = UInt64(Double(session.count) * share)
      let took = try await ContinuousClock().measure {
        let screen = try await replay.screen(of: session.id, at: position)
        #expect(!screen.outline.isEmpty)
      }
      longest = max(longest, took)
    }
    print("\(session.count) events: the longest way to a moment took \(longest)")
    #expect(longest < .seconds(1))
  }

  /// The screen of the first snapshot that was left was shown for each of them.
  @Test func `of a moment that was forgotten no screen is shown`() async throws {
    let log = try MemoryLog()
    let session = try await record(2_000, in: log, program: Program.identity)
    let replay = RecordingReplay(App(), log)
    #expect(try await replay.screen(of: session.id, at: 100).outline.isEmpty == false)
    try await log.compact()
    let last = try await RecordingReplay(App(), log).screen(of: session.id, at: .max)
    #expect(last.outline.contains("“2000”"))
    let other = RecordingReplay(App(), log)
    for position: UInt64 in [100, 1, 1_000] {
      await #expect(throws: SessionRecording.Refusal.withoutBeginning(session.id)) {
        _ = try await other.screen(of: session.id, at: position)
      }
    }
  }

  @Test func `where another program's last snapshots don't do, one before them does`() async throws {
    let log = try MemoryLog()
    let session = try await record(10_000, in: log, program: "older")
    // Of what the older one kept at the end this program has a screen of its own.
    let app = App(mostPlain: 9_850)
    let screen = try await RecordingReplay(app, log).screen(of: session.id, at: .max)
    #expect(screen.outline.contains("“10000”"))
    #expect(screen.outline.contains("That is a lot."))
    let played = app.clicks.number.load(ordering: .relaxed)
    #expect(played >= 150)
    #expect(played < 2_000)
  }

  /// What only this program's screen keeps was as at first in the midst of the session.
  @Test func `another program's snapshots aren't begun with where this one's screen keeps more`() async throws {
    let log = try MemoryLog()
    let session = try await record(10_000, in: log, program: "older")
    let screen = try await RecordingReplay(LaterApp(), log).screen(of: session.id, at: .max)
    #expect(screen.outline.contains("“10000, 10000”"))
  }

  @Test func `snapshots of another version of the app's events aren't begun with`() async throws {
    let migrations = LogMigrations([])
    let log = try MemoryLog(version: migrations.version)
    let session = try await record(2_000, in: log, program: Program.identity)
    let app = App()
    let replay = RecordingReplay(app, log, EventDecoder(migrations: migrations))
    #expect(try await replay.screen(of: session.id, at: .max).outline.contains("“2000”"))
    #expect(app.clicks.number.load(ordering: .relaxed) == 2_000)
  }
}
