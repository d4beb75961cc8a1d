/// How much a log keeps in memory, and how long.
public struct LogLimits: Sendable {
  /// Bytes of events that may wait while the store can't be written, or is slow; what texts and arrays in them take is assumed to be
  /// as it was lately until they are encoded. Beyond it, sessions whose events come are cut off: see
  /// ``RecordedSession/isIncomplete``. When half of it waits, and the store can be written, who appends waits as well.
  public var memory = 64 << 20
  /// How long a store may write nothing before nobody waits for it any longer.
  public var holdUp = Duration.seconds(1)
  /// How long an event may wait for others to be written with, unless somebody flushes.
  public var gathering = Duration.milliseconds(20)
  /// How many events are written at once at most, so that nobody waits long for those of others.
  public var group = 1_000
  /// How many bytes are written at once, about, for the same reason: an event may be large.
  public var groupBytes = 1 << 20
  /// How long to wait after a failure, at first and at most; each failure doubles it.
  public var patience = Duration.milliseconds(50)...Duration.seconds(2)

  /// The usual limits.
  public init() {}
}
