/// When chapters had their last events. Where the clock was ahead, or something can't be read, what was recorded behind tells when that
/// was at the latest.
struct LastTimes<Store: LogStore> {
  private let store: Store
  /// What says that it was recorded later than this was so while the clock was ahead.
  private let latest: Int64
  /// What is known of what stands behind events: very many may have been recorded before the clock was set right.
  private var known: [Stretch] = []

  /// Places behind which the first time that can be believed is the same.
  private struct Stretch {
    let places: Range<UInt64>
    let time: Int64
  }

  /// - Parameters:
  ///   - store: Where the chapters are.
  ///   - latest: No event can have been recorded later than this, in nanoseconds since 1970.
  init(in store: Store, upTo latest: Int64) {
    self.store = store
    self.latest = latest
  }

  /// When a chapter had its last event, at the latest, in nanoseconds since 1970; `.max` where nothing tells.
  mutating func time(of chapter: LogChapter) async throws -> Int64 {
    guard chapter.lastBlock > 0,
      let block = try await store.blocks(of: [chapter.number], after: chapter.lastBlock - 1, limit: 1).first
    else { return believed(chapter.began) }
    guard let contents = try? BlockContents(block.bytes) else { return try await time(behind: block.last) }
    guard let last = contents.records.last(where: { $0.record.source == chapter.number })?.record else {
      return believed(chapter.began)
    }
    if last.time <= latest { return last.time }
    return try await time(behind: last.position)
  }

  private func believed(_ time: Int64) -> Int64 { time <= latest ? time : .max }

  /// The time of the next event that can be read and believed: what stands before it is no younger.
  private mutating func time(behind place: UInt64) async throws -> Int64 {
    var reached = place
    while true {
      if let found = known.first(where: { $0.places.contains(reached) }) {
        return note(found.time, at: found.places.upperBound, behind: place)
      }
      let blocks = try await store.blocks(of: nil, after: reached, limit: 64)
      for block in blocks {
        guard let contents = try? BlockContents(block.bytes) else { continue }
        let next = contents.records.first { $0.record.position > place && $0.record.time <= latest }
        if let next { return note(next.record.time, at: next.record.position, behind: place) }
      }
      // A key that doesn't rise leads back to what has been looked at.
      guard let last = blocks.last?.last, last > reached else { return note(.max, at: .max, behind: place) }
      reached = last
    }
  }

  private mutating func note(_ time: Int64, at end: UInt64, behind place: UInt64) -> Int64 {
    known.append(Stretch(places: place..<end, time: time))
    return time
  }
}
