public import EventStream

/// What lies beneath a log: it keeps blocks of records and finds them again, and knows nothing of events.
///
/// ``write(_:)`` is called by one thread at a time; everything else from anywhere.
public protocol LogStore: Sendable {
  /// How many bytes a block should have at most. One event may be larger than that.
  var blockSize: Int { get }

  /// Says what is in the store. Called once, before everything else.
  ///
  /// - Throws: ``EventLogError``.
  func open() throws -> LogContents

  /// Writes a group, all of it or nothing. It is durable on return. Blocks its thread.
  ///
  /// - Throws: Any error; the group is then kept by the log, and written later.
  func write(_ group: LogGroup) throws

  /// Blocks in order.
  ///
  /// - Parameters:
  ///   - streams: Only blocks with records of these streams; `nil` for all.
  ///   - position: Only blocks that reach beyond this place.
  ///   - limit: At most so many.
  /// - Throws: ``EventLogError``.
  func blocks(of streams: [Int]?, after position: UInt64, limit: Int) async throws -> [StoredBlock]

  /// The blocks that stand right before another, or at the end, the nearest first, wherever their own positions would put them.
  ///
  /// Asked where events are missing, because they may stand in a block that its position doesn't lead to.
  ///
  /// - Parameters:
  ///   - last: The other block's last position; `nil` for the end.
  ///   - limit: At most so many.
  /// - Throws: ``EventLogError``.
  func blocks(before last: UInt64?, limit: Int) async throws -> [StoredBlock]

  /// What should stand between two events where there is no block: asked where events are missing.
  ///
  /// - Parameters:
  ///   - first: The last event before.
  ///   - end: The first event behind; `nil` for the end.
  /// - Returns: Blocks that were found all the same, in order, of which the first may begin before, and one without bytes for each
  ///   stretch that is lost; none where there should be nothing, because it was forgotten.
  /// - Throws: ``EventLogError``.
  func missing(behind first: UInt64, before end: UInt64?) async throws -> [StoredBlock]

  /// Looks for damage in what stands beside the blocks, such as indexes: see ``BlockSurvey``.
  ///
  /// - Returns: What is wrong, in words; nothing if all is well.
  /// - Throws: ``EventLogError`` if it can't be read at all.
  func flaws() async throws -> [String]

  /// The names that the log refers to by number.
  ///
  /// - Throws: ``EventLogError``.
  func names() async throws -> [LogName]

  /// The chapters of sessions, the youngest first.
  ///
  /// - Parameter name: Only those of this session; `nil` for all.
  /// - Throws: ``EventLogError``.
  func chapters(of name: String?, limit: Int) async throws -> [LogChapter]

  /// All chapters of the youngest sessions, the youngest first.
  ///
  /// - Parameter limit: Of at most so many sessions.
  /// - Throws: ``EventLogError``.
  func chapters(ofYoungest limit: Int) async throws -> [LogChapter]

  /// The numbers of a session's chapters, in any order: what is asked with every reading, and costs no more than that.
  ///
  /// - Throws: ``EventLogError``.
  func numbers(of session: String) async throws -> [Int]

  /// The names of the sessions that have chapters with these numbers, by number.
  ///
  /// - Throws: ``EventLogError``.
  func sessions(numbered numbers: [Int]) async throws -> [Int: String]

  /// The blocks that end with records at these positions, in any order.
  ///
  /// - Throws: ``EventLogError``.
  func blocks(endingAt positions: [UInt64]) async throws -> [StoredBlock]

  /// Keeps a snapshot, and lets some of the session's others go if there are many: see ``SnapshotThinning``. It is durable on
  /// return.
  ///
  /// - Throws: ``EventLogError``; nothing is kept then.
  func save(_ snapshot: LogSnapshot, of session: String) async throws

  /// The latest snapshot of a session at or before a place.
  ///
  /// - Throws: ``EventLogError``.
  func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot?

  /// How much the store holds. Quick, for it is asked every few seconds.
  ///
  /// - Throws: ``EventLogError``.
  func extent() async throws -> LogExtent

  /// Carries out what is to be forgotten, all of it or nothing.
  ///
  /// - Throws: ``EventLogError``; nothing is changed then.
  func rewrite(_ changes: LogRewrite) async throws

  /// Makes sure that what was forgotten is in no file any more: at once, or as soon as nobody reads it.
  ///
  /// - Throws: ``EventLogError``.
  func purge() async throws

  /// Closes the store after what is under way.
  ///
  /// - Throws: ``EventLogError``.
  func close() async throws
}

/// What a store does whose index can't be damaged.
extension LogStore {
  /// None.
  public func blocks(before last: UInt64?, limit: Int) async throws -> [StoredBlock] { [] }
  /// None.
  public func missing(behind first: UInt64, before end: UInt64?) async throws -> [StoredBlock] { [] }
  /// Nothing.
  public func flaws() async throws -> [String] { [] }
}

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

/// A block as it was found, not checked.
public struct StoredBlock: Hashable, Sendable {
  /// The position of its last record, by which it was found.
  public let last: UInt64
  /// Its bytes.
  public let bytes: [UInt8]

  /// Describes a block.
  public init(last: UInt64, bytes: [UInt8]) {
    self.last = last
    self.bytes = bytes
  }
}

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
