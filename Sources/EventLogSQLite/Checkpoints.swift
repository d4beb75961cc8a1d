internal import Dispatch
internal import Foundation
internal import GRDB
internal import Synchronization

/// Moves the write-ahead log into the file from time to time, on a thread and a connection of its own: a commit that did it, as SQLite
/// does by itself, would keep everybody waiting for many milliseconds.
///
/// It moves what it can while others write. SQLite begins the write-ahead log anew when all of it has been moved; should it grow
/// beyond ``most`` because there is never a pause, a commit does it after all.
final class Checkpoints: Sendable {
  /// So many pages are moved at once, about.
  private static let usual = 1_000
  /// The write-ahead log has no more pages than that, about: 64 MB.
  static let most = 16_384

  private let path: String
  private let queue = DispatchQueue(label: "event log checkpoints", qos: .utility)
  private let state = Mutex(State())

  private struct State {
    var unmoved = 0
    var isUnderWay = false
    var isClosed = false
  }

  init(path: String) { self.path = path }

  /// Notes that pages have been written, and moves them if they are many.
  func note(pages: Int) {
    let isDue = state.withLock { state in
      state.unmoved += pages
      guard state.unmoved >= Self.usual, !state.isUnderWay, !state.isClosed else { return false }
      state.unmoved = 0
      state.isUnderWay = true
      return true
    }
    guard isDue else { return }
    queue.async { [self] in
      move()
      state.withLock { $0.isUnderWay = false }
    }
  }

  private func move() {
    // A file that somebody has deleted would be made again, empty.
    guard !state.withLock({ $0.isClosed }), FileManager.default.fileExists(atPath: path) else { return }
    var configuration = Configuration()
    configuration.label = "event log checkpoints"
    // What fails here is done later: by the next, by a commit, or when the file is closed.
    guard let connection = try? DatabaseQueue(path: path, configuration: configuration) else { return }
    _ = try? connection.writeWithoutTransaction { database in try database.checkpoint(.passive) }
    try? connection.close()
  }

  /// Runs something while nothing is being moved: SQLite refuses a second checkpoint rather than wait.
  func paused<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Ends it: on return nothing is being moved, nor will be.
  func close() {
    state.withLock { $0.isClosed = true }
    queue.sync {}
  }
}
