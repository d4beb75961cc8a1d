internal import EventLog
internal import Synchronization

/// Screens that were replayed lately: one that is shown is asked for twice, as a picture and as lines. Thread-safe.
final class ScreenCache: Sendable {
  private let replay: any SessionReplaying
  private let kept = Mutex<[(session: String, position: UInt64, screen: RecordedScreen)]>([])
  /// A few screens of some tens of kilobytes each: those that one goes back and forth between.
  private static let limit = 64

  init(_ replay: any SessionReplaying) { self.replay = replay }

  func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
    let known = kept.withLock { kept in kept.first { $0.session == session && $0.position == position }?.screen }
    if let known { return known }
    let screen = try await replay.screen(of: session, at: position)
    kept.withLock { kept in
      kept.append((session, position, screen))
      if kept.count > Self.limit { kept.removeFirst() }
    }
    return screen
  }
}
