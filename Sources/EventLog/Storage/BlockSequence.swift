/// Reads the blocks of a log behind a place one after another, and checks that each stands where it belongs: a damaged index may
/// lead anywhere, the same way again and again too.
///
/// The blocks that a store finds have keys that rise, and what is in a block stands behind what is in the one before it, up to its own
/// key. Where that isn't so, what is in a whole block is believed rather than its key; and before events are told to be lost the store
/// is asked whether it finds them elsewhere.
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
  /// Its key. The events up to it, behind the last, were forgotten.
  private var key: UInt64 = 0
  /// Up to which event it had been read when it was last found out why others are missing.
  private var looked: UInt64?
  /// No block has more events: each takes some bytes.
  private static var mostEvents: UInt64 { 4_096 }
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
      while true {
        if streams == nil, !waiting.isEmpty { try await fillGap() }
        guard let block = waiting.popFirst() else { break }
        guard let contents = try await contents(of: block) else { continue }
        place = max(place, block.last)
        // One of a wrong key may be met a second time.
        guard let last = contents.last, last > read else { continue }
        (read, previous, key) = (last, last, block.last)
        return contents
      }
      // A key that doesn't rise would lead back to what has been read.
      if place != asked {
        asked = place
        waiting = try await store.blocks(of: streams, after: place, limit: min(64, count))[...]
        fetches += 1
      }
      if streams == nil, waiting.isEmpty { try await fillGap() }
      if waiting.isEmpty { return nil }
    }
  }

  /// What is in a block; `nil` if others were found that belong before it.
  private mutating func contents(of block: StoredBlock) async throws -> BlockContents? {
    let isBehind = block.last > place
    do {
      let contents = try cache.contents(of: block)
      if let last = contents.last, last <= read || isNext(contents) { return contents }
      if let reason = contents.misplacement(after: previous, key: block.last) {
        throw ByteReader.Malformed(reason: reason)
      }
      if isBehind { return contents }
      throw ByteReader.Malformed(reason: "a block that ends with event \(block.last) follows it")
    } catch let error as ByteReader.Malformed {
      let through = isBehind ? block.last : try await lost(at: block)
      guard let end = try await missing(through: through) else { return nil }
      throw EventLogError.damaged(position: read, through: end, reason: error.reason)
    }
  }

  /// Whether what is in a block goes on where the last ended, wherever it was found.
  private func isNext(_ contents: BlockContents) -> Bool {
    guard let first = contents.first else { return false }
    return first <= read + 1 && first > previous ?? 0
  }

  /// The last event that is missing in a row up to one that is lost with a damaged block, or seems to be: its key may be damaged, or only
  /// what leads to it.
  ///
  /// - Returns: `nil` if the next event was found, which is the next to be read then.
  private mutating func missing(through last: UInt64) async throws -> UInt64? {
    // Of a stream it is known which block is wanted, and not what it has before.
    guard last > (streams == nil ? read : max(read, place)) else { return last }
    let found =
      if streams == nil {
        try await found(behind: read, before: last < .max - Self.mostEvents ? last + 1 + Self.mostEvents : nil)
      } else {
        try await found(behind: last - 1, before: last < .max ? last + 1 : nil)
      }
    guard let next = found.first(where: { !$0.bytes.isEmpty }), let first = next.firstPosition else { return last }
    if streams == nil, first > read + 1 { return min(first - 1, last) }
    waiting = found + waiting
    return nil
  }

  /// What the store finds between two events. A block that begins before counts only where nothing of it was read before another.
  private func found(behind first: UInt64, before end: UInt64?) async throws -> [StoredBlock] {
    try await store.missing(behind: first, before: end).map { block in
      guard let previous, let first = block.firstPosition, first <= previous else { return block }
      return StoredBlock(last: block.last, bytes: [])
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

  /// Where events are missing before what was fetched, or at the end, looks for blocks that their keys don't lead to, or that an index
  /// knows of. Events may also have been forgotten; a stream has gaps wherever others have events.
  private mutating func fillGap() async throws {
    // Many together are found as quickly by searching for all that is missing.
    for _ in 0..<16 {
      let next = waiting.first
      if read == looked || begins(next) { return }
      guard let others = try await misplaced(before: next) else { return }
      if others.isEmpty { break }
      waiting = others + waiting
    }
    looked = read
    let first = waiting.first.flatMap { (try? cache.contents(of: $0))?.first }
    // One that is damaged itself is told with what is missing before it.
    guard waiting.isEmpty ? end > read : first != nil else { return }
    let known = key < first ?? .max ? max(read, key) : read
    waiting = try await found(behind: known, before: first) + waiting
  }

  /// Whether a block begins with the next event, or with one that has been read.
  private func begins(_ block: StoredBlock?) -> Bool {
    guard let block, let first = (try? cache.contents(of: block))?.first else { return false }
    return first <= read || first - 1 == read
  }

  /// The blocks that stand right before another, or at the end, and belong behind what was read; `nil` if they have been written
  /// meanwhile.
  private func misplaced(before next: StoredBlock?) async throws -> [StoredBlock]? {
    // Seldom is there more to be found than that nothing is missing.
    guard let nearest = try await store.blocks(before: next?.last, limit: 1).first else { return [] }
    if next == nil, nearest.last > max(place, end) { return nil }
    guard isMissing(nearest, atEnd: next == nil) else { return [] }
    let all = try await store.blocks(before: next?.last, limit: 64)
    return all.prefix { isMissing($0, atEnd: next == nil) }.reversed()
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
  /// The position of its first record as the block itself has it; `nil` if it is damaged.
  public var firstPosition: UInt64? { (try? BlockContents(bytes))?.first }
  /// The position of its last record as the block itself has it; `nil` if it is damaged.
  public var lastPosition: UInt64? { (try? BlockContents(bytes))?.last }
}
