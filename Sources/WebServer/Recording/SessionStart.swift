public import EventLog
public import ViewKit

/// A snapshot in a log, from which a recorded session can be played on: coming to a moment takes no longer the later it was.
public struct SessionStart: Sendable {
  /// The place in the log of the last event that is in it: those behind are to be played.
  public let position: UInt64
  private let kept: KeptSession

  /// Finds the latest snapshot of a session at or before a place, if this program has made it.
  ///
  /// - Throws: What the log throws.
  public static func latest(
    of session: String, before position: UInt64, in log: any EventLog
  ) async throws -> SessionStart? {
    guard let found = try await KeptSession.read(session, before: position, from: log) else { return nil }
    return found.kept.program == Program.identity ? SessionStart(position: found.position, kept: found.kept) : nil
  }

  /// Makes the session, for ``LiveSession/replay(_:observing:)``.
  ///
  /// - Parameters:
  ///   - app: The app that it was one of.
  ///   - makeSession: Makes it of what it consists of.
  /// - Throws: `SessionSnapshot.Refusal` if this program's screens are others.
  public func begin(
    of app: any LiveApp, _ makeSession: @Sendable (Session) -> LiveSession
  ) async throws -> LiveSession {
    let live = makeSession(app.session(for: kept.session.opening.visitor))
    try await live.restore(kept.session, by: SnapshotJSON())
    return live
  }
}
