import Testing

@testable import DevTools

@Suite struct EventTextsTests {
  private func line(_ position: UInt64) -> EventText {
    EventText(position: position, summary: "line \(position)", full: nil)
  }

  private func whole(_ position: UInt64, bytes: Int = 1) -> EventText {
    EventText(position: position, summary: "line \(position)", full: String(repeating: "x", count: bytes))
  }

  @Test func `of a list the lines are asked for, once`() {
    var texts = EventTexts(gone: "gone")
    #expect(texts.summary(at: 1) == nil && texts.summary(at: 2) == nil)
    #expect(texts.takeMissing() == WantedTexts(positions: [2, 1], full: nil))
    #expect(texts.summary(at: 1) == nil)
    #expect(texts.takeMissing() == nil)
    texts.add([line(1), line(2)])
    #expect(texts.summary(at: 1) == "line 1")
    #expect(texts.takeMissing() == nil)
  }

  @Test func `an event that opens is asked for in full, though its line is there or on its way`() {
    var texts = EventTexts(gone: "gone")
    texts.add([line(1)])
    #expect(texts.summary(at: 2) == nil)
    #expect(texts.takeMissing() == WantedTexts(positions: [2], full: nil))
    for position in [1, 2] as [UInt64] {
      #expect(texts.full(at: position) == "…")
      #expect(texts.takeMissing() == WantedTexts(positions: [position], full: position))
      #expect(texts.full(at: position) == "…")
      #expect(texts.takeMissing() == nil)
    }
    texts.add([line(2)])
    #expect(texts.full(at: 2) == "…")
    #expect(texts.takeMissing() == nil, "it is on its way")
    texts.add([whole(1), whole(2)])
    #expect(texts.full(at: 1) == "x" && texts.full(at: 2) == "x")
  }

  @Test func `the event that is open comes before all others, and of those the newest`() {
    var texts = EventTexts(gone: "gone")
    _ = texts.full(at: 3)
    for position in UInt64(1)...500 { _ = texts.summary(at: position) }
    let wanted = texts.takeMissing()
    #expect(wanted?.full == 3)
    let others: [UInt64] = (101...500).reversed()
    #expect(wanted?.positions == [3] + others)
  }

  @Test func `an event that is open no more isn't asked for in full`() {
    var texts = EventTexts(gone: "gone")
    texts.add([whole(2)])
    #expect(texts.full(at: 1) == "…" && texts.full(at: 2) == "x")
    #expect(texts.takeMissing() == nil)
  }

  @Test func `a line that comes behind the whole doesn't take it away`() {
    var texts = EventTexts(gone: "gone")
    texts.add([whole(1)])
    texts.add([line(1)])
    #expect(texts.full(at: 1) == "x")
  }

  /// Two thousand of them were kept, however long they were.
  @Test func `long texts are kept for four megabytes, and the lines of all`() {
    var texts = EventTexts(gone: "gone")
    for position in UInt64(1)...100 { texts.add([whole(position, bytes: 200_000)]) }
    var kept: [UInt64] = []
    for position in UInt64(1)...100 where texts.full(at: position) != "…" { kept.append(position) }
    #expect(kept == Array(81...100))
    #expect(texts.summary(at: 1) == "line 1")
  }

  /// It would be asked for again and again.
  @Test func `a text that is longer than all that is kept is kept alone`() {
    var texts = EventTexts(gone: "gone")
    texts.add([whole(1), whole(2, bytes: 5_000_000)])
    #expect(texts.full(at: 2).utf8.count == 5_000_000)
    #expect(texts.full(at: 1) == "…")
    texts.add([whole(3)])
    #expect(texts.full(at: 3) == "x")
    #expect(texts.full(at: 2) == "…")
  }

  @Test func `a text that comes again counts once`() {
    var texts = EventTexts(gone: "gone")
    texts.add([whole(1)])
    for _ in 1...3 { texts.add([whole(2, bytes: 3_000_000)]) }
    #expect(texts.full(at: 1) == "x")
  }

  @Test func `two thousand lines are kept`() {
    var texts = EventTexts(gone: "gone")
    texts.add((1...2_001).map(line))
    #expect(texts.summary(at: 1) == nil)
    #expect(texts.summary(at: 2) == "line 2")
  }
}
