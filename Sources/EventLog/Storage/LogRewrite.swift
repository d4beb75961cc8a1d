/// A block that is to lose some of its records.
public struct BlockChange: Sendable {
  /// The position of its last record, by which it is found.
  public let last: UInt64
  /// The numbers of the streams that have records in it.
  public let streams: [Int]
  /// What is left of it; `nil` for nothing.
  public let replacement: LogBlock?
}

/// What is to be forgotten.
public struct LogRewrite: Sendable {
  /// Blocks to be replaced.
  public var blocks: [BlockChange] = []
  /// Chapters to be forgotten.
  public var chapters: [Int] = []
  /// Snapshots to be forgotten: those of a session before a place; with `nil` all of them.
  public var snapshots: [String: UInt64?] = [:]

  /// Nothing.
  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool { blocks.isEmpty && chapters.isEmpty && snapshots.isEmpty }
}
