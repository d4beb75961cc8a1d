import EventLog
import EventStream
import Testing

@testable import DevTools

/// What the tools' screens are told of a log.
@Suite struct LogServerTests {
  private let log = ArrayLog()

  private func stream(_ index: LogIndex) -> AppStream {
    for number in 1...40 { log.add("A.b", on: .app, content: number == 31 ? "needle" : "hay") }
    let stream = AppStream()
    stream.start(
      LogServer(
        log: log, index: index, describe: EventDescription { [log] in log.content(of: $0.position) },
        screens: ScreenCache(NothingToReplay())))
    return stream
  }

  private struct NothingToReplay: SessionReplaying {
    func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
      throw EventLogError.unknownEvent(name: session)
    }
  }

  @Test func `what stands behind a damage is listed and searched, and the damage is told`() async throws {
    let index = LogIndex()
    let stream = stream(index)
    log.damage(12...15)
    let first = try await stream.ask(\DevToolsEvent.requestGrowth, ())
    #expect(first.extent.count == 11, "what stands before the damage")
    let next = try await stream.ask(\DevToolsEvent.requestGrowth, ())
    #expect(next.extent.count == 36 && next.hasMore)
    #expect(try await !stream.ask(\DevToolsEvent.requestGrowth, ()).hasMore)
    #expect(index.damage == [12...15])
    #expect(index.entry(ofPosition: 15) == nil && index.entry(ofPosition: 16) != nil)
    log.add("A.b", on: .app)
    #expect(try await stream.ask(\DevToolsEvent.requestGrowth, ()).extent.count == 37)
    #expect(index.damage == [12...15], "it is told once")
    let found = try await stream.ask(
      \DevToolsEvent.requestSearch, TextSearch(text: "needle", end: index.lastPosition, start: 0))
    #expect(found.positions == [31])
  }

  /// Whoever looked at it waited for ever.
  @Test func `what the log has forgotten is told too`() async throws {
    let stream = stream(LogIndex())
    let found = try await stream.ask(\DevToolsEvent.requestTexts, WantedTexts(positions: [31, 99], full: nil))
    #expect(found.sorted { $0.position < $1.position }.map(\.summary) == ["needle", nil])
    var texts = EventTexts(gone: "gone")
    #expect(texts.summary(at: 99) == nil && texts.full(at: 99) == "…")
    #expect(texts.takeMissing() == WantedTexts(positions: [99], full: 99))
    texts.add(found)
    #expect(texts.summary(at: 99) == "gone" && texts.full(at: 99) == "gone")
  }

  /// Each row of the list had all that its event carries sent and kept, and showed a line of it.
  @Test func `only the event that is open is told in full`() async throws {
    let stream = stream(LogIndex())
    let found = try await stream.ask(\DevToolsEvent.requestTexts, WantedTexts(positions: [30, 31, 32], full: 31))
    #expect(found.map(\.position) == [30, 31, 32])
    #expect(found.map(\.summary) == ["hay", "needle", "hay"])
    #expect(found.map(\.full) == [nil, "needle", nil])
  }

  @Test(arguments: [
    "say \"hi\"", "C:\\x", "line one\nline two", "äpfel", "ÄPFEL", "ΟΔΌΣ", "ПРИВЕТ", "苹果", "say \\\"hi\\\"",
  ])
  func `what somebody types is found, however JSON writes it and whatever its case`(text: String) async throws {
    let words = "They say \"hi\" in C:\\x, line one\nline two: Äpfel, οδός, привет, 苹果"
    log.add("A.b", on: .app, content: LogValue.object([LogField("text", .string(words))]).readable)
    let stream = stream(LogIndex())
    let found = try await stream.ask(\DevToolsEvent.requestSearch, TextSearch(text: text, end: 41, start: 0))
    #expect(found.positions == [1])
  }
}
