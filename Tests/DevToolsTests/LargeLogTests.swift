import EventLog
import EventStream
import GhostlightTesting
import Metering
import Testing
import ViewKit

@testable import DevTools

/// The tools over a log as an app writes it, with more events than anyone scrolls through.
@Suite struct LargeLogTests {
  private final class Recorder: Tap {
    let log: MemoryLog
    init(_ log: MemoryLog) { self.log = log }
    func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
      log.append(event, envelope, from: envelope.sequence % 5 == 0 ? .app : .session("s"), marks: .input)
    }
  }

  @Test func `a hundred thousand events are read, listed, searched and opened`() async throws {
    let log = try MemoryLog()
    let stream = AppStream()
    stream.add(Recorder(log))
    for number in 0..<100_000 { stream.send(SessionEvent.timerFired(number)) }
    try await log.flush()
    let parts = DevToolsParts(
      appName: "Test", log: log, index: LogIndex(), describe: .json, meter: StreamMeter(), sessionMeter: StreamMeter(),
      screens: ScreenCache(Nothing()))
    let test = LiveTest(DevToolsApp(parts: parts))
    let clock = ContinuousClock()
    var page: TestPage?
    let reading = try await clock.measure {
      page = try await test.open("/ghostlight")
      for _ in 0..<10 { await test.advance(by: .milliseconds(500)) }
    }
    let open = try #require(page)
    #expect(await open.texts.contains("100,000 events"))
    print("a hundred thousand events are read in \(reading)")
    let search = try await clock.measure {
      try await open.searchbox("Search").type("77777")
      for _ in 0..<10 { await test.settle() }
    }
    print("they are searched in \(search)")
    #expect(await open.texts.contains("1 of 100,000 events"))
    try await open.button("SessionEvent.timerFired, from outside, 77778").click()
    #expect(await open.texts.contains("77777"))
    try await log.close()
  }

  private struct Nothing: SessionReplaying {
    func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
      throw DevToolsFailure.other("nothing is replayed here")
    }
  }
}
