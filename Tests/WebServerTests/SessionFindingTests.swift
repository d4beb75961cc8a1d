import EventLog
import EventMacros
import EventStream
import Foundation
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// Sessions that can't come back just now, that are held, and that somebody asks for whose they aren't.
@Suite struct SessionFindingTests: CountingProcesses {
  @Event(reach: .app) enum TownEvent {
    case rang(Int)
  }

  /// A screen that hears the app: when it comes back, the log is read for what it has missed.
  private final class Hearing: Counting {
    override func viewDidLoad() { on(\TownEvent.rang) { $0.count = $1 } }
  }

  private func connect(_ session: WebSession, _ store: SessionStore, token: String? = nil) async throws -> WebSession? {
    try await store.connect(session.id, token: token ?? session.token, visitor: "v", from: "a")
  }

  /// A name of the right form was enough for a place, and a wrong token for having all of the recording read.
  @Test func `whoever can't prove that a session is his takes no place`() async throws {
    let log = try HeldLog()
    let session = try await open(process(log))
    try await press(session, times: 3)
    try await log.flush()
    let store = process(log)
    for id in [session.id, RandomToken.make()] {
      log.hold()
      let asking = Task {
        try await store.connect(id, token: RandomToken.make(), visitor: "v", from: "b") == nil
      }
      while log.waiting == 0 { await Task.yield() }
      #expect(store.state.withLock { $0.count } == 0)
      log.release()
      #expect(try await asking.value)
    }
    #expect(try await connect(session, store) != nil)
  }

  @Test func `a session whose beginning has been forgotten is found all the same, by its page alone`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 9)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    try await log.compact()
    let store = process(log)
    #expect(try await connect(session, store, token: RandomToken.make()) == nil)
    let back = try #require(try await connect(session, store))
    #expect(await text(back) == "9")
  }

  /// Its page was told that it is gone, and threw it away.
  @Test func `a session that there is no place for may come back later`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await log.flush()
    var configuration = ServerConfiguration()
    configuration.maximumSessions = 1
    let store = process(log, configuration: configuration)
    let other = try await open(store)
    await #expect(throws: SessionStore.Refusal.tooMany) { try await connect(session, store) }
    await store.dismiss(other)
    #expect(try await connect(session, store) != nil)
  }

  @Test func `a session whose recording can't be read just now may come back later`() async throws {
    let log = try HeldLog()
    let session = try await open(process(log))
    try await log.flush()
    let store = process(log)
    log.isUnreadable = true
    await #expect(throws: SessionStore.Refusal.troubled) { try await connect(session, store) }
    log.isUnreadable = false
    #expect(try await connect(session, store) != nil)
  }

  /// It was made of what had been written, and the rest was written in between afterwards.
  @Test func `a session that ended while the log couldn't be written comes back when it can`() async throws {
    let log = try HeldLog()
    let store = process(log)
    let session = try await open(store)
    try await press(session, times: 1)
    try await log.flush()
    log.isFull = true
    try await press(session, times: 2, from: 2)
    await store.sweep(now: .now + .seconds(100))
    #expect(store.count == 0)
    for _ in 0..<2 {
      await #expect(throws: SessionStore.Refusal.troubled) { try await connect(session, store) }
    }
    log.isFull = false
    let back = try #require(try await connect(session, store))
    #expect(await text(back) == "3")
  }

  /// Its page was told that it is gone, for nothing was recorded of it yet.
  @Test func `a session that began and ended while the log couldn't be written comes back when it can`() async throws {
    let log = try HeldLog()
    let store = process(log)
    log.isFull = true
    let session = try await open(store)
    try await press(session, times: 2)
    await store.sweep(now: .now + .seconds(100))
    #expect(store.count == 0)
    await #expect(throws: SessionStore.Refusal.troubled) { try await connect(session, store) }
    #expect(try await store.connect(RandomToken.make(), token: session.token, visitor: "v", from: "a") == nil)
    log.isFull = false
    let back = try #require(try await connect(session, store))
    #expect(await text(back) == "2")
  }

  /// Each try was noted, and taken for a process that had ended of it: after five of them the session was lost.
  @Test func `a return that could not be finished just then is no end of a process`() async throws {
    let log = try HeldLog()
    let session = try await open(process(log) { Hearing(isRebuilt: false) })
    try await press(session, times: 3)
    try await log.flush()
    let store = process(log) { Hearing(isRebuilt: false) }
    log.failsBehindReturns = true
    await #expect(throws: SessionStore.Refusal.troubled) { try await connect(session, store) }
    log.isUnreadable = false
    // It isn't noted again, or the log would fail once more.
    let back = try #require(try await connect(session, store))
    #expect(await text(back) == "3")
  }

  /// The numbers that it had counted to stood for something else then.
  @Test func `a return that wasn't finished counts on as far, though its note isn't written yet`() async throws {
    let log = try HeldLog()
    let session = try await open(process(log) { Hearing(isRebuilt: false) })
    try await press(session, times: 3)
    try await log.flush()
    let store = process(log) { Hearing(isRebuilt: false) }
    (log.isFull, log.failsBehindReturns) = (true, true)
    await #expect(throws: SessionStore.Refusal.troubled) { try await connect(session, store) }
    (log.isUnreadable, log.failsBehindReturns) = (false, false)
    let back = try #require(try await connect(session, store))
    #expect(back.outbox.sequence >= session.outbox.sequence + 90_000)
  }

  /// Each had the log written and read, whatever it was told.
  @Test func `who is told to come back later may have the log read as often as he may open pages`() async throws {
    let log = try HeldLog()
    let session = try await open(process(log))
    try await log.flush()
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 1
    let store = process(log, configuration: configuration)
    log.isUnreadable = true
    for _ in 0..<16 {
      await #expect(throws: SessionStore.Refusal.troubled) { try await connect(session, store) }
    }
    log.isUnreadable = false
    do throws(SessionStore.Refusal) {
      _ = try await store.connect(session.id, token: session.token, visitor: "v", from: "a")
      Issue.record("it may")
    } catch {
      #expect(error != .troubled)
    }
  }

  /// A snapshot that is another program's, or doesn't do, has all of the recording played, in which this return was noted already.
  @Test func `a return counts once, whatever is played`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log))
    try await press(session, times: 5)
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    let other = try #require(try await connect(session, process(log, program: "second")))
    try await log.flush()
    let before = other.outbox.sequence
    let back = try #require(try await connect(session, process(log)))
    // One process has begun with it since, which counts a hundred thousand on; what another program may have shown is a thousand.
    #expect((before + 90_000..<before + 110_000).contains(back.outbox.sequence), "\(before) \(back.outbox.sequence)")
  }

  /// What was said to an ended session took its number, and was nowhere.
  @Test func `a session that has ended takes nothing more`() async throws {
    let session = try await open(process(try MemoryLog()))
    let more = try await view(session, "More")
    await session.end()
    try await session.receive(Intent(.view(more), .tap, .none), number: 1) { session.take(1) }
    _ = await session.live.visit(SessionVisit(number: 1, path: "/", isBack: false), if: { session.take(1) })
    #expect(session.lastTaken == 0)
  }

  @Test func `a session that is held for what its page has said isn't swept away`() async throws {
    let store = process(try MemoryLog())
    let session = try await open(store)
    let held = try #require(
      try await [store].hold(session.id, token: session.token, visitor: "v", from: "a"))
    await store.sweep(now: .now + .seconds(1000))
    #expect(store.count == 1)
    held.release()
    await store.sweep(now: .now + .seconds(1000))
    #expect(store.count == 0)
  }

  /// Of all others none ended any more, and the process didn't either.
  @Test func `a session that doesn't come to its end holds up no others`() async throws {
    let store = process(try MemoryLog())
    let (stuck, other) = (try await open(store), try await open(store))
    let held = Task { await stuck.live.withScreen { _ in Thread.sleep(forTimeInterval: 3) } }
    try await Task.sleep(for: .milliseconds(50))
    let time = await ContinuousClock().measure { await store.sweep(now: .now + .seconds(1000)) }
    #expect(time < .seconds(2.5))
    #expect(await other.live.withScreen { _ in true } == nil)
    await held.value
  }

  /// A clock that was set back made a session hear once more what it had heard.
  @Test func `how far a session has heard the app is the last in order, whatever the clock says`() throws {
    let recorder = LogRecorder(try MemoryLog(), .session("s"))
    func place(_ stream: UInt64, _ time: Int64) -> AppPlace {
      AppPlace(
        Envelope(
          recorded: SessionEvent.eventType, tag: 0, sequence: 1, id: EventID(rawValue: stream << 40 | 1),
          time: Timestamp(milliseconds: time), cause: nil, answers: nil, requests: []))
    }
    recorder.note(place(7, 2_000))
    recorder.note(place(9, 1_000))
    let own = StreamIdentity(of: EventID(rawValue: 5 << 40))
    #expect(recorder.place(of: own)?.id == EventID(rawValue: 9 << 40 | 1))
    recorder.note(place(5, 1_001))
    #expect(recorder.place(of: own)?.id == EventID(rawValue: 9 << 40 | 1))
    // It has heard another session's request, and the app's stream behind that: told once more what stands in between, it would have it twice.
    recorder.note(place(7, 1_002))
    #expect(recorder.place(of: own)?.time == Timestamp(milliseconds: 1_002))
  }

  @Test func `a session that has heard of nothing else goes on behind its own`() throws {
    let recorder = LogRecorder(try MemoryLog(), .session("s"))
    let own = EventID(rawValue: 5 << 40 | 1)
    #expect(recorder.place(of: StreamIdentity(of: own)) == nil)
    recorder.note(
      AppPlace(
        Envelope(
          recorded: SessionEvent.eventType, tag: 0, sequence: 1, id: own, time: Timestamp(milliseconds: 1), cause: nil,
          answers: nil, requests: [])))
    #expect(recorder.place(of: StreamIdentity(of: own))?.id == own)
  }
}
