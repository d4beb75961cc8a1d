public import EventStream

/// What is written at once.
public struct LogGroup: Sendable {
  /// The version of the app that writes.
  public var version: Int
  /// The records, in order.
  public var blocks: [LogBlock] = []
  /// Names that the blocks are the first to use.
  public var names: [LogName] = []
  /// Chapters that begin in the blocks.
  public var chapters: [NewChapter] = []
  /// What else has become known of chapters, in order.
  public var notes: [ChapterNote] = []
  /// What records of other logs follow on.
  public var snapshots: [(session: String, snapshot: LogSnapshot)] = []
  /// The identity of the youngest stream so far, if that is news.
  public var lastIdentity: StreamIdentity?

  /// A group with nothing in it.
  public init(version: Int) { self.version = version }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { blocks.isEmpty && names.isEmpty && chapters.isEmpty && notes.isEmpty }
}

/// A chapter: the part of a session's records that one process wrote without forgetting it in between.
///
/// A process that goes on with a session gives it a new number instead of looking for the old one: what is slow or fails
/// must not stand between an event and its place.
public struct NewChapter: Hashable, Sendable {
  /// The number of its stream.
  public let number: Int
  /// The session's name.
  public let session: String
  /// When its first event was accepted, in nanoseconds since 1970.
  public let began: Int64
}

/// Something about a session besides its events.
public struct ChapterNote: Hashable, Sendable {
  /// What it may be.
  public enum Kind: Hashable, Sendable {
    /// Who it belongs to.
    case user(String?)
    /// It has ended.
    case ended
    /// Events are missing at its end.
    case incomplete
  }

  /// The chapter.
  public let number: Int
  /// What is to be noted.
  public let kind: Kind
}
