internal import EventStream

/// Makes a log forget: blocks are written anew without what is to go.
struct LogForgetting<Store: LogStore> {
  let store: Store

  /// Forgets sessions that have had no event since a moment, and the app's events before it.
  func removeAll(before time: Timestamp) async throws {
    var change = LogRewrite()
    var ends: [Int: UInt64] = [:]
    let chapters = try await store.chapters(of: nil, limit: .max)
    for (session, chapters) in Dictionary(grouping: chapters, by: \.session) {
      let last = chapters.max { $0.lastBlock < $1.lastBlock }
      guard let last, try await lastTime(of: last) < time.nanoseconds else { continue }
      change.chapters += chapters.map(\.number)
      change.snapshots.updateValue(nil, forKey: session)
      for chapter in chapters { ends[chapter.number] = .max }
    }
    try await drop(&change, from: Array(ends.keys) + [0]) { record in
      record.source == 0 ? record.time < time.nanoseconds : ends[record.source] != nil
    }
    try await store.rewrite(change)
  }

  /// Forgets what stands before each session's latest snapshot.
  func compact() async throws {
    var change = LogRewrite()
    var ends: [Int: UInt64] = [:]
    let chapters = try await store.chapters(of: nil, limit: .max)
    for (session, chapters) in Dictionary(grouping: chapters, by: \.session) {
      guard let snapshot = try await store.snapshot(of: session, before: .max) else { continue }
      change.snapshots.updateValue(snapshot.position, forKey: session)
      for chapter in chapters { ends[chapter.number] = snapshot.position }
    }
    if ends.isEmpty { return }
    try await drop(&change, from: Array(ends.keys)) { record in
      ends[record.source].map { record.position <= $0 } ?? false
    }
    try await store.rewrite(change)
  }

  private func lastTime(of chapter: LogChapter) async throws -> Int64 {
    guard chapter.lastBlock > 0,
      let block = try await store.blocks(of: [chapter.number], after: chapter.lastBlock - 1, limit: 1).first,
      let contents = try? BlockContents(block.bytes)
    else { return chapter.began }
    return contents.records.last { $0.record.source == chapter.number }?.record.time ?? chapter.began
  }

  /// Notes for each block of some streams what is left of it.
  private func drop(
    _ change: inout LogRewrite, from streams: [Int], where isToGo: (CodedRecord) -> Bool
  ) async throws {
    var place: UInt64 = 0
    // Of many streams nearly every block has something.
    let wanted = streams.count > 50 ? nil : streams
    while true {
      let blocks = try await store.blocks(of: wanted, after: place, limit: 64)
      guard let last = blocks.last else { return }
      for block in blocks {
        // What is damaged stays for those who want to look at it.
        guard let contents = try? BlockContents(block.bytes) else { continue }
        let left = contents.records.filter { !isToGo($0.record) }
        if left.count == contents.records.count { continue }
        change.blocks.updateValue(contents.rebuilt(with: left), forKey: block.last)
      }
      place = last.last
    }
  }
}

extension BlockContents {
  /// A block with some of the records; `nil` with none of them.
  func rebuilt(with left: [(record: CodedRecord, payload: Range<Int>)]) -> LogBlock? {
    guard !left.isEmpty else { return nil }
    var builder = BlockBuilder(version: version, size: .max / 2)
    builder.define(names)
    let numbers = Set(left.map(\.record.source))
    for (number, session) in sessions where numbers.contains(number) {
      builder.define(session: session, number: number)
    }
    for (record, payload) in left { builder.append(record, payload: bytes[payload]) }
    return builder.finish()
  }
}
