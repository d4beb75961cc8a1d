import EventLog
import GhostlightTesting
import Synchronization
import Testing
import ViewKit
import WebServer

@testable import DevTools

/// The tools driven without a browser.
@Suite struct DevToolsScreenTests {
  /// Screens that say where they are.
  private struct Numbered: SessionReplaying {
    let fails: Bool

    func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
      if fails { throw DevToolsFailure.other("too old") }
      return RecordedScreen(
        title: "At \(position)", path: "/", html: "<p>\(position)</p>", outline: "heading Todos\nitem \(position)\nend")
    }
  }

  private func open(
    _ path: String, _ log: ArrayLog = .oneClick, replays: Bool = true, keeping limit: Int = 1_000,
    live: Set<String> = []
  ) async throws -> (LiveTest, TestPage) {
    var parts = DevToolsParts(log, replaying: Numbered(fails: !replays), keeping: limit)
    parts.isLive = { live.contains($0) }
    let test = LiveTest(DevToolsApp(parts: parts))
    return (test, try await test.open(path))
  }

  @Test func `events are listed, the newest first, with what they carry`() async throws {
    let (test, page) = try await open("/ghostlight")
    await test.advance(by: .milliseconds(50))
    let texts = await page.texts
    #expect(texts.contains("8 events"))
    #expect(texts.filter { $0 == "Buy Milk" }.count == 5)
    let names = await page.names(of: .button).filter { $0.contains("Event.") }
    #expect(names.first == "TodoEvent.row, event, 8")
    #expect(names.last == "TodoEvent.requestCompleteTodo, from outside, 1")
  }

  @Test func `an event opens with its content, causes and consequences`() async throws {
    let (_, page) = try await open("/ghostlight")
    try await page.button("StoreEvent.requestWriteTodo, event, 2").click()
    #expect(await page.heading("StoreEvent.requestWriteTodo").isVisible)
    let texts = await page.texts
    #expect(texts.contains("answered in 20 ms"))
    try await page.button("Only this chain").click()
    #expect(await page.texts.contains("7 of 8 events"))
    try await page.button("Show all").click()
    #expect(await page.texts.contains("8 events"))
  }

  @Test func `events are searched by what they carry`() async throws {
    let (_, page) = try await open("/ghostlight")
    try await page.searchbox("Search").type("buy milk")
    #expect(await page.texts.contains("5 of 8 events"))
  }

  @Test func `a search finds all, however few events the log gives at a time`() async throws {
    let log = ArrayLog.oneClick
    let (_, page) = try await open("/ghostlight", log)
    log.give(atMost: 3)
    try await page.searchbox("Search").type("buy milk")
    #expect(await page.texts.contains("5 of 8 events"))
  }

  @Test func `what happens meanwhile comes by itself`() async throws {
    let log = ArrayLog.oneClick
    let (test, page) = try await open("/ghostlight", log)
    log.add("New.event", on: .app)
    await test.advance(by: .milliseconds(400))
    #expect(await page.texts.contains("9 events"))
    #expect(await page.button("New.event, event, 9").isVisible)
  }

  @Test func `a list that follows shows the newest, however many come at once`() async throws {
    let log = ArrayLog()
    for _ in 1...200 { log.add("A.event", on: .app) }
    let (test, page) = try await open("/ghostlight", log)
    await test.advance(by: .milliseconds(50))
    for _ in 1...100 { log.add("A.event", on: .app) }
    await test.advance(by: .milliseconds(400))
    #expect(await page.button("A.event, event, 300").isVisible)
    #expect(await page.button("A.event, event, 200").isVisible, "who has scrolled a little looks at it")
  }

  /// It jumped to the newest whenever anything happened.
  @Test func `the list stays where an event has been opened, whatever comes`() async throws {
    let log = ArrayLog()
    for _ in 1...200 { log.add("A.event", on: .app) }
    let (test, page) = try await open("/ghostlight?event=1", log)
    await test.advance(by: .milliseconds(50))
    func rows() async -> Int { await page.names(of: .button).filter { $0 == "A.event, event, 1" }.count }
    #expect(await rows() == 2, "in the list and in its chain")
    for _ in 1...20 { log.add("A.event", on: .app) }
    await test.advance(by: .milliseconds(400))
    #expect(await page.texts.contains("220 events"))
    #expect(await rows() == 2)
    #expect(try await !page.checkbox("Follow").isChecked)
  }

  @Test func `who comes and goes doesn't have the log asked more often, and who is elsewhere not at all`() async throws
  {
    let log = ArrayLog.oneClick
    let (test, page) = try await open("/ghostlight/sessions", log)
    func listings(in seconds: Int) async -> Int {
      let before = log.listings.withLock { $0 }
      await test.advance(by: .seconds(seconds))
      return log.listings.withLock { $0 } - before
    }
    let usual = await listings(in: 10)
    for _ in 0..<4 {
      try await page.visit("/ghostlight/sessions/s1")
      try await page.visit("/ghostlight/sessions")
    }
    #expect(usual == 10)
    #expect(await listings(in: 10) == usual)
    try await page.visit("/ghostlight/sessions/s1")
    #expect(await listings(in: 10) == 0)
  }

  @Test func `an answer that failed is told from others`() async throws {
    let log = ArrayLog()
    log.add("StoreEvent.requestWriteTodo", on: .app)
    log.add("StoreEvent.todo", on: .app, cause: 1, answers: 1, content: "{\"failure\":{\"full\":{}}}")
    let (test, page) = try await open("/ghostlight", log)
    await test.advance(by: .milliseconds(50))
    #expect(await page.button("StoreEvent.todo, failed, 2").isVisible)
  }

  /// The chain ended at the request, as if it had never been answered.
  @Test func `an event that is open has what comes of it later`() async throws {
    let log = ArrayLog()
    log.add("A.request", on: .app)
    let (test, page) = try await open("/ghostlight?event=1", log)
    await test.advance(by: .milliseconds(50))
    func effects() async -> Int { await page.names(of: .button).filter { $0 == "A.answer, answer, 2" }.count }
    #expect(await effects() == 0)
    log.add("A.answer", on: .app, cause: 1, answers: 1)
    await test.advance(by: .milliseconds(400))
    #expect(await effects() == 2, "in the list and in the chain")
    #expect(await page.texts.contains { $0.hasPrefix("answered in ") })
    try await page.button("Only this chain").click()
    #expect(await page.texts.contains("2 events"))
  }

  /// It said that all were shown.
  @Test func `the stream that is chosen stays so, however many come after it`() async throws {
    let log = ArrayLog()
    log.add("Own.event", on: .session("first"))
    for number in 1...3 { log.add("Own.event", on: .session("early\(number)")) }
    let (test, page) = try await open("/ghostlight", log)
    await test.advance(by: .milliseconds(50))
    try await page.combobox("Stream").choose("Session first")
    #expect(await page.texts.contains("1 of 4 events"))
    for number in 1...220 { log.add("Own.event", on: .session("late\(number)")) }
    await test.advance(by: .seconds(1))
    #expect(await page.texts.contains("1 of 224 events"))
    #expect(try await page.combobox("Stream").value == "Session first")
  }

  /// It was older than two hundred sessions, and couldn't be chosen any more.
  @Test func `the app's stream can be chosen, however many sessions there are`() async throws {
    let log = ArrayLog()
    log.add("Own.event", on: .app)
    for number in 1...220 { log.add("Own.event", on: .session("late\(number)")) }
    let (test, page) = try await open("/ghostlight", log)
    await test.advance(by: .milliseconds(50))
    try await page.combobox("Stream").choose("App")
    #expect(await page.texts.contains("1 of 221 events"))
  }

  /// What came of it later was in its chain, and not in the list.
  @Test func `a list of one chain takes in what comes of it later`() async throws {
    let log = ArrayLog()
    log.add("Other.event", on: .app)
    log.add("A.request", on: .app)
    let (test, page) = try await open("/ghostlight?event=2", log)
    await test.advance(by: .milliseconds(50))
    try await page.button("Only this chain").click()
    #expect(await page.texts.contains("1 of 2 events"))
    log.add("A.answer", on: .app, cause: 2, answers: 2)
    log.add("Other.event", on: .app)
    await test.advance(by: .milliseconds(400))
    #expect(await page.texts.contains("2 of 4 events"))
  }

  @Test func `an address opens an event`() async throws {
    let (_, page) = try await open("/ghostlight?event=4")
    #expect(await page.heading("StoreEvent.todo").isVisible)
  }

  /// A log of one event and what it led to.
  private func effects(_ count: Int) -> ArrayLog {
    let log = ArrayLog()
    log.add("A.root", on: .app, content: "{\"root\":true}")
    for number in 1...count { log.add("A.effect", on: .app, cause: 1, content: "effect \(number)") }
    return log
  }

  @Test func `all of a long chain is read, whichever of its events is open`() async throws {
    let (test, page) = try await open("/ghostlight?event=1", effects(450))
    await test.advance(by: .milliseconds(50))
    let texts = await page.texts
    #expect(texts.contains { $0.contains("\"root\": true") })
    #expect(Set(texts).isSuperset(of: (1...450).map { "effect \($0)" }))
    #expect(!texts.contains { $0.contains("This chain is longer") })
  }

  @Test func `an event that opens is shown in full, though its line has come before`() async throws {
    let (test, page) = try await open("/ghostlight", effects(2))
    await test.advance(by: .milliseconds(50))
    #expect(await page.texts.contains("{\"root\":true}"))
    try await page.button("A.effect, event, 2").click()
    #expect(await !page.texts.contains { $0.contains("\"root\": true") })
    try await page.button("The next event in the list, earlier").click()
    #expect(await page.texts.contains { $0.contains("\"root\": true") })
  }

  @Test func `a chain that is longer than is shown says so, and has the event that is open`() async throws {
    let (_, page) = try await open("/ghostlight?event=601", effects(600))
    #expect(await page.texts.contains("This chain is longer than the 500 events that are shown."))
    func rows() async -> Int { await page.names(of: .button).filter { $0 == "A.effect, event, 601" }.count }
    #expect(await rows() == 2, "in the list and in its chain")
    try await page.button("Only this chain").click()
    #expect(await page.texts.contains("500 of 601 events"))
    #expect(await rows() == 2)
  }

  @Test func `the address says which event is open`() async throws {
    let (_, page) = try await open("/ghostlight")
    try await page.button("StoreEvent.requestWriteTodo, event, 2").click()
    #expect(await page.path == "/ghostlight?event=2")
    try await page.button("The next event in the list, earlier").click()
    #expect(await page.path == "/ghostlight?event=1")
    try await page.link("Sessions").click()
    try await page.link("Events").click()
    #expect(await page.path == "/ghostlight", "that is what the link asks for")
    #expect(await page.heading("No event is open").isVisible)
  }

  @Test func `an event that its address names after another takes its place`() async throws {
    let (_, page) = try await open("/ghostlight?event=2")
    try await page.link("Sessions").click()
    try await page.visit("/ghostlight?event=4")
    #expect(await page.heading("StoreEvent.todo").isVisible)
    #expect(await page.path == "/ghostlight?event=4")
  }

  @Test func `the address says at which moment the slider rests`() async throws {
    let (test, page) = try await open("/ghostlight/sessions/ann-7Qw2")
    let rest = Duration.milliseconds(250)
    try await page.button("To the first event").click()
    #expect(await page.path == "/ghostlight/sessions/ann-7Qw2", "it may move on")
    await test.advance(by: rest)
    #expect(await page.path == "/ghostlight/sessions/ann-7Qw2?at=1")
    try await page.slider("Moment").fill("3")
    await test.advance(by: rest)
    #expect(await page.path == "/ghostlight/sessions/ann-7Qw2?at=6")
    try await page.button("To the first event").click()
    try await page.button("Play").click()
    await test.advance(by: .milliseconds(500))
    #expect(await page.texts.contains("Event 2 of 3"))
    #expect(await page.path == "/ghostlight/sessions/ann-7Qw2?at=6", "playing doesn't change it")
    try await page.button("Pause").click()
    await test.advance(by: rest)
    #expect(await page.path == "/ghostlight/sessions/ann-7Qw2?at=5")
  }

  @Test func `an address that names a moment before a session begins leads to its first`() async throws {
    let log = ArrayLog()
    for _ in 1...4 { log.add("Strange.event", on: .app) }
    for _ in 5...7 { log.add("Own.event", on: .session("mine")) }
    let (_, page) = try await open("/ghostlight/sessions/mine?at=1", log)
    #expect(await page.texts.contains("Event 1 of 3"))
  }

  @Test func `sessions are listed and lead to their moments`() async throws {
    let (_, page) = try await open("/ghostlight/sessions")
    try await page.link("ann-7Qw2").click()
    #expect(await page.path == "/ghostlight/sessions/ann-7Qw2")
    #expect(await page.texts.contains("Event 3 of 3"))
  }

  /// The list counted the screens that are recorded beside them too.
  @Test func `a session has as many events in the list as on its own page`() async throws {
    let log = ArrayLog()
    for _ in 1...3 {
      log.add("Own.event", on: .session("mine"))
      log.add("SessionEvent.shown", on: .session("mine"))
    }
    let (_, page) = try await open("/ghostlight/sessions", log)
    #expect(await page.texts.contains("3 events"))
    try await page.link("mine").click()
    #expect(await page.texts.contains("Event 3 of 3"))
  }

  @Test func `a session that the server has is told from one that was left`() async throws {
    let (_, page) = try await open("/ghostlight/sessions", live: ["ann-7Qw2"])
    let texts = await page.texts
    #expect(texts.filter { ["live", "away", "ended"].contains($0) } == ["live", "away"])
    #expect(texts.contains("to 00:00:00") && texts.contains("last seen 1970-01-01 00:00:00 UTC"))
  }

  @Test func `a slider goes through a session's events, with their screens and what changes`() async throws {
    let (test, page) = try await open("/ghostlight/sessions/ann-7Qw2?at=1")
    #expect(await page.texts.contains("Event 1 of 3"))
    try await page.button("One event on").click()
    #expect(await page.texts.contains("Event 2 of 3"))
    try await page.tab("Changes").click()
    let texts = await page.texts
    #expect(texts.contains { $0.contains("− item 1") } && texts.contains { $0.contains("+ item 5") })
    try await page.button("To the first event").click()
    try await page.button("Play").click()
    for _ in 0..<3 { await test.advance(by: .milliseconds(500)) }
    #expect(await page.texts.contains("Event 3 of 3"))
    #expect(await page.button("Play").isVisible)
  }

  @Test func `a slider shows the session's own events when the list has forgotten the older half`() async throws {
    let log = ArrayLog()
    for number in 1...6 { log.add("Own.event\(number)", on: .session("mine"), content: "own \(number)") }
    let (test, page) = try await open("/ghostlight/sessions/mine?at=2", log, keeping: 10)
    #expect(await page.texts.contains("Event 2 of 6"))
    for _ in 1...7 { log.add("Strange.event", on: .session("other"), content: "strange") }
    log.add("Own.event7", on: .session("mine"), content: "own 7")
    await test.advance(by: .seconds(1))
    try await page.button("One event on").click()
    #expect(await page.texts.contains("Event 3 of 6"))
    #expect(await page.texts.contains { $0.contains("own 3") })
    #expect(await !page.texts.contains { $0.contains("range") })
    try await page.button("1 new event").click()
    #expect(await page.texts.contains("Event 7 of 7"))
    #expect(await page.texts.contains("Own.event7"))
  }

  @Test func `a session that is older than what the list keeps is read from the log`() async throws {
    let log = ArrayLog()
    for number in 1...6 { log.add("Own.event\(number)", on: .session("mine"), content: "own \(number)") }
    log.add("SessionEvent.shown", on: .session("mine"))
    for _ in 1...30 { log.add("Strange.event", on: .session("other"), content: "strange") }
    let (test, page) = try await open("/ghostlight/sessions/mine?at=2", log, keeping: 10)
    #expect(await page.texts.contains("Event 2 of 6"))
    #expect(await page.heading("Own.event2").isVisible)
    #expect(await page.texts.contains { $0.contains("own 2") })
    log.add("Own.event7", on: .session("mine"))
    for _ in 1...30 { log.add("Strange.event", on: .session("other")) }
    log.add("Own.event8", on: .session("mine"))
    await test.advance(by: .seconds(1))
    try await page.button("1 new event").click()
    #expect(await page.texts.contains("Event 8 of 8"), "the seventh had been forgotten too")
    let list = try await test.open("/ghostlight")
    #expect(
      await list.texts.contains { $0.contains(/^\d+ events; those before event \d\d are too old for this list$/) })
    let nobody = try await test.open("/ghostlight/sessions/nobody")
    #expect(await nobody.texts.contains("Nothing is recorded of this session."))
  }

  @Test func `a list of sessions that is cut says so`() async throws {
    let log = ArrayLog()
    for number in 1...500 { log.add("Own.event", on: .session("s\(1000 + number)")) }
    let (test, page) = try await open("/ghostlight/sessions", log)
    func isCut() async -> Bool { await page.texts.contains { $0.hasPrefix("The youngest 500 sessions; older ones: ") } }
    #expect(await !isCut())
    log.add("Own.event", on: .session("s2000"))
    await test.advance(by: .seconds(1))
    #expect(await isCut())
    #expect(await page.names(of: .link).filter { $0.hasPrefix("s") }.count == 500)
  }

  @Test func `a screen that can't be brought back is told so`() async throws {
    let (_, page) = try await open("/ghostlight/sessions/ann-7Qw2", replays: false)
    #expect(await page.texts.contains { $0.contains("too old") })
  }

  @Test func `a session of which nothing is recorded is told so, and nothing else until there is something`()
    async throws
  {
    let log = ArrayLog.oneClick
    let (test, page) = try await open("/ghostlight/sessions/nobody", log)
    #expect(await page.texts.contains("Nothing is recorded of this session."))
    for role in [Role.button, .combobox, .slider, .tab, .img] { #expect(await page.names(of: role) == []) }
    #expect(await page.link("To the list of sessions").isVisible)
    log.add("Own.event", on: .session("nobody"))
    await test.advance(by: .seconds(1))
    #expect(await page.texts.contains("Event 1 of 1"))
    #expect(await page.button("Play").isVisible)
    #expect(await !page.link("To the list of sessions").isVisible)
  }

  @Test func `everything has a name for who doesn't see it`() async throws {
    for path in [
      "/ghostlight?event=4", "/ghostlight/sessions", "/ghostlight/sessions/ann-7Qw2", "/ghostlight/figures",
    ] {
      let (_, page) = try await open(path)
      #expect(await page.unnamedElements() == [], "\(path)")
    }
  }
}
