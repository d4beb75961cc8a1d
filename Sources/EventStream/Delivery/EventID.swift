internal import Synchronization

/// What identifies an event among all events of a process; it keeps its id when it passes from stream to stream.
///
/// A counter rather than a random identifier: drawing a UUID costs forty times what delivering an event does.
public struct EventID: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The stream that accepted the event first in the upper 24 bits, its sequence number there in the lower 40.
  public let rawValue: UInt64

  /// An id read back from where it was written.
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The order of acceptance among events of one stream; between streams it says nothing.
  @inlinable public static func < (a: EventID, b: EventID) -> Bool { a.rawValue < b.rawValue }

  /// Such as `3.127`: the 127th event of stream 3.
  public var description: String { "\(rawValue >> 40).\(rawValue & 0xFF_FFFF_FFFF)" }
}

/// Draws the upper bits for the ids of a new stream; 2^24 streams in, the numbers come round again.
func nextOrigin() -> UInt64 {
  (lastOrigin.wrappingAdd(1, ordering: .relaxed).newValue & 0xFF_FFFF) << 40
}

private let lastOrigin = Atomic<UInt64>(0)
