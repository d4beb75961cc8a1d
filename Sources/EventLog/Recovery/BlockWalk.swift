/// Reads the blocks of a log one after another, and goes on behind those that are damaged.
struct BlockWalk<Store: LogStore> {
  /// What comes next.
  enum Step {
    /// A block, of which the events behind a place haven't been read.
    case block(BlockContents, behind: UInt64)
    /// Events that are lost, and why.
    case loss(ClosedRange<UInt64>, reason: String)
  }

  private let log: StoredLog<Store>
  private let end: UInt64
  private var blocks: BlockSequence<Store>
  private var place: UInt64 = 0

  /// - Parameter end: What begins behind this place has been written meanwhile, and is left out.
  init(_ log: StoredLog<Store>, through end: UInt64) {
    self.log = log
    self.end = end
    blocks = log.sequence(of: nil, after: 0)
  }

  /// The next block, or what is missing before it; `nil` at the end.
  ///
  /// - Throws: ``EventLogError/tooNew(found:known:)``, ``EventLogError/damaged(position:through:reason:)`` where nobody knows how to go
  ///   on, and what the store throws.
  mutating func next() async throws -> Step? {
    do {
      guard let contents = try await blocks.next(for: 64), let first = contents.first, first <= end else { return nil }
      defer { place = max(place, contents.last ?? 0) }
      return .block(contents, behind: place)
    } catch EventLogError.damaged(_, let last, let reason) where last > place {
      // A damaged key may tell of more than there ever was.
      guard place < end else { return nil }
      let lost = place + 1...min(last, end)
      place = last
      blocks = log.sequence(of: nil, after: last)
      return .loss(lost, reason: reason)
    }
  }
}
