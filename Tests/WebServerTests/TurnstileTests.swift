import Synchronization
import Testing

@testable import WebServer

@Suite struct TurnstileTests {
  final class Crowd: Sendable {
    private let counts = Mutex((inside: 0, most: 0, through: 0))

    var seen: (inside: Int, most: Int, through: Int) { counts.withLock { $0 } }

    func enter() { counts.withLock { $0 = ($0.inside + 1, max($0.most, $0.inside + 1), $0.through) } }
    func leave() { counts.withLock { $0 = ($0.inside - 1, $0.most, $0.through + 1) } }
  }

  @Test func `no more than so many are in it, and all get through`() async {
    let turnstile = Turnstile(places: 3)
    let crowd = Crowd()
    let addresses = (0..<4).map { _ in Crowd() }
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          await turnstile.pass(of: addresses[number % 4]) {
            crowd.enter()
            for _ in 0..<5 { await Task.yield() }
            crowd.leave()
          }
        }
      }
    }
    #expect(crowd.seen.inside == 0)
    #expect(crowd.seen.most <= 3)
    #expect(crowd.seen.through == 50)
  }

  /// One address had thousands of its sessions brought back, and everybody else stood behind them.
  @Test func `who asks for one thing isn't behind all that another asks for`() async throws {
    let turnstile = Turnstile(places: 1)
    let (many, one) = (Crowd(), Crowd())
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          await turnstile.pass(of: many) {
            many.enter()
            // The first holds its place until all the others wait.
            if many.seen.through == 0 { for await _ in gate {} }
            many.leave()
          }
        }
      }
      while many.seen.inside == 0 { await Task.yield() }
      try await Task.sleep(for: .milliseconds(100))
      group.addTask { await turnstile.pass(of: one) { #expect(many.seen.through < 5) } }
      try await Task.sleep(for: .milliseconds(100))
      opening.finish()
      try await group.waitForAll()
    }
    #expect(many.seen.through == 100)
  }
}
