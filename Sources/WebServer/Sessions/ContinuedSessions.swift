internal import Synchronization

/// Sessions that were begun for a page before it asked for its screen: the next page of the same visitor at the same address
/// gets them. Thread-safe.
final class ContinuedSessions: Sendable {
  private struct Waiting {
    let session: WebSession
    let visitor: String
    let path: String
  }

  private let waiting = Mutex<[Waiting]>([])
  /// A page comes at once; more than these are nobody's.
  private static let limit = 64

  /// - Parameter path: Where the page will be. A browser doesn't tell what stands behind `#`.
  func add(_ session: WebSession, for visitor: String, at path: String) {
    waiting.withLock { waiting in
      waiting.append(Waiting(session: session, visitor: visitor, path: Self.asked(path)))
      if waiting.count > Self.limit { waiting.removeFirst() }
    }
  }

  /// The session that waits for a page, once.
  func take(for visitor: String, at path: String) -> WebSession? {
    waiting.withLock { waiting in
      waiting.removeAll { $0.session.isOver(now: .now) }
      let found = waiting.firstIndex { $0.visitor == visitor && $0.path == Self.asked(path) }
      return found.map { waiting.remove(at: $0).session }
    }
  }

  private static func asked(_ path: String) -> String { String(path.prefix { $0 != "#" }) }
}
