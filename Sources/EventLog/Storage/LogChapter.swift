/// A chapter as a store knows it.
public struct LogChapter: Hashable, Sendable {
  /// The number of its stream.
  public let number: Int
  /// The session's name.
  public let session: String
  /// Whose it is.
  public var user: String?
  /// When its first event was accepted, in nanoseconds since 1970.
  public let began: Int64
  /// Whether the session has ended.
  public var isEnded: Bool
  /// Whether events are missing at its end.
  public var isIncomplete: Bool
  /// How many records it has.
  public var count: Int
  /// The last record of the block that has its last; 0 if it has none.
  public var lastBlock: UInt64

  /// Describes a chapter.
  public init(
    number: Int, session: String, user: String? = nil, began: Int64, isEnded: Bool = false, isIncomplete: Bool = false,
    count: Int = 0, lastBlock: UInt64 = 0
  ) {
    self.number = number
    self.session = session
    self.user = user
    self.began = began
    self.isEnded = isEnded
    self.isIncomplete = isIncomplete
    self.count = count
    self.lastBlock = lastBlock
  }
}
