/// What identifies an event among all events of a process; it keeps its id when it passes from stream to stream.
///
/// A counter rather than a random identifier: drawing a UUID costs forty times what delivering an event does. Ids tell no order, since what
/// a session asks of the app, and what another thread sends to it, is counted by itself: ``Envelope/sequence`` and ``Envelope/time`` do.
public struct EventID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The stream that accepted the event first in the upper 24 bits, and in the lower 40 what tells it from others of that: its
  /// sequence number there, or a number of its own if a session has asked it of the app, or another thread has sent it to a
  /// session. Requests are numbered by the act that they follow from, or else by their case, so that what is done again asks
  /// under the same id.
  public let rawValue: UInt64

  /// An id read back from where it was written.
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The id that the event would have if another stream had accepted it: the same if `old` didn't.
  public func moved(from old: StreamIdentity, to new: StreamIdentity) -> EventID {
    StreamIdentity(of: self) == old ? EventID(rawValue: new.rawValue | rawValue & 0xFF_FFFF_FFFF) : self
  }

  /// What the requests to the app have in common that one act of a session's user led to; `nil` of any other event.
  package var act: UInt64? { rawValue & 7 << 37 == 3 << 37 ? rawValue >> 12 : nil }

  /// Such as `3.127`, the two parts of ``rawValue``: what stream 3 tells from its others by 127.
  public var description: String { "\(rawValue >> 40).\(rawValue & 0xFF_FFFF_FFFF)" }
}

/// What the ids of one stream's events begin with.
public struct StreamIdentity: Hashable, Sendable, Codable {
  /// The upper 24 bits of the ids; the lower 40 are zero.
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// One that no stream has.
  public static func unused() -> StreamIdentity {
    StreamIdentity(rawValue: identities.withLock { UInt64($0.next()) << 40 })
  }

  /// The identity of the stream that gave an event its id.
  public init(of id: EventID) { rawValue = id.rawValue & ~0xFF_FFFF_FFFF }

  /// Whether an event was sent by the session itself, in its own order: not from another thread, and not to the app.
  public func isSender(of id: EventID) -> Bool { id.rawValue & ~(1 << 38 - 1) == rawValue }

  /// Whether an event is what a session with this identity has asked of the app.
  package func isAsker(of id: EventID) -> Bool { id.rawValue & ~(1 << 38 - 1) == rawValue | 1 << 38 }

  /// The 24 bits as a number. They are given in order, and come round again.
  package var number: Int { Int(rawValue >> 40) }

  /// The identity with a number, of which the lower 24 bits count.
  package init(number: Int) { rawValue = UInt64(truncatingIfNeeded: number) << 40 }

  /// Whether it was given after another one, as far as one can tell of numbers that come round.
  package func isLater(than other: StreamIdentity) -> Bool {
    let distance = (rawValue &- other.rawValue) >> 40
    return distance > 0 && distance < 1 << 23
  }

  /// Reads an identity back from where it was written.
  ///
  /// - Throws: `DecodingError` if there is no number of 64 bits without a sign.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(UInt64.self) << 40
  }

  /// Writes the 24 bits as a number.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue >> 40)
  }

  /// Has streams that begin from now on take identities behind this one: a process that goes on with what another has recorded
  /// must not give its ids a second time.
  ///
  /// - Parameter margin: How many identities behind this one are left out too.
  public func reserve(margin: UInt64 = 0) { identities.withLock { $0.reserve(rawValue >> 40 + margin) } }
}

/// Draws the upper bits for the ids of a new stream. No other has them until they are given back with ``giveBackOrigin(_:)``.
func drawOrigin() -> UInt64 { identities.withLock { UInt64($0.draw()) << 40 } }

/// Keeps the upper bits of a stream that goes on with what another process has recorded.
///
/// - Returns: Whether nobody had them.
func holdOrigin(_ origin: UInt64) -> Bool {
  identities.withLock { $0.hold(UInt32(truncatingIfNeeded: origin >> 40)) }
}

/// Notes that a stream has gone: another one may have its upper bits when the numbers have come round.
func giveBackOrigin(_ origin: UInt64) {
  identities.withLock { $0.giveBack(UInt32(truncatingIfNeeded: origin >> 40)) }
}

private let identities = Lock(IdentityNumbers())
