internal import Synchronization

/// Tells which sessions a server has: those that a page shows, and those whose page may come back any moment. Thread-safe.
public final class LiveSessions: Sendable {
  private let store = Mutex<SessionStore?>(nil)

  /// None.
  init() {}

  /// Whether the server has a session now. One that it hasn't, and that is recorded, comes back when its page does.
  ///
  /// - Parameter id: Its name, as in the log.
  public func contains(_ id: String) -> Bool { store.withLock { $0 }?.has(id) ?? false }

  /// Tells of the sessions of a store from now on; of none if there is no store.
  func follow(_ store: SessionStore?) { self.store.withLock { $0 = store } }
}
