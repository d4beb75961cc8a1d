internal import Foundation
internal import Synchronization
internal import ViewKit

/// Has sessions take in what has come for them. Thread-safe.
///
/// One event can wake thousands of sessions. A task for each would cost an allocation and a place in the pool's queue, and
/// what a user does meanwhile would stand behind all of them. So there are as many tasks as cores; they go from session to
/// session, and after every few to the end of the pool's queue. What they do may not run far ahead of the log either: the answer to
/// what a user does meanwhile waits until all that was recorded before is durable.
final class TurnQueue: Sendable {
  private struct State {
    var waiting: [LiveSession] = []
    /// How many of those have had their turn.
    var taken = 0
    var running = 0

    mutating func take(_ most: Int) -> ArraySlice<LiveSession> {
      let sessions = waiting[taken...].prefix(most)
      taken += sessions.count
      if taken == waiting.count {
        waiting = []
        taken = 0
      } else if taken > 1024, taken > waiting.count / 2 {
        waiting.removeFirst(taken)
        taken = 0
      }
      return sessions
    }
  }

  /// How many sessions have their turn before others of the pool do: a fraction of a millisecond.
  private static let share = 16
  /// After how many turns it waits for the log: some milliseconds. Each time costs what a small group of its costs.
  private static let stretch = 256

  private let state = Mutex(State())
  private let places: Int
  private let settle: (@Sendable () async -> Void)?

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - places: How many sessions have their turn at a time; as many as there are cores unless given.
  ///   - settle: Returns when everything that was recorded until now is durable; nothing is recorded unless given.
  init(
    places: Int = ProcessInfo.processInfo.activeProcessorCount, settle: (@Sendable () async -> Void)? = nil
  ) {
    self.places = places
    self.settle = settle
  }

  /// Has a session take in what has come, behind those that wait.
  func add(_ session: LiveSession) {
    let starts = state.withLock { state in
      state.waiting.append(session)
      if state.running == places { return false }
      state.running += 1
      return true
    }
    if starts { Task.detached { await self.run() } }
  }

  private func run() async {
    var turns = 0
    while let sessions = next() {
      for session in sessions { await session.takeIn() }
      turns += sessions.count
      if turns >= Self.stretch, let settle {
        await settle()
        turns = 0
      } else {
        await Task.yield()
      }
    }
  }

  private func next() -> ArraySlice<LiveSession>? {
    state.withLock { state in
      let sessions = state.take(Self.share)
      if !sessions.isEmpty { return sessions }
      state.running -= 1
      return nil
    }
  }
}
