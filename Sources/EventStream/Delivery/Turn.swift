/// Where a stream stands, in one word: so one atomic exchange both accepts an event and takes the right to deliver it.
///
/// Everything that happens on a stream has its turn, in the order of acceptance: events, and changes of who observes.
/// From the low end: one bit says that somebody delivers, one that the stream has ended, then 40 bits count the events
/// and the rest counts the changes. The turn of an event or a change is the word as it was just before.
@usableFromInline
enum Turn {
  @usableFromInline static var isDelivering: UInt64 { 1 }
  @usableFromInline static var isEnded: UInt64 { 2 }
  @usableFromInline static var event: UInt64 { 1 << 2 }
  @usableFromInline static var change: UInt64 { 1 << 42 }

  /// Whether nobody delivers and the stream goes on.
  @inlinable @inline(__always)
  static func isIdle(_ word: UInt64) -> Bool { word & (isDelivering | isEnded) == 0 }
  /// The turn alone, whoever delivers.
  @inlinable @inline(__always)
  static func turn(_ word: UInt64) -> UInt64 { word & ~(isDelivering | isEnded) }
  /// The sequence number of the event whose turn it is.
  @inlinable @inline(__always)
  static func sequence(_ turn: UInt64) -> UInt64 { (turn >> 2) & 0xFF_FFFF_FFFF &+ 1 }
}
