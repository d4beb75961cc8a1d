import EventLog
import EventStream
import Foundation
import Logging
import Synchronization
import Testing
import ViewKit
import WebRenderer

@testable import WebServer

/// Sessions that come back from a log: in the same program and in another, with a snapshot and without.
@Suite struct SessionReturnTests: CountingProcesses {
  private final class Count: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  private final class Renamed: Controller {
    override func loadView() -> View { Stack.main(Button("Something else")) }
  }

  @Test func `a session returns from its snapshot and what came after, and its page goes on`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 5)
    #expect(try await snapshot(in: log, of: session) != nil)
    try await press(session, times: 2, from: 6)
    try await log.flush()
    let recording = try await SessionRecording.read(session.id, from: log, near: .max, keptBy: "first")
    #expect(recording.start != nil)
    #expect(recording.turns.count < 7)

    let back = try #require(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "7")
    #expect(back.lastFinished == 7)
    #expect(back.outbox.place(of: session.outbox.sequence) == back.outbox.sequence)
    #expect(!back.outbox.needsFresh)
    #expect(try await view(back, "More") == view(session, "More"))
    try await press(back, times: 1, from: 8)
    #expect(await text(back) == "8")
  }

  /// A process shows what a user does before it is recorded. The next one doesn't know of it, and counts on from what it knows.
  @Test func `a page that was shown what wasn't recorded gets a picture, and one that wasn't goes on`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 3)
    try await log.flush()
    let recorded = session.outbox.sequence
    // What the first one does from now on is in no log that the others have: it has ended when they begin.
    let left = try MemoryLog()
    try await left.add(try await log.records(of: .session(session.id), after: 0, limit: .max), with: [], of: nil)
    let back = try #require(try await process(left).connect(session.id, token: session.token, visitor: "v", from: "a"))
    try await press(session, times: 2, from: 4)
    try await press(back, times: 3, from: 4)
    for (sequence, isKnown) in [(recorded, true), (session.outbox.sequence, false), (recorded - 1, false)] {
      let place = back.outbox.place(of: sequence)
      #expect((place != sequence) == isKnown)
      let connection = back.outbox.connect(having: place)
      if case .messages = back.outbox.next(for: connection) {
        #expect(isKnown)
      } else {
        #expect(!isKnown)
        _ = back.outbox.takeFresh()
      }
    }
    // What came of the second process has numbers that the third one knows.
    try await left.flush()
    let third = try #require(try await process(left).connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(third.outbox.place(of: back.outbox.sequence) == third.outbox.sequence)
    #expect(third.outbox.place(of: recorded) == recorded)
  }

  /// Busy servers don't record every screen: what says then that a turn was recorded to its end is its last event.
  @Test(arguments: [false, true])
  func `a page goes on behind a turn whose screen wasn't recorded, if all of the turn was`(_ isQuick: Bool) async throws
  {
    let log = try HeldLog(isQuick: isQuick)
    let session = try await open(process(log, snapshots: 0, screenInterval: 0))
    try await press(session, times: 3)
    try await log.flush()
    let back = try #require(
      try await process(log, snapshots: 0, screenInterval: 0).connect(
        session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "3")
    #expect((back.outbox.place(of: session.outbox.sequence) == back.outbox.sequence) == !isQuick)
  }

  /// Whoever knew a session's name could have the log searched for it without end.
  @Test func `an address asks for sessions in vain no faster than it may open pages`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 3)
    try await log.flush()
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 1
    let store = process(log, configuration: configuration)
    for _ in 0..<16 {
      #expect(try await store.connect(session.id, token: "wrong", visitor: "v", from: "b") == nil)
    }
    await #expect(throws: SessionStore.Refusal.self) {
      try await store.connect(session.id, token: "wrong", visitor: "v", from: "b")
    }
    // What isn't in vain costs nothing, and another address has nothing to do with it.
    let back = try await store.connect(session.id, token: session.token, visitor: "v", from: "a")
    #expect(back != nil)
    for _ in 0..<16 { _ = try store.admit(from: "a") }
  }

  /// The log wasn't searched, and it counted as if it had been.
  @Test func `a session for which there is no place costs its address nothing`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await log.flush()
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 1
    configuration.maximumSessionsPerAddress = 0
    let store = process(log, configuration: configuration)
    for _ in 0..<40 {
      await #expect(throws: SessionStore.Refusal.tooMany) {
        try await store.connect(session.id, token: session.token, visitor: "v", from: "a")
      }
    }
  }

  /// Its page had been given its time when it began to be brought back, and it was swept away before that could come.
  @Test func `a session that takes long to come back waits for its page from then on`() async throws {
    final class Slow: Controller {
      override func loadView() -> View {
        Thread.sleep(forTimeInterval: 0.3)
        return Stack.main(Label("here"))
      }
    }
    let log = try MemoryLog()
    let session = try await open(process(log) { Slow() })
    try await log.flush()
    var configuration = ServerConfiguration()
    configuration.firstConnectionGrace = .milliseconds(200)
    let store = process(log, configuration: configuration) { Slow() }
    let back = try await store.find(session.id, token: session.token, visitor: "v", from: "a") {
      store.session(session.id, token: session.token, visitor: "v")
    }
    await store.sweep(now: .now)
    #expect(back != nil)
    #expect(store.count == 1)
    await store.sweep(now: .now + .milliseconds(300))
    #expect(store.count == 0)
  }

  /// Each connection of a mounted app's page counted as one that was asked for in vain, since the app's log doesn't know it.
  @Test func `a page of a mounted app costs its address nothing when it connects`() async throws {
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 1
    let app = process(try MemoryLog(), configuration: configuration)
    let mounted = process(try MemoryLog())
    let session = try await open(mounted)
    let desk = ConnectionDesk(stores: [app, mounted], grace: .seconds(1), monitor: nil)
    for _ in 0..<40 {
      let found = try await desk.connect(session.id, token: session.token, visitor: "v", from: "a")
      #expect(found?.session === session)
    }
  }

  /// Those of a school, say, all come back in the second in which the server does.
  @Test func `sessions of one address come back at once, however many pages it may open`() async throws {
    let log = try MemoryLog()
    let before = process(log)
    var sessions: [WebSession] = []
    for _ in 0..<40 { sessions.append(try await open(before)) }
    for session in sessions { try await press(session, times: 1) }
    try await log.flush()
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 1
    let store = process(log, configuration: configuration)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for session in sessions {
        group.addTask {
          try await store.connect(session.id, token: session.token, visitor: "v", from: "a") != nil
        }
      }
      for try await isBack in group { #expect(isBack) }
    }
    #expect(store.count == 40)
  }

  /// It got the answer that the other one got, and began another session.
  @Test func `a session's page finds it while somebody else asks for it in vain`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 300)
    try await log.flush()
    for _ in 0..<10 {
      let store = process(log)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<5 {
          group.addTask {
            let found = try await store.connect(session.id, token: "wrong", visitor: "v", from: "b")
            #expect(found == nil)
          }
        }
        group.addTask {
          let back = try await store.connect(session.id, token: session.token, visitor: "v", from: "a")
          #expect(back != nil)
        }
        try await group.waitForAll()
      }
      #expect(store.count == 1)
      // The next process finds it as it is.
      await store.end()
    }
  }

  @Test func `a session that is about to end has ended before it returns`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await open(store)
    try await press(session, times: 2)
    let isLate = Mutex(true)
    let held = Task {
      await session.live.withScreen { _ in
        Thread.sleep(forTimeInterval: 0.3)
        isLate.withLock { $0 = false }
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    let sweeping = Task { await store.sweep(now: .now + .seconds(100)) }
    while store.count > 0 { await Task.yield() }
    #expect(!store.letGo(of: session.id))
    let back = try #require(try await store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(!isLate.withLock { $0 })
    #expect(await session.live.withScreen { _ in true } == nil)
    #expect(await text(back) == "2")
    await sweeping.value
    await held.value
    #expect(store.count == 1)
    #expect(!store.letGo(of: session.id))
  }

  /// A server that tries at once what others haven't outlived.
  private var hasty: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.suspectPatience = .zero
    return configuration
  }

  private func notes(of session: WebSession, in log: any EventLog) async throws -> [String] {
    try await log.records(of: .session(session.id), after: 0, limit: .max).map(\.name)
      .filter { $0.hasPrefix("SessionEvent.return") }
  }

  @Test func `a session that no process outlives by itself isn't played for ever`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 3)
    for _ in 0..<2 {
      // As processes leave it that end while the session is played.
      await journal(log).noteReturn(of: session.id, isAlone: false)
      for _ in 1..<SessionRecording.mostUnfinishedReturnsAlone {
        await journal(log).noteReturn(of: session.id, isAlone: true)
      }
      let next = process(log, configuration: hasty)
      let back = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
      // It has come back: what was before doesn't count the next time.
      #expect(await text(back) == "3")
    }
    for _ in 1...SessionRecording.mostUnfinishedReturnsAlone {
      await journal(log).noteReturn(of: session.id, isAlone: true)
    }
    let count = try await log.records(of: .session(session.id), after: 0, limit: .max).count
    let last = process(log, configuration: hasty)
    #expect(try await last.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    // It gets no older by being asked for.
    #expect(try await log.records(of: .session(session.id), after: 0, limit: .max).count == count)
  }

  @Test func `a session that was played among others when processes ended comes back, by itself`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 3)
    for _ in 0..<9 { await journal(log).noteReturn(of: session.id, isAlone: false) }
    let back = try #require(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "3")
    #expect(
      try await notes(of: session, in: log).suffix(3) == [
        "SessionEvent.returning", "SessionEvent.returningAlone", "SessionEvent.returned",
      ])
    #expect(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a") != nil)
    #expect(
      try await notes(of: session, in: log).suffix(2) == ["SessionEvent.returning", "SessionEvent.returned"])
  }

  @Test func `processes that are killed at once note nothing of a session that one hasn't outlived`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 3)
    await journal(log).noteReturn(of: session.id, isAlone: true)
    var configuration = ServerConfiguration()
    configuration.suspectPatience = .seconds(1000)
    let young = process(log, configuration: configuration)
    let asking = Task { try await young.connect(session.id, token: session.token, visitor: "v", from: "a") }
    while !young.has(session.id) { await Task.yield() }
    try await Task.sleep(for: .milliseconds(50))
    #expect(try await notes(of: session, in: log) == ["SessionEvent.returningAlone"])
    await young.end()
    // It may come back in the next.
    await #expect(throws: SessionStore.Refusal.tooMany) { try await asking.value }

    configuration.suspectPatience = .milliseconds(60)
    let older = process(log, configuration: configuration)
    #expect(try await older.connect(session.id, token: session.token, visitor: "v", from: "a") != nil)
    #expect(older.begun.duration(to: .now) >= .milliseconds(60))
  }

  @Test func `sessions that wait to be played by themselves hold up no others`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let innocent = try await open(store)
    try await press(innocent, times: 2)
    var suspects: [WebSession] = []
    for _ in 0..<9 {
      let suspect = try await open(store)
      try await press(suspect, times: 1)
      await journal(log).noteReturn(of: suspect.id, isAlone: true)
      suspects.append(suspect)
    }
    var configuration = ServerConfiguration()
    configuration.suspectPatience = .seconds(1000)
    let next = process(log, configuration: configuration)
    for suspect in suspects {
      Task { try await next.connect(suspect.id, token: suspect.token, visitor: "v", from: "a") }
      while !next.has(suspect.id) { await Task.yield() }
    }
    let back = try await next.connect(innocent.id, token: innocent.token, visitor: "v", from: "a")
    #expect(back != nil)
    await next.end()
  }

  @Test func `whoever may not speak for a session leaves no note of its return`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 1)
    for _ in 0..<3 {
      #expect(try await process(log).connect(session.id, token: RandomToken.make(), visitor: "v", from: "a") == nil)
    }
    #expect(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a") != nil)
  }

  @Test func `a snapshot that a refused intent's turn leads to counts the intent`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, snapshots: 3))
    try await press(session, times: 1)
    #expect(session.take(2))
    await #expect(throws: IntentRefusal.notOnScreen) {
      try await session.receive(Intent(.view(90_000), .tap), number: 2)
    }
    _ = try await snapshot(in: log, of: session)
    #expect(try await KeptSession.read(session.id, from: log)?.kept.lastIntent == 2)
  }

  /// All of it would be played each time, and the log could forget nothing of it.
  @Test func `a session that returns often is kept, however little is done in each of its stays`() async throws {
    let log = try MemoryLog()
    var session = try await open(process(log, snapshots: 8))
    for round in 0..<8 {
      try await press(session, times: 3, from: 3 * round + 1)
      try await log.flush()
      let next = process(log, snapshots: 8)
      session = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
      #expect(await text(session) == "\(3 * round + 3)")
    }
    #expect(try await snapshot(in: log, of: session) != nil)
    let recording = try await SessionRecording.read(session.id, from: log, near: .max, keptBy: "first")
    #expect(recording.turns.count < 16)
  }

  /// Its text would be gone without a word: the recording says that it was taken, and not what became of it. A snapshot that is taken
  /// behind it is all that is played.
  @Test(arguments: [0, 3])
  func `what was refused is said again by the process that brings the session back`(snapshots: Int) async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, snapshots: snapshots))
    try await press(session, times: 1)
    let shown = session.outbox.sequence
    #expect(session.take(2))
    try? await session.receive(Intent(.view(90_000), .tap), number: 2)
    if snapshots > 0 { _ = try await snapshot(in: log, of: session) }
    try await log.flush()
    #expect((try await KeptSession.read(session.id, from: log) != nil) == (snapshots > 0))
    var store = process(log, snapshots: snapshots)
    let back = try #require(try await store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(back.lastFinished == 2)
    func told(_ session: WebSession, having sequence: Int) -> [String] {
      let connection = session.outbox.connect(having: session.outbox.place(of: sequence), confirming: 2)
      guard case .messages(let mark, _) = session.outbox.next(for: connection) else { return [] }
      return session.outbox.take(upTo: mark, for: connection).map(\.text)
    }
    let words = told(back, having: shown)
    #expect(words.count == 2 && words[0].hasPrefix("[\"r\",2,\"absent\"") && words[1] == "[\"k\",2]", "\(words)")
    // And by the next, to a page that was away meanwhile; but to none that has been shown what came behind it.
    try await press(back, times: 1, from: 3)
    try await log.flush()
    store = process(log, snapshots: snapshots)
    let third = try #require(try await store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(told(third, having: back.outbox.sequence) == ["[\"k\",2]"])
  }

  private final class SigningIn: Controller {
    let password = TextInput.password("Password")
    private let told = Label()

    override func loadView() -> View {
      let sent = Label()
      password.onChange = { [unowned self] in told.text = "told “\($0)”" }
      let button = Button("Sign in") { [unowned self] in sent.text = "sent “\(password.text)”" }
      return Stack.main(told, password, sent, button)
    }
  }

  /// A session of the first process, in which a password has been typed; and where.
  private func withPassword(in log: MemoryLog) async throws -> (WebSession, IntentTarget) {
    let session = try await open(process(log, snapshots: 0) { SigningIn() })
    let password = IntentTarget.view(try await view(session, "Password"))
    #expect(session.take(1))
    try await session.receive(Intent(password, .change, .text("hunter2")), number: 1)
    try await log.flush()
    return (session, password)
  }

  @Test(arguments: ["first", "second"])
  func `what was typed into a private input is said again by its page, and nothing stands in for it`(
    program: String
  ) async throws {
    let log = try MemoryLog()
    let (session, _) = try await withPassword(in: log)
    let next = process(log, program: program, snapshots: 0) { SigningIn() }
    let back = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(back.lacksPrivate)
    let html = try #require(await back.picture()?.html)
    #expect(html.contains("told “”") && html.contains("data-private") && !html.contains("•"))

    // As its page numbers it: behind what was taken.
    let found = IntentTarget.view(try await view(back, "Password"))
    #expect(back.take(2))
    #expect(!back.lacksPrivate)
    try await back.receive(Intent(found, .change, .text("hunter2")), number: 2)
    #expect(back.take(3))
    try await back.receive(Intent(.view(try await view(back, "Sign in")), .tap), number: 3)
    #expect(await back.picture()?.html.contains("sent “hunter2”") == true)
    try await log.flush()
    let kept = try #require(try await SessionExport(session.id, from: log))
    #expect(try !kept.jsonLines().contains("hunter2"))
  }

  /// The page doesn't know that there was another process in between.
  @Test(arguments: [false, true])
  func `a page is asked what was typed into a private input although a process has ended before it was`(
    _ isKept: Bool
  ) async throws {
    let log = try MemoryLog()
    let (session, _) = try await withPassword(in: log)
    let next = process(log, snapshots: isKept ? 1 : 0) { SigningIn() }
    let between = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(try await (snapshot(in: log, of: between) != nil) == isKept)
    // What the page says beside its connection, as that it uploads something, says nothing of that.
    try await between.live.receive(Intent(.view(try await view(between, "Sign in")), .tap))
    try await log.flush()
    for program in ["first", "second"] {
      let next = process(log, program: program, snapshots: 0) { SigningIn() }
      let back = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
      #expect(back.lacksPrivate)
      try await log.flush()
    }
    // What the page's user does says that the page has been asked.
    let last = process(log, program: "second", snapshots: 0) { SigningIn() }
    let back = try #require(try await last.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(back.take(2))
    try await back.receive(Intent(.view(try await view(back, "Sign in")), .tap), number: 2)
    try await log.flush()
    let after = process(log, program: "second", snapshots: 0) { SigningIn() }
    #expect(try await after.connect(session.id, token: session.token, visitor: "v", from: "a")?.lacksPrivate == false)
  }

  /// What waits keeps its numbers, by which its requests are known.
  @Test func `it is said without a number, and of nothing but private inputs`() async throws {
    let log = try MemoryLog()
    let (session, password) = try await withPassword(in: log)
    let next = process(log, snapshots: 0) { SigningIn() }
    let back = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
    try await back.live.receivePrivate(Intent(password, .change, .text("hunter2")))
    #expect(await back.picture()?.html.contains("told “hunter2”") == true)
    let button = IntentTarget.view(try await view(back, "Sign in"))
    await #expect(throws: IntentRefusal.notAllowed) { try await back.live.receivePrivate(Intent(button, .tap)) }
    #expect(back.lastTaken == 1)
    try await log.flush()
    // Nor is it in the recording, and it must be said once more after the next kill.
    let kept = try #require(try await SessionExport(session.id, from: log))
    #expect(try !kept.jsonLines().contains("hunter2"))
    let third = process(log, snapshots: 0) { SigningIn() }
    let again = try #require(try await third.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(again.lacksPrivate && again.lastTaken == 1)
  }

  @Test func `a page of which nothing private is missing isn't asked for it`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, snapshots: 0) { SigningIn() })
    try await log.flush()
    let next = process(log, snapshots: 0) { SigningIn() }
    let back = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(!back.lacksPrivate)
  }

  /// What it had begun so far went on without it: whatever only the end of a session takes back.
  @Test func `what was begun of a session that doesn't come back ends`() async throws {
    final class Ending: Controller {
      let ends: Count
      init(_ ends: Count) { self.ends = ends }
      override func loadView() -> View { Stack.main(Button("Something else")) }
      override func didEnd() { ends.add() }
    }
    let log = try MemoryLog()
    let session = try await open(process(log, snapshots: 0))
    try await press(session, times: 1)
    try await log.flush()
    let ends = Count()
    let next = process(log, program: "second", snapshots: 0) { Ending(ends) }
    #expect(try await next.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    #expect(ends.count == 1)
  }

  @Test func `a session whose recording is being forgotten doesn't come back`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 1)
    let next = process(log)
    #expect(next.letGo(of: session.id))
    #expect(try await next.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    await next.noteForgotten()
    #expect(try await next.connect(session.id, token: session.token, visitor: "v", from: "a") != nil)
    #expect(!next.letGo(of: session.id))
  }

  @Test func `sessions that come back count among those of the server and of their address`() async throws {
    let log = try MemoryLog()
    let first = process(log)
    var sessions: [WebSession] = []
    for _ in 0..<6 { sessions.append(try await open(first)) }
    var configuration = ServerConfiguration()
    configuration.maximumSessions = 4
    configuration.maximumSessionsPerAddress = 3
    let second = process(log, configuration: configuration)
    for (address, expected) in [("a", 3), ("b", 4)] {
      try await withThrowingTaskGroup { group in
        for session in sessions {
          group.addTask { _ = try? await second.connect(session.id, token: session.token, visitor: "v", from: address) }
        }
        try await group.waitForAll()
      }
      #expect(second.count == expected)
    }
    // What is swept makes room again, for its address too.
    for session in sessions { second.session(session.id, token: session.token, visitor: "v")?.disconnect(grace: .zero) }
    for session in sessions { second.session(session.id, token: session.token, visitor: "v")?.disconnect(grace: .zero) }
    await second.sweep(now: .now + .seconds(1))
    #expect(second.count == 0)
    let back = try await second.connect(sessions[0].id, token: sessions[0].token, visitor: "v", from: "a")
    #expect(back != nil)
  }

  @Test func `a session that has returned is kept again, and returns again`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 6)
    _ = try await snapshot(in: log, of: session)
    var back = session
    for round in 1...3 {
      try await log.flush()
      back = try #require(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a"))
      try await press(back, times: 6, from: round * 6 + 1)
      #expect(await text(back) == "\(round * 6 + 6)")
      try await Task.sleep(for: .milliseconds(20))
    }
    let recording = try await SessionRecording.read(session.id, from: log, near: .max, keptBy: "first")
    #expect(recording.turns.count < 10)
  }

  @Test func `without snapshots all of it is played`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, snapshots: 0))
    try await press(session, times: 9)
    try await log.flush()
    let back = try #require(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "9")
  }

  @Test func `another program finds what was acted on by its name, and the page must forget its numbers`() async throws
  {
    let log = try MemoryLog()
    let session = try await open(process(log, snapshots: 0))
    let name = try await view(session, "Name")
    try await session.live.receive(Intent(.view(name), .change, .text("ann")), number: 1)
    try await press(session, times: 3, from: 2)
    try await log.flush()
    let second = process(log, program: "second", snapshots: 0) { Counting(isRebuilt: true) }
    let back = try #require(try await second.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "3")
    let field = try await view(back, "Name")
    #expect(await back.live.withScreen { $0.view(field)?[text: .value] } == "ann")
    #expect(try await view(back, "More") > 10_000)
    // What the page still says by its old numbers hits nothing.
    await #expect(throws: IntentRefusal.notOnScreen) {
      try await back.live.receive(Intent(.view(name), .change, .text("bo")), number: 5)
    }
    back.outbox.connect(having: session.outbox.sequence)
    #expect(await back.picture()?.isNumberedAnew == true)
    back.outbox.connect(having: back.outbox.sequence)
    #expect(await back.picture()?.isNumberedAnew == false)

    // The next process of that program plays both.
    try await press(back, times: 1, from: 6)
    try await log.flush()
    let third = process(log, program: "second", snapshots: 0) { Counting(isRebuilt: true) }
    let again = try #require(try await third.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(again) == "4")
    #expect(try await view(again, "More") == view(back, "More"))
    again.outbox.connect(having: session.outbox.sequence)
    #expect(await again.picture()?.isNumberedAnew == true)
  }

  @Test(arguments: [0, 4])
  func `a session of an app whose events have changed returns, with a snapshot and without`(_ snapshots: Int)
    async throws
  {
    let migrations = LogMigrations([.removed("ShopEvent.old")], [.renamed("ShopEvent.one", to: "ShopEvent.two")])
    let log = try MemoryLog(version: migrations.version)
    let session = try await open(process(log, snapshots: snapshots, migrations: migrations))
    try await press(session, times: 6)
    if snapshots > 0 { _ = try await snapshot(in: log, of: session) }
    try await log.flush()
    #expect(try await log.records(of: nil, after: 0, limit: 99).contains { $0.name == "SessionEvent.shown" })
    let next = process(log, snapshots: snapshots, migrations: migrations)
    let back = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "6")
  }

  @Test func `a session whose last acts find nothing in another program isn't carried over`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, snapshots: 0))
    try await press(session, times: 3)
    try await log.flush()
    let second = process(log, program: "second") { Renamed() }
    #expect(try await second.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
  }

  @Test func `a snapshot that this program can't read is passed over`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 6)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    try await log.save(snapshot: Array("{}".utf8), of: session.id, at: 100)
    let back = try #require(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "6")
  }

  @Test func `what stands before a snapshot can be forgotten, and the session returns all the same`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 9)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    let before = try await log.records(of: .session(session.id), after: 0, limit: .max).count
    try await log.compact()
    #expect(try await log.records(of: .session(session.id), after: 0, limit: .max).count < before)
    let back = try #require(try await process(log).connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "9")
    // Another program has only the snapshot of this one, which does where the screen is built alike.
    let rebuilt = process(log, program: "second") { Counting(isRebuilt: true) }
    #expect(try await rebuilt.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    let second = process(log, program: "third")
    let carried = try #require(try await second.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(carried) == "9")
    #expect(carried.lastFinished == 9)
    // The page must forget its numbers, as with any other program.
    #expect(try await view(carried, "More") > 10_000)
    #expect(await carried.picture()?.isNumberedAnew == true)
  }

  /// As a process leaves it that ends while it compacts its log.
  @Test func `what stands before a snapshot may be half forgotten`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 9)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    let latest = try #require(try await log.snapshot(of: session.id, before: .max))
    let records = try await log.records(of: .session(session.id), after: 0, limit: .max)
    #expect(records[2].position < latest.position)
    let left = try MemoryLog()
    try await left.add(Array(records.dropFirst(2)), with: [latest], of: nil)
    let second = process(left, program: "second")
    let back = try #require(try await second.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "9")
  }

  @Test(arguments: [(0.0, 0...0), (1_000_000, 7...7), (80, 1...6)])
  func `a recording has screens as they were, as far as their bytes a second go`(
    bytes: Double, count: ClosedRange<Int>
  ) async throws {
    let log = try MemoryLog()
    let journal = Journal(
      log, screenBytesPerSecond: bytes, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let store = SessionStore(
      CountingApp { Counting(isRebuilt: false) }, stream: AppStream(), configuration: ServerConfiguration(),
      journal: journal)
    let session = try await open(store)
    try await press(session, times: 6)
    try await log.flush()
    let recording = try await SessionRecording.read(session.id, from: log)
    #expect(recording.turns.count == 7)
    #expect(count.contains(recording.turns.count { $0.screen?.text != nil }))
    let changed = SessionPlayer(CountingApp { Counting(isRebuilt: false, step: 2) }, recording)
    let difference = await #expect(throws: SessionPlayer.Difference.self) { try await changed.verify() }
    #expect(difference?.turn == 1)
    let description = try #require(difference?.description)
    #expect(description.contains("--log-screens") == (difference?.expected == nil))
    if bytes > 1_000 { #expect(description.contains("1</") && description.contains("2</")) }
  }

  @Test func `a long session goes on in another program from what the one before has kept, if it can`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 9)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    let recorded = try #require(try await log.session(session.id))
    let (token, id) = (session.token, session.id)

    // What is played counts tens; what was kept has ones.
    let patient = process(log, program: "second", snapshots: 0, mostPlayed: recorded.count) {
      Counting(isRebuilt: false, step: 10)
    }
    #expect(await text(try #require(try await patient.connect(id, token: token, visitor: "v", from: "a"))) == "90")
    let hurried = process(log, program: "third", snapshots: 0, mostPlayed: recorded.count - 1) {
      Counting(isRebuilt: false, step: 10)
    }
    let carried = try #require(try await hurried.connect(id, token: token, visitor: "v", from: "a"))
    let shown = try #require(Int(await text(carried)))
    #expect(shown < 90 && shown % 10 != 0)
    #expect(carried.lastFinished == 9)
    #expect(await carried.picture()?.isNumberedAnew == true)
    // Its screen is built otherwise.
    let rebuilt = process(log, program: "fourth", snapshots: 0, mostPlayed: 0) { Counting(isRebuilt: true, step: 10) }
    #expect(try await rebuilt.connect(id, token: token, visitor: "v", from: "a")?.live.withScreen { $0.title } != nil)
    let whole = try #require(try await rebuilt.connect(id, token: token, visitor: "v", from: "a"))
    let more = try await view(whole, "More")
    #expect(more > 10_000)
    #expect(await picture(of: whole).contains(">90<"))
  }

  /// It was lost, and said to have had a dialog open all that time.
  @Test func `a session that is too long to be played goes on from its snapshot, whatever more this program keeps`()
    async throws
  {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 6)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    let (token, id) = (session.token, session.id)
    let hurried = process(log, program: "second", snapshots: 0, mostPlayed: 0, mostInputs: 5) { Later.Counting() }
    let back = try #require(try await hurried.connect(id, token: token, visitor: "v", from: "a"))
    // What only this program keeps is as at first, and counts what was done since.
    let shown = await text(back)
    #expect(shown.hasPrefix("6, ") && shown != "6, 6")
    try await log.flush()
    let patient = process(log, program: "second", snapshots: 0, mostPlayed: 0) { Later.Counting() }
    let whole = try #require(try await patient.connect(id, token: token, visitor: "v", from: "a"))
    #expect(await text(whole) == "6, 6")
  }

  @Test func `of a session that is too long to be played it is told whether it has a snapshot that does`()
    async throws
  {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 6)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    let told = Told()
    func comesBack(in store: SessionStore) async throws -> Bool {
      try await store.connect(session.id, token: session.token, visitor: "v", from: "a") != nil
    }
    let rebuilt = process(log, program: "second", mostPlayed: 0, mostInputs: 5, logger: told.logger()) {
      Counting(isRebuilt: true)
    }
    #expect(try await !comesBack(in: rebuilt))
    let newer = process(log, migrations: LogMigrations([]), mostInputs: 5, logger: told.logger())
    #expect(try await !comesBack(in: newer))
    // It has one that does, and too much came behind that.
    #expect(try await !comesBack(in: process(log, mostInputs: 1, logger: told.logger())))
    let lines = told.lines.withLock { $0 }
    try #require(lines.count == 4, "\(lines)")
    #expect(lines[0].contains("the screen is built otherwise"))
    for line in lines[1...2] { #expect(line.contains("it has no snapshot that does")) }
    #expect(lines[3].contains("behind its latest snapshot"))
  }

  private func picture(of session: WebSession) async -> String { await session.picture()?.html ?? "" }

  @Test func `what a view has kept isn't given to another program's view of another name`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    let name = try await view(session, "Name")
    try await session.live.receive(Intent(.view(name), .change, .text("ann")), number: 1)
    session.finish(1)
    try await press(session, times: 8, from: 2)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    try await log.compact()
    let renamed = process(log, program: "second") { Counting(isRebuilt: false, nameOfName: "Password") }
    #expect(try await renamed.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    let same = process(log, program: "third")
    let carried = try #require(try await same.connect(session.id, token: session.token, visitor: "v", from: "a"))
    let field = try await view(carried, "Name")
    #expect(await carried.live.withScreen { $0.view(field)?[text: .value] } == "ann")
  }

  @Test func `a session that was compacted plays on another machine`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, program: Program.identity))
    try await press(session, times: 7)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    try await log.compact()
    try await press(session, times: 2, from: 8)
    try await log.flush()
    let export = try #require(try await SessionExport(session.id, from: log))
    #expect(export.start != nil)
    let app = CountingApp { Counting(isRebuilt: false) }
    for back in [
      try SessionExport(jsonLines: export.jsonLines()), try SessionExport(propertyList: export.propertyList()),
    ] {
      let other = try MemoryLog()
      try await other.add((1...5).map { Self.appEvent($0) })
      try await back.add(to: other)
      for recording in [
        try SessionRecording(back), try await SessionRecording.read(session.id, from: other, through: .max),
      ] {
        let player = SessionPlayer(app, recording)
        try await player.seek(to: .max)
        #expect(await player.screen().html.contains(">9<"))
        await player.end()
      }
    }
  }

  private static func appEvent(_ number: UInt64) -> LogRecord {
    LogRecord(
      position: number, source: .app, name: "Some.thing", sequence: number, id: EventID(rawValue: 9 << 40 | number),
      cause: nil, answers: nil, requests: [], time: Timestamp(milliseconds: Int64(number)), marks: [], payload: .nothing
    )
  }
}
