/// Says when snapshots of a session are taken, and keeps them. Used in the session's isolation domain only.
public protocol SnapshotKeeper: AnyObject {
  /// How the values of controllers are written.
  var coding: any SnapshotCoding { get }
  /// Whether one is to be taken now; asked at the end of every turn.
  var isDue: Bool { get }

  /// What the session consists of, made anew.
  func makeSession() -> Session
  /// Keeps a snapshot that has been tried.
  func keep(_ snapshot: SessionSnapshot)
  /// None can be taken now.
  func keepNone(because error: any Error)
}
