/// A moment in time: nanoseconds since 1970-01-01 00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
  /// Nanoseconds since 1970, negative before.
  public let nanoseconds: Int64

  /// The moment `nanoseconds` after the start of 1970.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// The moment `milliseconds` after the start of 1970.
  public init(milliseconds: Int64) { nanoseconds = milliseconds * 1_000_000 }

  /// Milliseconds since 1970, rounded down.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 - (nanoseconds % 1_000_000 < 0 ? 1 : 0) }

  /// The moment so much later; the last that there is, if it were behind that.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let sum = Int128(nanoseconds) + Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
    return Timestamp(nanoseconds: Int64(clamping: sum))
  }

  /// How much later another moment is; negative for an earlier one.
  public func duration(to other: Timestamp) -> Duration { .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds) }

  /// Whether one moment is before another.
  @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }
}
