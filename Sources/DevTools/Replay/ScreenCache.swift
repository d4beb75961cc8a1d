internal import EventLog
internal import Synchronization

/// Screens that were replayed lately: one that is shown is asked for twice, as a picture and as lines. Thread-safe.
final class ScreenCache: Sendable {
  private let replay: any SessionReplaying
  private let kept = Mutex<[(session: String, position: UInt64, screen: RecordedScreen)]>([])
  private let mostBytes: Int
  /// Those that one goes back and forth between, of some tens of kilobytes each.
  private static let limit = 64
  /// A moment and the one before it are kept, however large they are.
  private static let least = 2

  /// - Parameter mostBytes: How much is kept; a table of ten thousand rows takes some megabytes.
  init(_ replay: any SessionReplaying, mostBytes: Int = 32 << 20) {
    self.replay = replay
    self.mostBytes = mostBytes
  }

  func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
    let known = kept.withLock { kept in kept.first { $0.session == session && $0.position == position }?.screen }
    if let known { return known }
    let screen = try await replay.screen(of: session, at: position)
    kept.withLock { kept in
      kept.append((session, position, screen))
      var bytes = kept.reduce(0) { $0 + $1.screen.bytes }
      while kept.count > Self.limit || bytes > mostBytes && kept.count > Self.least {
        bytes -= kept.removeFirst().screen.bytes
      }
    }
    return screen
  }
}

extension RecordedScreen {
  /// About what it takes in memory.
  fileprivate var bytes: Int { html.utf8.count + outline.utf8.count }
}
