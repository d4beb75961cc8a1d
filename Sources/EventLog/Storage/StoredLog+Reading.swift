internal import EventStream
internal import Synchronization

/// What was appended is read, once it is written.
extension StoredLog {
  /// Reads records, after writing those that wait; see ``EventLog/records(of:after:limit:)``.
  ///
  /// - Throws: As ``EventLog/records(of:after:limit:)``, and what the store throws.
  public func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord] {
    await settle()
    let streams: [Int]?
    var sessions = SessionNames()
    switch source {
    case nil:
      streams = nil
      sessions = known.withLock { $0 }
    case .app: streams = [0]
    case .session(let name):
      let numbers = try await store.numbers(of: name)
      if numbers.isEmpty { return [] }
      streams = numbers
      sessions.learn(name, numbers: numbers)
    }
    let wanted = streams.map(Set.init)
    var found: [LogRecord] = []
    var (names, fetches) = (LogNames.none, 0)
    var blocks = sequence(of: streams, after: position)
    do {
      while found.count < limit, let contents = try await blocks.next(for: limit - found.count) {
        if blocks.fetches != fetches { (names, fetches) = (try await self.names(), blocks.fetches) }
        if wanted == nil { try await sessions.learn(contents, from: store) }
        contents.append(to: &found, after: position, limit: limit, of: wanted, names: names, sessions: sessions)
      }
    } catch let error as EventLogError where error.isAboutBlock && !found.isEmpty {
      // Who asks for more is told.
    }
    if wanted == nil { keep(sessions) }
    return found
  }

  /// Reads what records are, without what they carry; see ``EventLog/heads(after:limit:)``.
  ///
  /// - Throws: As ``EventLog/heads(after:limit:)``, and what the store throws.
  public func heads(after position: UInt64, limit: Int) async throws -> LogHeads {
    await settle()
    var (reader, sessions, fetches) = (LogHeadReader(), known.withLock { $0 }, 0)
    var blocks = sequence(of: nil, after: position)
    do {
      while reader.found.heads.count < limit,
        let contents = try await blocks.next(for: limit - reader.found.heads.count)
      {
        if blocks.fetches != fetches {
          reader.learn(try await names())
          fetches = blocks.fetches
        }
        try await sessions.learn(contents, from: store)
        reader.read(contents, after: position, limit: limit, sessions: sessions)
      }
    } catch let error as EventLogError where error.isAboutBlock && !reader.found.heads.isEmpty {
      // Who asks for more is told.
    }
    keep(sessions)
    return reader.found
  }

  /// The blocks that reach beyond a place.
  ///
  /// - Parameter streams: Only those with records of these streams; `nil` for all.
  func sequence(of streams: [Int]?, after position: UInt64) -> BlockSequence<Store> {
    BlockSequence(store, cache, of: streams, after: position, end: lastPosition ?? 0)
  }

  private func names() async throws -> LogNames {
    if let writer { return writer.names }
    var table = NameTable(try await store.names())
    return table.names()
  }

  private func keep(_ sessions: SessionNames) { known.withLock { $0 = sessions.bounded } }

  /// The sessions, the youngest first, each with all its chapters; none for a limit below one.
  ///
  /// - Throws: What the store throws.
  public func sessions(limit: Int) async throws -> [RecordedSession] {
    if limit < 1 { return [] }
    await settle()
    return try await sessions(of: store.chapters(ofYoungest: limit))
  }

  /// One session with all its chapters; `nil` if there is none of that name.
  ///
  /// - Throws: What the store throws.
  public func session(_ id: String) async throws -> RecordedSession? {
    await settle()
    return try await sessions(of: store.chapters(of: id, limit: .max)).first
  }

  /// The sessions that some chapters make up, in the order in which they come.
  ///
  /// - Parameter chapters: All of each session, the youngest first.
  private func sessions(of chapters: [LogChapter]) async throws -> [RecordedSession] {
    var order: [String] = []
    var all: [String: [LogChapter]] = [:]
    for chapter in chapters {
      if all[chapter.session] == nil { order.append(chapter.session) }
      all[chapter.session, default: []].append(chapter)
    }
    let ends = Set(chapters.map(\.lastBlock)).subtracting([0])
    let blocks = Dictionary(try await store.blocks(endingAt: ends.sorted()).map { ($0.last, $0) }) { $1 }
    // The last events of several sessions may be in one block.
    let lasts = Dictionary(grouping: all.values.compactMap(\.lastWritten), by: \.lastBlock).mapValues {
      $0.map(\.number)
    }
    var opened: [UInt64: BlockContents] = [:]
    return order.compactMap { name in
      guard let chapters = all[name], let latest = chapters.first, let first = chapters.last else { return nil }
      let began = Timestamp(nanoseconds: first.began)
      let last = chapters.lastWritten ?? latest
      if opened[last.lastBlock] == nil, let block = blocks[last.lastBlock] {
        opened[last.lastBlock] = try? BlockContents(block.bytes, of: lasts[last.lastBlock])
      }
      let lastEvent = opened[last.lastBlock]?.records.last { $0.record.source == last.number }?.record.time
      return RecordedSession(
        id: name, user: chapters.lazy.compactMap(\.user).first, began: began,
        lastEvent: lastEvent.map(Timestamp.init(nanoseconds:)) ?? began,
        // What a store says of them may be anything.
        count: Int(clamping: chapters.reduce(Int128(0)) { $0 + Int128($1.count) }),
        isEnded: latest.isEnded, isIncomplete: chapters.contains(where: \.isIncomplete))
    }
  }
}

extension [LogChapter] {
  /// The one that has the last record.
  fileprivate var lastWritten: LogChapter? { self.max { $0.lastBlock < $1.lastBlock } }
}
