import NIOCore
import Synchronization

/// The live sockets that are open. They serve themselves; who shuts the server down waits for them here, instead of a task in
/// each.
final class OpenSockets: Sendable {
  private struct State {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// A socket has opened on this channel.
  func note(_ channel: any Channel) {
    state.withLock { $0.count += 1 }
    channel.closeFuture.whenComplete { _ in self.noteClosed() }
  }

  private func noteClosed() {
    let waiting = state.withLock { state in
      state.count -= 1
      if state.count > 0 { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when all are closed.
  func allClosed() async {
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        if state.count == 0 { return true }
        state.waiting.append(continuation)
        return false
      }
      if isLate { continuation.resume() }
    }
  }
}
