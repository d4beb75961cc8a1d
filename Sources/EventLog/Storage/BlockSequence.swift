/// Reads the blocks of a log behind a place one after another, and checks that each stands where it belongs: a damaged index may
/// lead anywhere, the same way again and again too.
///
/// The blocks that a store finds have keys that rise, and what is in a block stands behind what is in the one before it, up to its own
/// key.
struct BlockSequence<Store: LogStore> {
  private let store: Store
  private let cache: BlockCache
  /// Of which streams; `nil` for all.
  private let streams: [Int]?
  /// Where the log ended when it was opened.
  private let end: UInt64
  /// Up to which key it has been read.
  private var place: UInt64
  /// Up to which event it has been read.
  private var read: UInt64
  /// The last event of the block that was read last.
  private var previous: UInt64?
  /// Where it had been read to when the store was asked for blocks.
  private var asked: UInt64?
  private var waiting: ArraySlice<StoredBlock> = []
  /// How often the store was asked for blocks.
  private(set) var fetches = 0

  /// - Parameters:
  ///   - streams: Only blocks with records of these streams; `nil` for all.
  ///   - position: Only blocks that reach beyond this place.
  ///   - end: The position of the last record that was there when the log was opened.
  init(_ store: Store, _ cache: BlockCache, of streams: [Int]?, after position: UInt64, end: UInt64) {
    self.store = store
    self.cache = cache
    self.streams = streams
    self.end = end
    (place, read) = (position, position)
  }

  /// The contents of the next block; `nil` if there is none.
  ///
  /// - Parameter count: How many records are still wanted: no more blocks than that are fetched.
  /// - Throws: ``EventLogError/damaged(position:through:reason:)``, ``EventLogError/tooNew(found:known:)``, or what the store throws.
  mutating func next(for count: Int) async throws -> BlockContents? {
    while true {
      while let block = waiting.popFirst() {
        let contents = try await contents(of: block)
        place = max(place, block.last)
        // One of a wrong key may be met a second time.
        guard let last = contents.last, last > read else { continue }
        (read, previous) = (last, last)
        return contents
      }
      // A key that doesn't rise would lead back to what has been read.
      if place == asked { return nil }
      asked = place
      waiting = try await store.blocks(of: streams, after: place, limit: min(64, count))[...]
      fetches += 1
      if streams == nil { try await fillGap() }
      if waiting.isEmpty { return nil }
    }
  }

  private func contents(of block: StoredBlock) async throws -> BlockContents {
    let isBehind = block.last > place
    do {
      let contents = try cache.contents(of: block)
      if let last = contents.last, last <= read { return contents }
      if let reason = contents.misplacement(after: previous, key: block.last) {
        throw ByteReader.Malformed(reason: reason)
      }
      if isBehind { return contents }
      throw ByteReader.Malformed(reason: "a block that ends with event \(block.last) follows it")
    } catch let error as ByteReader.Malformed {
      let through = isBehind ? block.last : try await lost(at: block)
      throw EventLogError.damaged(position: read, through: through, reason: error.reason)
    }
  }

  /// The last event that is lost with a block whose key is wrong; ``read`` if nobody knows.
  private func lost(at block: StoredBlock) async throws -> UInt64 {
    if let last = (try? cache.contents(of: block))?.last, last > read { return last }
    for block in try await store.blocks(of: nil, after: place, limit: 64) where block.last > place {
      if let first = (try? cache.contents(of: block))?.first, first > read { return first - 1 }
    }
    return max(read, end)
  }

  /// Where events are missing before what was fetched, or at the end, looks for blocks that their keys don't lead to. Events may also
  /// have been forgotten; a stream has gaps wherever others have events.
  private mutating func fillGap() async throws {
    let next = waiting.first
    if let next, let first = (try? cache.contents(of: next))?.first, first <= read || first - 1 == read { return }
    // Seldom is there more to be found than that nothing is missing.
    for limit in [1, 64] {
      let before = try await store.blocks(before: next?.last, limit: limit)
      // They have been written meanwhile.
      if next == nil, let last = before.first?.last, last > place { return }
      let missing = before.prefix { isMissing($0, atEnd: next == nil) }
      if missing.isEmpty { return }
      if limit > 1 { waiting = missing.reversed() + waiting }
    }
  }

  /// Whether a block that stands before the next one, or at the end, belongs behind what was read.
  private func isMissing(_ block: StoredBlock, atEnd: Bool) -> Bool {
    if let contents = try? cache.contents(of: block) { return contents.last.map { $0 > read } ?? false }
    // One that is damaged where it belongs has been told.
    return block.last != place && (!atEnd || end > read)
  }
}

extension BlockContents {
  /// The position of the first record.
  var first: UInt64? { records.first?.record.position }
  /// The position of the last record.
  var last: UInt64? { records.last?.record.position }

  /// What is wrong with the place at which a block was found; `nil` if nothing is.
  ///
  /// - Parameters:
  ///   - previous: The key of the block before it; `nil` if that isn't known.
  ///   - key: Its own. It may be higher than the last position: that record may have been forgotten.
  func misplacement(after previous: UInt64?, key: UInt64) -> String? {
    guard let first, let last else { return "it has no events" }
    if last <= key, first > previous ?? 0 { return nil }
    return "a block with the events \(first) to \(last) is taken for one that ends with event \(key)"
  }
}

extension StoredBlock {
  /// The position of its last record as the block itself has it; `nil` if it is damaged.
  public var lastPosition: UInt64? { (try? BlockContents(bytes))?.last }
}
