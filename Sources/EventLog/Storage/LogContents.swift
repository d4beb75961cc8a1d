public import EventStream

/// What a store says of itself when it is opened.
public struct LogContents: Sendable {
  /// The names that its blocks refer to.
  public let names: [LogName]
  /// The position of the last record; 0 if there is none.
  public let lastPosition: UInt64
  /// The highest number of a stream; 0 if there is none.
  public let lastStream: Int
  /// The version of the app that has written to it last.
  public let version: Int
  /// The identity that the youngest of the streams has whose events were written; `nil` if the store didn't note it.
  public let lastIdentity: StreamIdentity?
  /// Whose the log is, without what it was called before; `nil` for nobody.
  public let owner: LogOwner?

  /// Describes a store.
  public init(
    names: [LogName] = [], lastPosition: UInt64 = 0, lastStream: Int = 0, version: Int = 0,
    lastIdentity: StreamIdentity? = nil, owner: LogOwner? = nil
  ) {
    self.names = names
    self.lastPosition = lastPosition
    self.lastStream = lastStream
    self.version = version
    self.lastIdentity = lastIdentity
    self.owner = owner
  }
}

/// How much a store holds, and from where to where.
public struct LogExtent: Hashable, Sendable {
  /// How many bytes that takes, about, with its indexes; room that is left where something was forgotten doesn't count.
  public let bytes: Int
  /// The position by which the first block is found; 0 if there is none.
  public let first: UInt64
  /// That of the last block.
  public let last: UInt64

  /// Describes how much a store holds.
  public init(bytes: Int, first: UInt64, last: UInt64) {
    self.bytes = bytes
    self.first = first
    self.last = last
  }
}
