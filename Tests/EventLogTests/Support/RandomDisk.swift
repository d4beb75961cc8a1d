import EventLog
import Foundation
import Synchronization

/// A disk that gets into trouble and out of it at random, with each group that is written to it, and whose process may be killed
/// meanwhile: all of it in the same order for the same seed.
final class RandomDisk: Sendable {
  struct Killed: Error {}

  private enum Turn {
    case written(in: DiskTrouble?)
    case last(isWritten: Bool)
    case refused
  }

  private struct State {
    var random: Seeded
    /// How many groups come before the one that the process is killed with; `nil` if it isn't.
    var life: Int?
    var trouble: DiskTrouble?
    /// How many more groups it lasts for.
    var rest = 0
    var isKilled = false
    var isMended = false

    mutating func next() -> Turn {
      if isKilled { return .refused }
      if life == 0 {
        isKilled = true
        return .last(isWritten: Bool.random(using: &random))
      }
      if let life { self.life = life - 1 }
      if isMended { return .written(in: nil) }
      if rest > 0 {
        rest -= 1
      } else {
        trouble = Int.random(in: 0..<3, using: &random) == 0 ? DiskTrouble.allCases.randomElement(using: &random) : nil
        rest = Int.random(in: 0..<4, using: &random)
      }
      return .written(in: trouble)
    }
  }

  private let store: any TroubledStore
  private let state: Mutex<State>
  /// Nothing is written while somebody else has it.
  private let turn = DispatchSemaphore(value: 1)

  /// - Parameter life: How many groups come before the one that the process is killed with; it isn't unless given.
  init(_ store: any TroubledStore, seed: UInt64, life: Int? = nil) {
    self.store = store
    state = Mutex(State(random: Seeded(seed), life: life))
  }

  func write(_ group: LogGroup) throws {
    turn.wait()
    defer { turn.signal() }
    switch state.withLock({ $0.next() }) {
    case .written(let trouble):
      if trouble == .slow { Thread.sleep(forTimeInterval: 0.002) }
      try store.meet(trouble)
      try store.write(group)
    case .last(let isWritten):
      try store.meet(nil)
      // Then all of it is there, and nobody was told.
      if isWritten { try store.write(group) }
      throw Killed()
    case .refused: throw Killed()
    }
  }

  /// Has whoever writes wait, as long as it takes, until ``goOn()``.
  func stall() { turn.wait() }
  func goOn() { turn.signal() }

  /// From now on all goes well.
  func mend() { state.withLock { $0.isMended = true } }

  /// Nothing is written any more; what was being written is at its end on return.
  func kill() {
    turn.wait()
    defer { turn.signal() }
    state.withLock { $0.isKilled = true }
  }
}
