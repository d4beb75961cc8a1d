internal import EventStream
internal import Synchronization

/// Keeps blocks in memory, and behaves as if it were a disk.
public final class MemoryStore: LogStore {
  /// As SQLite's, so that tests meet the same blocks.
  public let blockSize = 3_900

  private struct State {
    var contents = LogContents()
    var names: [LogName] = []
    var blocks: [(last: UInt64, block: LogBlock)] = []
    var chapters: [Int: LogChapter] = [:]
    var snapshots: [String: [LogSnapshot]] = [:]
    var lastPosition: UInt64 = 0
    var version = 0
    /// Nothing of it outlives the process: identities begin where they do.
    var lastIdentity = StreamIdentity(number: 0)
  }

  private let state = Mutex(State())

  /// Makes an empty store.
  public init() {}

  /// What it holds: nothing, if it is new.
  public func open() -> LogContents {
    state.withLock { state in
      LogContents(
        names: state.names, lastPosition: state.lastPosition, lastStream: state.chapters.keys.max() ?? 0,
        version: state.version, lastIdentity: state.lastIdentity)
    }
  }

  /// Keeps a group of blocks, at once and without fail.
  public func write(_ group: LogGroup) {
    state.withLock { state in
      state.version = group.version
      if let identity = group.lastIdentity { state.lastIdentity = identity }
      state.names += group.names
      for chapter in group.chapters {
        state.chapters[chapter.number] = LogChapter(
          number: chapter.number, session: chapter.session, began: chapter.began)
      }
      for block in group.blocks {
        state.blocks.append((block.last, block))
        state.lastPosition = block.last
        for stream in block.streams {
          state.chapters[stream.number]?.count += stream.count
          state.chapters[stream.number]?.lastBlock = block.last
        }
      }
      for note in group.notes { state.chapters[note.number]?.apply(note.kind) }
      for (session, snapshot) in group.snapshots { state.snapshots[session, default: []].append(snapshot) }
    }
  }

  /// The blocks behind a place that have events of some streams, in order.
  public func blocks(of streams: [Int]?, after position: UInt64, limit: Int) -> [StoredBlock] {
    let wanted = streams.map(Set.init)
    return state.withLock { state in
      var low = 0
      var high = state.blocks.count
      while low < high {
        let middle = (low + high) / 2
        if state.blocks[middle].last > position { high = middle } else { low = middle + 1 }
      }
      var found: [StoredBlock] = []
      for (last, block) in state.blocks[low...] {
        if found.count >= limit { break }
        if let wanted, !block.streams.contains(where: { wanted.contains($0.number) }) { continue }
        found.append(StoredBlock(last: last, bytes: block.bytes))
      }
      return found
    }
  }

  /// All names that events are told by.
  public func names() -> [LogName] { state.withLock { $0.names } }

  /// The youngest chapters, of one session or of all.
  public func chapters(of name: String?, limit: Int) -> [LogChapter] {
    state.withLock { state in
      Array(
        state.chapters.values.filter { name == nil || $0.session == name }.sorted { $0.number > $1.number }
          .prefix(max(0, limit)))
    }
  }

  /// All chapters of the youngest sessions.
  public func chapters(ofYoungest limit: Int) -> [LogChapter] {
    let all = chapters(of: nil, limit: .max)
    var wanted: Set<String> = []
    for chapter in all where wanted.count < limit { wanted.insert(chapter.session) }
    return all.filter { wanted.contains($0.session) }
  }

  /// The numbers of a session's chapters.
  public func numbers(of session: String) -> [Int] {
    state.withLock { state in state.chapters.values.filter { $0.session == session }.map(\.number) }
  }

  /// The names of the sessions with some chapters.
  public func sessions(numbered numbers: [Int]) -> [Int: String] {
    state.withLock { state in
      Dictionary(numbers.compactMap { number in state.chapters[number].map { (number, $0.session) } }) { $1 }
    }
  }

  /// The blocks that end at some positions.
  public func blocks(endingAt positions: [UInt64]) -> [StoredBlock] {
    positions.flatMap { position in
      position == 0 ? [] : blocks(of: nil, after: position - 1, limit: 1).filter { $0.last == position }
    }
  }

  /// Keeps a snapshot.
  public func save(_ snapshot: LogSnapshot, of session: String) {
    state.withLock { state in
      state.snapshots[session, default: []].removeAll { $0.position == snapshot.position }
      state.snapshots[session, default: []].append(snapshot)
      let places = state.snapshots[session, default: []].map(\.position).sorted()
      let superfluous = Set(SnapshotThinning.superfluous(of: places))
      if !superfluous.isEmpty { state.snapshots[session]?.removeAll { superfluous.contains($0.position) } }
    }
  }

  /// The latest snapshot at or before a place.
  public func snapshot(of session: String, before position: UInt64) -> LogSnapshot? {
    state.withLock { state in
      state.snapshots[session]?.filter { $0.position <= position }.max { $0.position < $1.position }
    }
  }

  /// How much it holds: blocks and snapshots.
  public func extent() -> LogExtent {
    state.withLock { state in
      let blocks = state.blocks.reduce(0) { $0 + $1.block.bytes.count }
      let snapshots = state.snapshots.values.joined().reduce(0) { $0 + $1.content.count }
      return LogExtent(
        bytes: blocks + snapshots, first: state.blocks.first?.last ?? 0, last: state.blocks.last?.last ?? 0)
    }
  }

  /// Forgets and replaces blocks.
  public func rewrite(_ change: LogRewrite) {
    state.withLock { state in
      let gone = Set(change.chapters)
      for number in gone { state.chapters[number] = nil }
      for (session, position) in change.snapshots {
        if let position {
          state.snapshots[session]?.removeAll { $0.position < position }
        } else {
          state.snapshots[session] = nil
        }
      }
      let changes = Dictionary(change.blocks.map { ($0.last, $0) }, uniquingKeysWith: { $1 })
      state.blocks = state.blocks.compactMap { last, block in
        guard let change = changes[last] else { return (last, block) }
        for stream in block.streams { state.chapters[stream.number]?.count -= stream.count }
        for stream in change.replacement?.streams ?? [] { state.chapters[stream.number]?.count += stream.count }
        return change.replacement.map { (last, $0) }
      }
    }
  }

  /// Nothing is anywhere else.
  public func purge() {}

  /// Nothing to let go of: what it holds goes with it.
  public func close() {}
}

extension LogChapter {
  /// Takes in a note.
  mutating func apply(_ kind: ChapterNote.Kind) {
    switch kind {
    case .user(let user): self.user = user
    case .ended: isEnded = true
    case .incomplete: isIncomplete = true
    }
  }
}
