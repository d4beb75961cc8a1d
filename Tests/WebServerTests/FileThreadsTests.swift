import Dispatch
import NIOCore
import Testing

@testable import WebServer

@Suite(.timeLimit(.minutes(1))) struct FileThreadsTests {
  /// A slow disk held up every request: as many files as there are cores were enough.
  @Test func `who waits for the disk holds up nobody else`() async {
    let count = NIOSingletons.blockingPoolThreadCountSuggestion
    let disk = DispatchSemaphore(value: 0)
    let (begins, begun) = AsyncStream<Void>.makeStream()
    let isWritten = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
      for _ in 0..<count {
        group.addTask {
          await FileThreads.run {
            begun.yield()
            return disk.wait(timeout: .now() + 20) == .success
          }
        }
      }
      // All of them wait, and this goes on.
      for await _ in begins.prefix(count) {}
      for _ in 0..<count { disk.signal() }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(isWritten == [Bool](repeating: true, count: count))
  }

  @Test func `what was begun is done although its task is cancelled`() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await FileThreads.run { 7 }
    }
    task.cancel()
    #expect(await task.value == 7)
  }
}
