/// Where an event that was appended waits to be written.
// Safe because only the log that made it looks there, under its lock, and only as long as the event waits.
public struct LogPlace: @unchecked Sendable {
  /// How often the log's thread had taken what waits when the event was appended.
  let taken: UInt64
  let head: UnsafeMutableRawPointer?

  /// Nowhere: the event wasn't taken in, or the log doesn't say.
  public static let nowhere = LogPlace(taken: 0, head: nil)
}
