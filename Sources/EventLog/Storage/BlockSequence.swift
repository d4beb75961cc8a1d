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
        guard let (contents, place) = try await contents(of: block) else { continue }
        take(contents, at: place)
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

  private mutating func take(_ contents: BlockContents, at key: UInt64) {
    place = max(place, key)
    guard let last = contents.last else { return }
    (read, previous, self.key) = (last, last, key)
  }

  // MARK: What is in a block

  /// What is in a block, or in the one that should stand there, and its key; `nil` if that isn't to be read.
  private mutating func contents(of block: StoredBlock) async throws -> (contents: BlockContents, key: UInt64)? {
    let isBehind = block.last > place
    do {
      // To take a stream's few records out is cheaper than to keep all of a block's for whoever comes next.
      let contents =
        if let streams { try BlockContents(block.bytes, of: streams) } else { try cache.contents(of: block) }
      if let last = contents.last, last <= read {
        if let reason = flaw(ofRead: contents, isBehind: isBehind) { throw ByteReader.Malformed(reason: reason) }
        place = max(place, block.last)
        // Its last events may have been forgotten, the one that is read from too.
        if previous == nil, last <= block.last { key = max(key, block.last) }
        return nil
      }
      if let reason = flaw(of: contents, at: block, isBehind: isBehind) { throw ByteReader.Malformed(reason: reason) }
      return (contents, block.last)
    } catch let error as ByteReader.Malformed {
      return try await replacement(for: block, isBehind: isBehind, error.reason)
    }
  }

  /// Why a block isn't the one that is wanted; `nil` if it is.
  private func flaw(of contents: BlockContents, at block: StoredBlock, isBehind: Bool) -> String? {
    if !hasWanted(contents) { return "it has nothing of what is read" }
    // What goes on where the last ended is what is next, wherever it was found.
    if let first = contents.first, first <= read + 1, first > previous ?? 0 { return nil }
    if let reason = contents.misplacement(after: previous, key: block.last) { return reason }
    return isBehind ? nil : "a block that ends with event \(block.last) follows it"
  }

  /// Why a block that has been read isn't the one that is wanted; `nil` if it may stand there: where all blocks are read, a wrong key leads
  /// to it, and what is missing is found out.
  private func flaw(ofRead contents: BlockContents, isBehind: Bool) -> String? {
    streams == nil || !isBehind || previous == nil && hasWanted(contents) ? nil : "it has been read"
  }

  /// Whether a block has records of the streams that are read: those that an index leads to have.
  private func hasWanted(_ contents: BlockContents) -> Bool {
    guard let streams else { return true }
    return contents.records.contains { streams.contains($0.record.source) }
  }

  // MARK: What is damaged

  /// What is to be read instead of a block that is damaged, or of which only what leads to it is; `nil` if nothing is missing because of
  /// it.
  ///
  /// - Throws: ``EventLogError/damaged(position:through:reason:)`` if something is lost.
  private mutating func replacement(
    for block: StoredBlock, isBehind: Bool, _ reason: String
  ) async throws -> (contents: BlockContents, key: UInt64)? {
    if streams == nil { return try await replacementAmongAll(for: block, isBehind: isBehind, reason) }
    let through = isBehind ? block.last : try await firstWhole().map { $0 - 1 } ?? end
    // Of a stream it is known which block is wanted, and not what it has before.
    if isBehind {
      let found = try await found(before: through < .max ? through + 1 : nil)
      if let wanted = found.first(where: { $0.last == through }), let contents = try? cache.contents(of: wanted),
        hasWanted(contents), contents.last ?? 0 > read
      {
        return (contents, through)
      }
    }
    if through <= read { return nil }
    throw EventLogError.damaged(position: read, through: through, reason: reason)
  }

  private mutating func replacementAmongAll(
    for block: StoredBlock, isBehind: Bool, _ reason: String
  ) async throws -> (contents: BlockContents, key: UInt64)? {
    let next = try await firstWhole()
    if let next, next <= read + 1 { return nil }
    let found = try await found(before: next)
    if let first = found.first, let contents = try? cache.contents(of: first), contents.last ?? 0 > read {
      waiting = found.dropFirst() + waiting
      return (contents, first.last)
    }
    let bound = next.map { $0 - 1 } ?? .max
    let through = min(bound, found.first?.last ?? (isBehind ? block.last : next == nil ? end : bound))
    if through <= read { return nil }
    throw EventLogError.damaged(position: read, through: through, reason: reason)
  }

  /// Where the first whole block begins that ends behind what was read, as far as keys lead to it; `nil` if none is near.
  private mutating func firstWhole() async throws -> UInt64? {
    if let first = firstWhole(of: waiting) { return first }
    let more = try await store.blocks(of: nil, after: max(place, waiting.last?.last ?? 0), limit: 64)
    if streams == nil { waiting += more }
    return firstWhole(of: more[...])
  }

  private func firstWhole(of blocks: ArraySlice<StoredBlock>) -> UInt64? {
    blocks.compactMap { block in
      guard let contents = try? cache.contents(of: block), contents.last ?? 0 > read else { return nil }
      return contents.first
    }.min()
  }

  /// What the store finds between what has been read and another event. A block that begins before counts only where nothing of it was
  /// read before another.
  private func found(before end: UInt64?) async throws -> [StoredBlock] {
    let last = end.map { $0 - 1 } ?? self.end
    // Events right behind were forgotten, if their block's key is right.
    let behind = key <= last ? max(read, key) : read
    if behind >= last { return [] }
    return try await store.missing(behind: behind, before: end).map { block in
      guard let previous, let first = block.firstPosition, first <= previous else { return block }
      return StoredBlock(last: block.last, bytes: [])
    }
  }

  // MARK: What is missing

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
    waiting = try await found(before: first) + waiting
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
  var first: UInt64? { bounds?.lowerBound }
  /// The position of the last record.
  var last: UInt64? { bounds?.upperBound }

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
