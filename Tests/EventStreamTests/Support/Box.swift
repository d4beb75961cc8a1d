import Foundation
import Synchronization

/// A value that several threads use: under Foundation's lock, because the thread sanitizer sees what that does.
final class Box<Value: Sendable>: @unchecked Sendable {
  // Safe because every access is under the lock.
  private var state: Value
  private let lock = NSLock()
  init(_ value: Value) { state = value }
  var value: Value { lock.withLock { state } }
  func change(_ make: (inout Value) -> Void) { lock.withLock { make(&state) } }
  func exchange<Result>(_ make: (inout Value) -> Result) -> Result { lock.withLock { make(&state) } }
}

/// A gate that tasks wait at until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Box(State())

  func open() {
    let waiting = state.exchange { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.exchange { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Counts to a number, at which those who wait go on.
final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let gate = Gate()
  init(_ count: Int) { left = Atomic(count) }
  func step() { if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { gate.open() } }
  func wait() async { await gate.wait() }
}
