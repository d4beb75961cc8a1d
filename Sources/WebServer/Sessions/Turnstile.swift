internal import EventStream
internal import Synchronization

/// Lets so many do something at a time; the others wait, those of one address in order, one address after the other.
final class Turnstile: Sendable {
  private struct State {
    var free: Int
    /// A line for each address.
    var waiting = Turns<ObjectIdentifier, WaitingLine<CheckedContinuation<Void, Never>>>()
  }

  private let state: Mutex<State>

  /// - Parameter places: How many at a time.
  init(places: Int) { state = Mutex(State(free: places)) }

  /// - Parameter address: What stands for the address.
  func pass<Result: Sendable>(
    of address: AnyObject, _ body: () async throws -> Result
  ) async rethrows -> Result {
    await enter(ObjectIdentifier(address))
    defer { leave() }
    return try await body()
  }

  private func enter(_ address: ObjectIdentifier) async {
    await withCheckedContinuation { continuation in
      let isIn = state.withLock { state in
        if state.free == 0 {
          state.waiting.change(address) { $0.append(continuation) }
          return false
        }
        state.free -= 1
        return true
      }
      if isIn { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      let next = state.waiting.popFirst()
      if next == nil { state.free += 1 }
      return next
    }
    next?.resume()
  }
}
