import EventStream
import Synchronization
import Testing
import ViewKit

@testable import WebServer

@Suite struct TurnQueueTests {
  typealias ShopEvent = ReplayTests.ShopEvent

  final class Heard: Sendable {
    private let orders = Mutex<[Int: [Int]]>([:])

    var all: [Int: [Int]] { orders.withLock { $0 } }

    func note(_ order: Int, by session: Int) { orders.withLock { $0[session, default: []].append(order) } }
  }

  /// How many are served at a time.
  final class Served: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func begin() {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  struct Ear: Server {
    let session: Int
    let heard: Heard
    var observers: some Observers { Do(\ShopEvent.order) { heard.note($0, by: session) } }
  }

  let quota = AddressQuota(ServerConfiguration())

  func session(_ number: Int, _ app: AppStream, _ heard: Heard, _ queue: TurnQueue) -> LiveSession {
    LiveSession(
      Session(Ear(session: number, heard: heard), screens: Routes { "/" ~> { Controller() } }), app: app,
      onNews: { queue.add($0) })
  }

  @Test func `all sessions that hear the news have their turn, and hear them in order`() async {
    let (app, heard, queue) = (AppStream(), Heard(), TurnQueue(places: 2))
    let sessions = (0..<100).map { session($0, app, heard, queue) }
    for session in sessions { _ = await session.open("/") }
    for number in 1...3 { app.send(ShopEvent.order(number)) }
    while heard.all.values.map(\.count).reduce(0, +) < 300 { await Task.yield() }
    #expect(heard.all.count == 100)
    #expect(heard.all.values.allSatisfy { $0 == [1, 2, 3] })
    for session in sessions { await session.end() }
  }

  @Test func `a session that nobody looks at hears everything later, at one go, and in order`() async throws {
    let (app, heard, queue) = (AppStream(), Heard(), TurnQueue(places: 1))
    let unwatched = LiveSession(
      Session(Ear(session: 0, heard: heard), screens: Routes { "/" ~> { Controller() } }), app: app,
      onNews: { queue.addLater($0, after: .milliseconds(200)) })
    let watched = session(1, app, heard, queue)
    for session in [unwatched, watched] { _ = await session.open("/") }
    for number in 1...3 {
      app.send(ShopEvent.order(number))
      while heard.all[1]?.count != number { await Task.yield() }
      #expect(heard.all[0] == nil)
    }
    while heard.all[0]?.count != 3 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(heard.all == [0: [1, 2, 3], 1: [1, 2, 3]])
    // And when somebody does again, at once.
    app.send(ShopEvent.order(4))
    queue.add(unwatched)
    let begin = ContinuousClock.now
    while heard.all[0]?.count != 4 { await Task.yield() }
    #expect(.now - begin < .milliseconds(200))
    for session in [unwatched, watched] { await session.end() }
  }

  @Test func `sessions that nobody looks at have their turn however many others wait`() async {
    let (app, heard, queue) = (AppStream(), Heard(), TurnQueue(places: 1))
    let unwatched = LiveSession(
      Session(Ear(session: 0, heard: heard), screens: Routes { "/" ~> { Controller() } }), app: app,
      onNews: { queue.addLater($0, after: .zero) })
    let watched = session(1, app, heard, queue)
    for session in [unwatched, watched] { _ = await session.open("/") }
    // One that waits without end.
    let busy = Task {
      while !Task.isCancelled {
        for _ in 0..<100 { queue.add(watched) }
        await Task.yield()
      }
    }
    app.send(ShopEvent.order(1))
    while heard.all[0] == nil { await Task.yield() }
    busy.cancel()
    #expect(heard.all[0] == [1])
    for session in [unwatched, watched] { await session.end() }
  }

  @Test func `a session that ends before its turn is passed over`() async {
    let (app, heard, queue) = (AppStream(), Heard(), TurnQueue(places: 1))
    let sessions = (0..<2).map { session($0, app, heard, queue) }
    for session in sessions { _ = await session.open("/") }
    await sessions[0].end()
    queue.add(sessions[0])
    app.send(ShopEvent.order(1))
    while heard.all[1] == nil { await Task.yield() }
    #expect(heard.all == [1: [1]])
    await sessions[1].end()
  }

  @Test func `what isn't urgent waits while sessions wait`() async {
    let (app, heard, queue) = (AppStream(), Heard(), TurnQueue(places: 1))
    let sessions = (0..<100).map { session($0, app, heard, queue) }
    for session in sessions { _ = await session.open("/") }
    for number in 1...20 {
      app.send(ShopEvent.order(number))
      // The last few have theirs when nobody waits any more.
      let count = await queue.unhurried(of: quota) { heard.all.values.count { $0.last == number } }
      #expect(count >= 96)
    }
    for session in sessions { await session.end() }
  }

  @Test func `what isn't urgent is done however many sessions wait, and never more of it at a time than they are`()
    async
  {
    let (app, heard, queue) = (AppStream(), Heard(), TurnQueue(places: 2))
    let watched = session(1, app, heard, queue)
    _ = await watched.open("/")
    let busy = Task {
      while !Task.isCancelled {
        for _ in 0..<100 { queue.add(watched) }
        await Task.yield()
      }
    }
    let served = Served()
    await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          await queue.unhurried(of: quota) {
            served.begin()
            await Task.yield()
            served.end()
          }
        }
      }
    }
    #expect((1...2).contains(served.most))
    busy.cancel()
    await watched.end()
  }

  /// Whoever asks for most would be served alone.
  @Test func `what isn't urgent is done for one address after the other`() async {
    let (queue, other, heard) = (TurnQueue(places: 1), AddressQuota(ServerConfiguration()), Heard())
    let (begun, begin) = AsyncStream<Void>.makeStream()
    var tasks: [Task<Void, Never>] = []
    for (number, quota) in [quota, quota, quota, quota, other].enumerated() {
      tasks.append(
        Task {
          await queue.unhurried(of: quota) {
            // The first one holds the place until all have asked.
            if number == 0 { for await _ in begun {} }
            heard.note(number, by: 0)
          }
        })
      // It stands in its line.
      try? await Task.sleep(for: .milliseconds(20))
    }
    begin.finish()
    for task in tasks { await task.value }
    #expect(heard.all == [0: [0, 1, 4, 2, 3]])
  }
}
