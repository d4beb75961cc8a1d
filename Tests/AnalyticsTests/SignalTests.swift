import Testing

@testable import Analytics

@Suite(.timeLimit(.minutes(1))) struct SignalTests {
  @Test func `of two tasks that wait one may be cancelled, and the other waits on`() async {
    let signal = Signal()
    // Who waits first is left to chance, and whether both do when one is cancelled.
    for round in 0..<200 {
      let tasks = (0..<2).map { _ in Task { await signal.wait() } }
      for _ in 0..<round { await Task.yield() }
      tasks[round % 2].cancel()
      await tasks[round % 2].value
      signal.give()
      await tasks[1 - round % 2].value
    }
  }

  @Test func `who comes late goes on too`() async {
    let signal = Signal()
    signal.give()
    await signal.wait()
  }
}
