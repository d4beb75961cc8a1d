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

  /// How many bytes wait beside the store until somebody has done reading; 0 if none do. Asked every few seconds.
  var heldBytes: Int { get }

  /// Carries out what is to be forgotten: snapshots first, some at a time, and then the rest, all of it or nothing.
  ///
  /// - Throws: ``EventLogError``; some snapshots may be forgotten then, and nothing of the rest is.
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
  public var heldBytes: Int { 0 }
  /// None.
  public func blocks(before last: UInt64?, limit: Int) async throws -> [StoredBlock] { [] }
  /// None.
  public func missing(behind first: UInt64, before end: UInt64?) async throws -> [StoredBlock] { [] }
  /// Nothing.
  public func flaws() async throws -> [String] { [] }
}
