/// Where an event that was appended waits to be written.
public struct LogPlace: @unchecked Sendable {  // Safe because of `taken`.
  // Only the log that made it looks at `head`, under its lock, and only as long as nothing has been taken since.

  /// How often the log's thread had taken what waits when the event was appended.
  let taken: UInt64
  /// Where the event lies in the memory of what waits; `nil` for nowhere.
  let head: UnsafeMutableRawPointer?
  /// How many events and notes had been appended with it; `.max` for nowhere, since so many never are.
  let number: UInt64

  /// Nowhere: the event wasn't taken in, or the log doesn't say.
  public static let nowhere = LogPlace(taken: 0, head: nil, number: .max)
}
