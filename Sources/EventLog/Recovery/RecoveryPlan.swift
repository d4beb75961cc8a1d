internal import EventStream

/// What a first reading of a damaged log has found, and what of it can be carried over into a new one.
///
/// It is given what stands beside the blocks, then every block and every stretch that is lost, in order, and then compares both.
struct RecoveryPlan {
  /// No block has more events: each takes some bytes.
  private static let mostEvents = 4_096

  private(set) var names = RecoveredNames()
  /// The highest version of the app that has written something.
  private(set) var version: Int
  /// The identity of the youngest stream, as far as that is known.
  private(set) var identity: StreamIdentity?
  /// Whose the log is, as far as that is known.
  let owner: LogOwner?
  /// Parts of sessions, by their numbers: those that the log knows of, and those that only blocks do.
  private(set) var chapters: [Int: LogChapter] = [:]
  private(set) var sessions: [String: SessionRemains] = [:]
  /// How many events of each session the index knows of that are in no block.
  private(set) var missing: [String: Int] = [:]
  /// The sessions of which only blocks know.
  private(set) var unnoted: Set<String> = []
  /// Stretches that are lost, and damaged snapshots.
  private(set) var losses: [RecoveryLoss] = []
  /// The places of the app's events that can't be read.
  private(set) var unreadable: Set<UInt64> = []
  private var snapshots: [String: Set<UInt64>] = [:]
  /// The names of sessions by the numbers of their chapters.
  private var known = SessionNames()
  /// What the blocks that were found reach from and to.
  private var stretches: [ClosedRange<UInt64>] = []
  private var lost: [ClosedRange<UInt64>] = []
  private var youngest: StreamIdentity?
  /// Whether an event couldn't be read with the names that were known when it came.
  private var isLacking = false
  /// Whether names were learned after something couldn't be read without them: all is to be read once more with these.
  private(set) var hasLearnedLate = false

  /// Takes in what stands beside the blocks.
  ///
  /// - Parameter known: Names that are known besides.
  /// - Throws: What the margins throw.
  init(beside margins: some LogMargins, knowing known: [LogName]) throws {
    let contents = margins.contents()
    version = contents.version
    identity = contents.lastIdentity
    owner = contents.owner
    names.learn(contents.names + known)
    for chapter in margins.chapters() { learn(chapter) }
    var damaged: [String: Set<UInt64>] = [:]
    var sound: [String: Set<UInt64>] = [:]
    let areAll = try margins.forEachSnapshot { session, snapshot, isSound in
      if isSound {
        sound[session, default: []].insert(snapshot.position)
      } else {
        damaged[session, default: []].insert(snapshot.position)
      }
    }
    snapshots = sound
    for (session, places) in damaged.sorted(by: { $0.key < $1.key }) {
      let lost = places.subtracting(sound[session] ?? [])
      losses += lost.sorted().map { RecoveryLoss.snapshot(of: session, at: $0) }
    }
    if !areAll { losses.append(.snapshots) }
  }

  private mutating func learn(_ chapter: LogChapter) {
    chapters[chapter.number] = chapter
    known.learn(chapter.session, numbers: [chapter.number])
  }

  // MARK: Reading

  /// Takes in the next block, of which the events behind a place are new.
  mutating func read(_ contents: BlockContents, behind place: UInt64) {
    if names.learn(from: contents), isLacking { hasLearnedLate = true }
    version = max(version, contents.version)
    for (number, session) in contents.sessions { known.learn(session, numbers: [number]) }
    var records: [LogRecord] = []
    contents.append(to: &records, after: place, limit: .max, of: nil, names: names.names, sessions: known)
    let coded = contents.records.filter { $0.record.position > place }
    for (record, coded) in zip(records, coded) { read(record, coded.record) }
    if let first = records.first, let last = records.last { stretches.append(first.position...last.position) }
  }

  private mutating func read(_ record: LogRecord, _ coded: CodedRecord) {
    let stream = StreamIdentity(of: record.id)
    if youngest.map(stream.isLater) ?? true { youngest = stream }
    let isReadable = names.cover(coded, carrying: record.payload)
    if !isReadable { isLacking = true }
    guard case .session(let session) = record.source else {
      if !isReadable { unreadable.insert(record.position) }
      return
    }
    // What the block says, which has a checksum.
    if chapters[coded.source]?.session != session {
      learn(LogChapter(number: coded.source, session: session, began: record.time.nanoseconds))
      unnoted.insert(session)
    }
    let fresh = SessionRemains(snapshots: snapshots[session] ?? [])
    sessions[session, default: fresh].read(record, isReadable: isReadable)
  }

  /// Takes in that events are lost.
  mutating func lose(_ events: ClosedRange<UInt64>, because reason: String) {
    lost.append(events)
    losses.append(.events(events, reason: reason))
  }

  // MARK: Comparing

  /// Everything has been read: finds out of whom the events were that are lost, as far as the index knows.
  ///
  /// - Parameters:
  ///   - end: What the index has behind this place was written meanwhile.
  ///   - isSalvaged: Whether nobody knows how old that is which stands beside the blocks.
  mutating func finish(comparing margins: some LogMargins, through end: UInt64, isSalvaged: Bool) {
    for session in sessions.keys { sessions[session]?.finish() }
    if isSalvaged || identity == nil, let youngest, identity.map(youngest.isLater) ?? true { identity = youngest }
    let found = Set(stretches.map(\.upperBound))
    // The places by which blocks are found whose last events have gone are higher than those events.
    var own: Set<UInt64> = []
    var others: [UInt64: [Int: Int]] = [:]
    margins.forEachEntry { stream, last, count in
      if found.contains(last) {
        own.insert(last)
      } else if last <= end, (1...Self.mostEvents).contains(count) {
        others[last, default: [:]][stream] = count
      }
    }
    for last in others.keys.sorted() {
      let block = stretch(before: last)
      if let block, block.contains(last) || own.insert(block.upperBound).inserted { continue }
      lose(others[last] ?? [:], from: (block?.upperBound ?? 0) + 1, through: last)
    }
  }

  /// The last block that begins at or before a place.
  private func stretch(before place: UInt64) -> ClosedRange<UInt64>? {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].lowerBound <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? stretches[low - 1] : nil
  }

  private mutating func lose(_ counts: [Int: Int], from first: UInt64, through last: UInt64) {
    if !lost.contains(where: { $0.contains(last) }) {
      lose(first...last, because: "a block that the index knows of is missing")
    }
    for (number, count) in counts {
      guard let session = chapters[number]?.session else { continue }
      sessions[session]?.lose(behind: first - 1)
      missing[session, default: 0] += count
    }
  }
}
