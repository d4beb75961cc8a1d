internal import EventStream

/// Makes a log forget: blocks are written anew without what is to go, some at a time, so that what is appended meanwhile waits
/// for milliseconds. If it is interrupted, the next time finds the rest.
struct LogForgetting<Store: LogStore> {
  let store: Store
  /// Returns when everything appended before is in the store.
  let flush: () async throws -> Void

  // In a generic type nothing may be stored for all of them.
  /// So many chapters are forgotten at once, for what is appended meanwhile waits.
  private static var chaptersAtOnce: Int { 512 }
  /// What is recorded while it forgets is later than the time at which it began.
  private static var longest: Duration { .seconds(3600) }

  /// Of which streams which records go.
  private struct Wish {
    /// Nobody needs to look at blocks behind this one for the sake of the sessions.
    var end: UInt64 = 0
    var streams: [Int]
    let isToGo: (CodedRecord) -> Bool
    /// Whether more of their records may be behind those that go.
    let keepsEnds: Bool
    /// Whether a record shows that there is nothing more for the sake of the app's stream.
    let isBehindApp: (CodedRecord) -> Bool
  }

  /// Forgets sessions that have had no event since a moment, and the app's events before it.
  ///
  /// - Parameter now: Times that are later by an hour or more were told by a clock that was ahead, and aren't believed: what has one goes
  ///   once something that was recorded behind it is old.
  func removeAll(before time: Timestamp, now: Timestamp, unless isNeeded: (String) -> Bool) async throws {
    let (limit, latest) = (time.nanoseconds, now.advanced(by: Self.longest).nanoseconds)
    var lastTimes = LastTimes(in: store, upTo: latest)
    let end = try await endOfApp(before: limit, upTo: latest)
    try await removeSessions(
      where: { chapters, last in
        // One that began later has had an event since.
        guard chapters.allSatisfy({ $0.began < limit || $0.began > latest }) else { return false }
        return try await lastTimes.time(of: last) < limit
      },
      unless: isNeeded, appsEvents: { $0.position <= end }, isBehindApp: { $0.position > end })
  }

  /// The place of the last of the app's events before a moment: none before it is younger, whatever time it has. 0 if there is none.
  private func endOfApp(before time: Int64, upTo latest: Int64) async throws -> UInt64 {
    var (place, end): (UInt64, UInt64) = (0, 0)
    while true {
      let blocks = try await store.blocks(of: [0], after: place, limit: 64)
      let start = place
      for block in blocks {
        // What can't be read is judged when it is to be changed.
        guard let contents = try? contents(of: block, after: place) else { continue }
        place = block.last
        for (record, _) in contents.records where record.source == 0 && record.time <= latest {
          if record.time >= time { return end }
          end = record.position
        }
      }
      place = max(place, blocks.last?.last ?? 0)
      if place == start { return end }
    }
  }

  /// Forgets the oldest until the store is no larger than so many bytes: sessions and the app's events first, then what stands before
  /// snapshots.
  ///
  /// - Returns: How large it is then: larger, where it can't forget as much.
  func shrink(to bytes: Int, unless isNeeded: (String) -> Bool) async throws -> Int {
    var extent = try await store.extent()
    // What comes meanwhile is left to the next time.
    let end = extent.last
    var place: UInt64 = 0
    var least = 1.0 / 16
    while extent.bytes > bytes, place < end {
      // As if events were of one size, and nobody needed any: what is left then shows how far that was from it.
      let share = min(1, max(least, Double(extent.bytes - bytes) / Double(extent.bytes)))
      let start = max(place, min(extent.first, end))
      place = start + UInt64((Double(end - start) * share).rounded(.up))
      let limit = place
      try await removeSessions(
        where: { _, latest in latest.lastBlock <= limit }, unless: isNeeded, appsEvents: { $0.position <= limit },
        isBehindApp: { $0.position > limit })
      let before = extent.bytes
      extent = try await store.extent()
      // Where mostly those are that live, each look costs more than it brings.
      least = extent.bytes > before / 32 * 31 ? 2 * least : 1 / 16
    }
    guard extent.bytes > bytes else { return extent.bytes }
    try await compact()
    return try await store.extent().bytes
  }

  /// Forgets sessions, and some of the app's events.
  ///
  /// - Parameters:
  ///   - isOld: Asked of each session, and again of those that aren't needed: whether it is old enough, by its chapters and the one
  ///     that has its last event.
  ///   - isNeeded: Asked of each that is: whether it is kept all the same.
  ///   - isToGo: Whether an event of the app's stream goes; no later one does if one stays.
  ///   - isBehindApp: Whether an event shows that none behind it is the app's and goes.
  private func removeSessions(
    where isOld: ([LogChapter], LogChapter) async throws -> Bool, unless isNeeded: (String) -> Bool,
    appsEvents isToGo: @escaping (CodedRecord) -> Bool, isBehindApp: @escaping (CodedRecord) -> Bool
  ) async throws {
    func isOldEnough(_ chapters: [LogChapter]) async throws -> Bool {
      guard let latest = chapters.max(by: { $0.lastBlock < $1.lastBlock }) else { return false }
      return try await isOld(chapters, latest)
    }
    var unneeded: Set<String> = []
    for (session, chapters) in try await chapters() {
      if try await isOldEnough(chapters), !isNeeded(session) { unneeded.insert(session) }
    }
    var last = LogRewrite()
    var gone: Set<Int> = []
    var end: UInt64 = 0
    if !unneeded.isEmpty {
      // One that lived when its chapters were read, and had ended when it was asked about, may have recorded its last events in between.
      try await flush()
      for (session, chapters) in try await chapters() where unneeded.contains(session) {
        guard try await isOldEnough(chapters) else { continue }
        last.chapters += chapters.map(\.number)
        last.snapshots.updateValue(nil, forKey: session)
        gone.formUnion(chapters.map(\.number))
        end = max(end, chapters.map(\.lastBlock).max() ?? 0)
      }
    }
    // Before their events: a snapshot of a session that has lost some behind it would be taken for what the others follow on. Their chapters
    // go last: where this is interrupted, the sessions are still there to be forgotten.
    let chapters = last.chapters
    last.chapters = []
    if !last.isEmpty { try await store.rewrite(last) }
    try await carryOut(
      Wish(
        end: end, streams: Array(gone) + [0], isToGo: { $0.source == 0 ? isToGo($0) : gone.contains($0.source) },
        keepsEnds: false, isBehindApp: isBehindApp))
    for start in stride(from: 0, to: chapters.count, by: Self.chaptersAtOnce) {
      var change = LogRewrite()
      change.chapters = Array(chapters[start...].prefix(Self.chaptersAtOnce))
      try await store.rewrite(change)
    }
    try await store.purge()
  }

  /// Forgets what stands before each session's latest snapshot, but for the last event that is in it: that tells how old the
  /// session is.
  func compact() async throws {
    var last = LogRewrite()
    var ends: [Int: UInt64] = [:]
    for (session, chapters) in try await chapters() {
      guard let snapshot = try await store.snapshot(of: session, before: .max) else { continue }
      last.snapshots.updateValue(snapshot.position, forKey: session)
      for chapter in chapters { ends[chapter.number] = snapshot.position }
    }
    if ends.isEmpty { return }
    // Before the events: of a session that has lost some, an earlier snapshot would be taken for what the others follow on.
    try await store.rewrite(last)
    try await carryOut(
      Wish(
        end: ends.values.max() ?? 0, streams: Array(ends.keys),
        isToGo: { record in ends[record.source].map { record.position < $0 } ?? false }, keepsEnds: true,
        isBehindApp: { _ in true }))
    try await store.purge()
  }

  private func chapters() async throws -> [String: [LogChapter]] {
    Dictionary(grouping: try await store.chapters(of: nil, limit: .max), by: \.session)
  }

  /// Goes through the blocks, and writes those anew that lose something.
  private func carryOut(_ wish: Wish) async throws {
    var place: UInt64 = 0
    var isBehindApp = false
    var untold = UntoldNames()
    // Of many streams nearly every block has something.
    let wanted = wish.streams.count > 50 ? nil : wish.streams
    while !isBehindApp || place < wish.end {
      let blocks = try await store.blocks(of: wanted, after: place, limit: 64)
      let start = place
      var change = LogRewrite()
      for block in blocks {
        // What is damaged stays for those who want to look at it.
        guard let contents = try contents(of: block, after: place) else { continue }
        place = block.last
        isBehindApp = isBehindApp || contents.records.contains { wish.isBehindApp($0.record) }
        if let changed = self.change(of: block, contents, wish, &untold) { change.blocks.append(changed) }
      }
      if !change.isEmpty { try await store.rewrite(change) }
      // The last ones may be damaged. A key that doesn't rise leads back to what has been looked at.
      place = max(place, blocks.last?.last ?? 0)
      if place == start { break }
    }
    if untold.isOfAll { try await tell(&untold) }
  }

  /// What becomes of a block; `nil` if it stays as it is.
  private func change(
    of block: StoredBlock, _ contents: BlockContents, _ wish: Wish, _ untold: inout UntoldNames
  ) -> BlockChange? {
    let left = contents.records.filter { !wish.isToGo($0.record) }
    let isWhole = left.count == contents.records.count
    if isWhole, untold.isEmpty { return nil }
    let streams = Set(left.map(\.record.source))
    let more = untold.take(for: streams)
    if isWhole, more.isEmpty { return nil }
    untold.add(contents, with: streams, keepsSessions: wish.keepsEnds)
    return BlockChange(block, contents, left, telling: more)
  }

  /// Has the first block that is left tell names, if there is one: otherwise who writes the next tells them.
  private func tell(_ untold: inout UntoldNames) async throws {
    var place: UInt64 = 0
    // Blocks that can't be read tell nothing.
    while let blocks = try? await store.blocks(of: nil, after: place, limit: 64), let last = blocks.last?.last {
      for block in blocks {
        guard let contents = try? contents(of: block, after: place) else { continue }
        let more = untold.take(for: Set(contents.records.map(\.record.source)))
        var change = LogRewrite()
        change.blocks = [BlockChange(block, contents, contents.records, telling: more)]
        return try await store.rewrite(change)
      }
      if last <= place { return }
      place = last
    }
  }

  /// The contents of a block; `nil` if it is damaged, or stands where it doesn't belong, so that its key may be that of another.
  ///
  /// - Throws: ``EventLogError/tooNew(found:known:)``: what it has can't be forgotten.
  private func contents(of block: StoredBlock, after place: UInt64) throws -> BlockContents? {
    do {
      let contents = try BlockContents(block.bytes)
      return block.last > place && contents.misplacement(after: place, key: block.last) == nil ? contents : nil
    } catch is ByteReader.Malformed {
      return nil
    }
  }
}

extension BlockChange {
  /// A block that keeps some of its records.
  fileprivate init(
    _ block: StoredBlock, _ contents: BlockContents, _ left: [(record: CodedRecord, payload: Range<Int>)],
    telling untold: UntoldNames
  ) {
    self.init(
      last: block.last, streams: Array(Set(contents.records.map(\.record.source))),
      replacement: contents.rebuilt(with: left, telling: untold))
  }
}
