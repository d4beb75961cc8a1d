import EventLog
import EventStream
import Foundation
import Logging
import Testing
import ViewKit

@testable import DevTools
@testable import WebServer

/// Any moment of a long recording is shown in less than a second.
///
/// Of a million events with `CLICKS=500000 swift test --filter LongRecordingTests`.
@Suite struct LongRecordingTests {
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

  @Test func `any moment is shown in less than a second`() async throws {
    let count = ProcessInfo.processInfo.environment["CLICKS"].flatMap(Int.init) ?? 10_000
    let log = try MemoryLog()
    let store = SessionStore(
      App(), stream: AppStream(), configuration: ServerConfiguration(),
      // Nobody clicks as fast as this does: all sessions together may take as many snapshots as it needs.
      journal: Journal(
        log, snapshotsPerSecond: 1_000_000, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
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
    let end = try #require(try await log.session(session.id)?.count)
    // Snapshots are written behind the session.
    while try await log.snapshot(of: session.id, before: .max)?.position ?? 0 < UInt64(end) - 1_000 {
      try await Task.sleep(for: .milliseconds(20))
    }
    let replay = RecordingReplay(App(), log)
    var longest = Duration.zero
    for share in [0.99, 0.5, 0.75, 0.1, 0.9, 0.999] {
      let position = UInt64(Double(end) * share)
      let took = try await ContinuousClock().measure {
        let screen = try await replay.screen(of: session.id, at: position)
        #expect(!screen.outline.isEmpty)
      }
      longest = max(longest, took)
    }
    print("\(end) events: the longest way to a moment took \(longest)")
    #expect(longest < .seconds(1))
  }
}
