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
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          await turnstile.pass {
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
}
