import EventStream
import Synchronization
import Testing
import ViewKit

@testable import WebServer

@Suite struct SessionStoreTests {
  final class Counter: Sendable { let count = Atomic<Int>(0) }

  /// What a screen owns; it counts itself.
  final class Owned: Sendable {
    let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      counter.count.wrappingAdd(1, ordering: .relaxed)
    }
    deinit { counter.count.wrappingSubtract(1, ordering: .relaxed) }
  }

  final class Screen: Controller {
    let owned: Owned
    init(_ owned: Owned) {
      self.owned = owned
      super.init()
    }
  }

  struct App: LiveApp {
    let name = "Test"
    let make: @Sendable () -> Owned
    func session(for visitor: Visitor) -> Session {
      Session(screens: Routes { [make] in "/" ~> { Screen(make()) } })
    }
  }

  func store(
    _ change: (inout ServerConfiguration) -> Void = { _ in },
    _ make: @escaping @Sendable () -> Owned = { Owned(Counter()) }
  ) -> SessionStore {
    var configuration = ServerConfiguration()
    change(&configuration)
    return SessionStore(App(make: make), stream: AppStream(), configuration: configuration)
  }

  func open(_ store: SessionStore, visitor: String = "v", from address: String = "a") async throws -> WebSession {
    try await store.open("/", visitor: visitor, reading: ["en"], from: address)
  }

  /// Whether something comes about within a few seconds: a task lets go of what it has worked with an instant after it has said that it is
  /// done.
  func soon(_ isTrue: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(5)
    while !isTrue(), .now < deadline { try? await Task.sleep(for: .milliseconds(2)) }
    return isTrue()
  }

  @Test func `a session speaks only to who has its token and its visitor's cookie`() async throws {
    let store = store()
    let session = try await open(store)
    #expect(store.session(session.id, token: session.token, visitor: "v") === session)
    #expect(store.session(session.id, token: session.token, visitor: "w") == nil)
    #expect(store.session(session.id, token: session.token, visitor: nil) == nil)
    #expect(store.session(session.id, token: "x", visitor: "v") == nil)
    #expect(store.session("x", token: session.token, visitor: "v") == nil)
  }

  @Test func `of a visitor with more sessions than people have tabs the last are noted`() async throws {
    let store = store { $0.pagesPerSecond = 0 }
    var sessions: [WebSession] = []
    for _ in 0..<66 { sessions.append(try await open(store)) }
    #expect(store.state.withLock { $0.tabs } == ["v": sessions.dropFirst(2).map(\.id)])
    _ = store.connectPresent(sessions[0].id, token: sessions[0].token, visitor: "v", from: "a")
    #expect(store.state.withLock { $0.tabs["v"] } == sessions.dropFirst(3).map(\.id) + [sessions[0].id])
    sessions[0].disconnect(grace: .seconds(60))
    await store.sweep(now: .now + .seconds(600))
    #expect(store.state.withLock { $0.tabs } == [:])
  }

  @Test func `a session is there until its page has been gone for long`() async throws {
    let store = store()
    let session = try await open(store)
    #expect(store.has(session.id) && !store.has("x"))
    session.connect()
    session.disconnect(grace: .seconds(60))
    await store.sweep(now: .now + .seconds(1))
    #expect(store.has(session.id))
    await store.sweep(now: .now + .seconds(61))
    #expect(!store.has(session.id))
  }

  @Test func `a session leaves news longer where its page has never come`() async throws {
    let session = try await open(store())
    #expect(session.rest == .seconds(8))
    session.connect()
    #expect(session.rest == nil)
    session.disconnect(grace: .seconds(60))
    #expect(session.rest == .seconds(1))
    // One that has come back had a page.
    let back = try await open(store())
    back.waitForReturn(.seconds(20))
    #expect(back.rest == .seconds(1))
  }

  @Test func `sessions that come and go with their connections leave nothing behind`() async throws {
    struct Trace { weak var session: WebSession? }
    let counter = Counter()
    let store = store({ _ in }) { Owned(counter) }
    var traces: [Trace] = []
    for _ in 0..<50 {
      let session = try await open(store)
      session.connect()
      _ = await session.picture()
      // Of two connections the second takes over; both know the session that they write for.
      _ = session.outbox.connect(having: session.outbox.sequence) { [session] _, _ in _ = session.id }
      let number = session.outbox.connect(having: session.outbox.sequence) { [session] _, _ in _ = session.id }
      session.outbox.disconnect(number)
      session.disconnect(grace: .zero)
      traces.append(Trace(session: session))
    }
    #expect(counter.count.load(ordering: .relaxed) == 50)
    await store.sweep(now: .now + .seconds(1))
    #expect(store.count == 0)
    #expect(counter.count.load(ordering: .relaxed) == 0)
    #expect(await soon { traces.allSatisfy { $0.session == nil } })
  }

  @Test func `a closed tab's session is gone after its grace, with everything it owned`() async throws {
    let counter = Counter()
    weak var live: LiveSession?
    let store = store({ $0.sessionGrace = .seconds(10) }, { Owned(counter) })
    do {
      let session = try await open(store)
      live = session.live
      session.connect()
      session.disconnect(grace: .seconds(10))
    }
    await store.sweep(now: .now + .seconds(9))
    #expect(store.count == 1)
    #expect(counter.count.load(ordering: .relaxed) == 1)
    await store.sweep(now: .now + .seconds(11))
    #expect(store.count == 0)
    #expect(await soon { live == nil })
    #expect(counter.count.load(ordering: .relaxed) == 0)
  }

  @Test func `a page that never connects doesn't keep its session`() async throws {
    let store = store { $0.firstConnectionGrace = .seconds(5) }
    _ = try await open(store)
    await store.sweep(now: .now + .seconds(6))
    #expect(store.count == 0)
  }

  @Test func `a connected page keeps its session`() async throws {
    let store = store()
    try await open(store).connect()
    await store.sweep(now: .now + .seconds(100_000))
    #expect(store.count == 1)
  }

  @Test func `there are no more sessions than allowed`() async throws {
    let store = store { $0.maximumSessions = 2 }
    _ = try await open(store)
    _ = try await open(store)
    await #expect(throws: SessionStore.Refusal.self) { try await open(store) }
  }

  @Test func `one address can't open pages without end`() async throws {
    let store = store { $0.pagesPerSecond = 0.5 }
    for _ in 0..<8 { _ = try await open(store) }
    await #expect(throws: SessionStore.Refusal.self) { try await open(store) }
    _ = try await open(store, from: "b")
  }

  /// Each of those that somebody opened as fast as they went, and never connected, heard for twenty seconds what all others did.
  @Test(arguments: [(0.5, 16), (4, 20), (1e300, nil), (0, nil)])
  func `an address that opens pages that never come has the server keep few of them`(rate: Double, most: Int?)
    async throws
  {
    let store = store { $0.pagesPerSecond = rate }
    var sessions: [WebSession] = []
    for number in 0..<100 { sessions.append(try await open(store, from: "\(number)")) }
    sessions[1].connect()
    sessions[2].connect()
    sessions[2].disconnect(grace: .seconds(60))
    let quota = store.quota(of: "a")
    for session in sessions { quota.expect(session) }
    // Each has some seconds at least.
    await store.sweep(now: .now + .seconds(3))
    #expect(store.count == 100)
    await store.sweep(now: .now + .seconds(6))
    let kept = sessions.indices.filter { store.has(sessions[$0].id) }
    #expect(kept == most.map { [1, 2] + Array(100 - $0..<100) } ?? Array(0..<100))
  }

  @Test func `an operator may let one address open as many pages as it likes`() async throws {
    let store = store { $0.pagesPerSecond = 0 }
    for _ in 0..<30 { _ = try await open(store) }
    #expect(store.count == 30)
  }

  @Test func `one address can't take all places`() async throws {
    let store = store { $0.maximumSessionsPerAddress = 2 }
    let first = try await open(store, from: "2001:db8:1:2::1")
    _ = try await open(store, from: "2001:db8:1:2:ffff::7")
    await #expect(throws: SessionStore.Refusal.self) { try await open(store, from: "2001:db8:1:2::3") }
    _ = try await open(store, from: "2001:db8:1:3::1")
    await store.dismiss(first)
    _ = try await open(store, from: "2001:db8:1:2::3")
  }

  @Test(arguments: [
    ("2001:db8:0:5::9", "2001:0db8:0000:0005:1:2:3:4", true), ("2001:db8:0:5::9", "2001:db8:0:6::9", false),
    ("::ffff:10.0.0.7", "10.0.0.7", true), ("10.0.0.7", "10.0.0.8", false), ("unknown", "unknown", true),
  ])
  func `an address stands for those that one person can have`(one: String, other: String, isSame: Bool) {
    #expect((AddressQuota.key(of: one) == AddressQuota.key(of: other)) == isSame)
  }

  @Test func `what is said is paid for by the byte, by the session and by its address`() async throws {
    let store = store {
      $0.intentBytesPerSecond = 1_000
      $0.intentBytesPerSecondAndAddress = 2_000
    }
    let sessions = [try await open(store), try await open(store), try await open(store)]
    func pause(_ session: WebSession, _ bytes: Int) -> Duration {
      let (own, shared) = session.throttle(bytes)
      return max(own, shared)
    }
    #expect(pause(sessions[0], 4_000) == .zero)
    let wait = pause(sessions[0], 1_000)
    #expect(wait > .milliseconds(900) && wait <= .seconds(1))
    #expect(pause(sessions[1], 3_000) == .zero)
    // There is some left for each of them, but not for all.
    #expect(pause(sessions[2], 3_000) > .seconds(1))
    #expect(pause(try await open(store, from: "b"), 3_000) == .zero)
  }

  @Test func `a session may act for a while as quickly as it can, and then so often in a second`() async throws {
    let session = try await open(store { $0.intentsPerSecond = 50 })
    for _ in 0..<500 { #expect(session.throttle(0).own == .zero) }
    let wait = session.throttle(0).own
    #expect(wait > .zero && wait <= .milliseconds(20))
  }

  @Test func `an operator may let pages say as much as they like`() async throws {
    let session = try await open(
      store {
        $0.intentsPerSecond = 0
        $0.intentBytesPerSecond = 0
        $0.intentBytesPerSecondAndAddress = 0
      })
    for _ in 0..<2_000 {
      let (own, shared) = session.throttle(1_000_000)
      #expect((own, shared) == (.zero, .zero))
    }
    #expect(!session.isHasty)
  }

  @Test func `a rate that is next to nothing is one`() {
    let now = ContinuousClock.now
    var limit = RateLimit(rate: 1e-300, burst: 0, now: now)
    #expect(limit.take(now: now) > .seconds(1e6))
    var shared = SharedRate(rate: 1e-300, burst: 0, now: now)
    #expect(shared.take(1, now: now) > .seconds(1e6))
  }

  /// A flood of pages, or of what one page says, had its turn among people: a thousand screens followed a change a third later.
  @Test func `who asks for more than people do stands behind them`() async throws {
    let store = store {
      $0.pagesPerSecond = 10
      $0.intentsPerSecond = 10
    }
    let (crowd, other) = (store.quota(of: "a"), store.quota(of: "b"))
    for _ in 0..<8 { _ = crowd.takePage() }
    #expect(!crowd.isCrowd)
    for _ in 0..<8 { _ = crowd.takePage() }
    #expect(crowd.isCrowd && !other.isCrowd)
    let (hasty, person) = (try await open(store, from: "b"), try await open(store, from: "b"))
    for _ in 0..<20 { _ = hasty.throttle(10) }
    #expect(!hasty.isHasty)
    for _ in 0..<10 { _ = hasty.throttle(10) }
    #expect(hasty.isHasty && !person.isHasty && !other.isCrowd)
  }

  /// Very many were under way when the first was counted, and everybody of the address waited for half a minute.
  @Test func `what is asked for in vain keeps an address from opening pages for no more than a second`() {
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 10
    let quota = AddressQuota(configuration)
    for _ in 0..<3_000 { quota.countPage() }
    #expect(quota.waitForPage() > .zero)
    #expect(quota.waitForPage() < .milliseconds(1_200))
  }

  /// Half a megabyte of each of thousands of pages stood in memory for as long as their turn hadn't come.
  @Test func `what the pages of an address say is held together up to a bound`() {
    let quota = AddressQuota(ServerConfiguration())
    for _ in 0..<32 { #expect(quota.hold(bytes: 1 << 19)) }
    #expect(!quota.hold(bytes: 1 << 12))
    #expect(quota.hold(bytes: 100))
    quota.letGo(bytes: 100)
    quota.letGo(bytes: 1 << 19)
    #expect(quota.hold(bytes: 1 << 19))
    let other = AddressQuota(ServerConfiguration())
    #expect(other.hold(bytes: 1 << 25))
  }

  @Test func `many pages of one address are opened at a pace that leaves room for others`() async {
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 10
    let quota = AddressQuota(configuration)
    for _ in 0..<160 { #expect(quota.takePage() == .zero) }
    #expect(quota.takePage() > .zero)
    for _ in 0..<10 { #expect(quota.openPage() == .zero) }
    let waits = (0..<20).map { _ in quota.openPage() }
    #expect(waits[0] > .milliseconds(30) && waits[0] <= .milliseconds(50))
    #expect(waits[19] > .milliseconds(900) && waits[19] <= .seconds(1))
    configuration.pagesPerSecond = 0
    let unlimited = AddressQuota(configuration)
    for _ in 0..<1_000 { #expect(unlimited.takePage() == .zero && unlimited.openPage() == .zero) }
  }

  @Test func `intents are taken once and in order`() async throws {
    let session = try await open(store())
    #expect(session.take(1))
    #expect(!session.take(1))
    #expect(!session.take(3))
    #expect(session.take(2))
    #expect(session.lastTaken == 2)
  }
}
