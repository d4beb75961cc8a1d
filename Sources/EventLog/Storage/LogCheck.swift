/// What a look at all of a log has found.
public struct LogCheck: Sendable {
  /// A place where a log is damaged.
  public struct Damage: Hashable, Sendable {
    /// The last event that can be read before it; 0 if there is none, or if it isn't among the events.
    public let position: UInt64
    /// What is wrong.
    public let reason: String
  }

  /// How many blocks are whole.
  public private(set) var blocks = 0
  /// How many events are in them.
  public private(set) var events = 0
  /// How many bytes those take, with what travelled with them.
  public private(set) var bytes = 0
  /// How many bytes the events carry.
  public private(set) var payloadBytes = 0
  /// What is damaged: the events in order, then what stands beside them, such as indexes.
  public private(set) var damages: [Damage] = []

  /// The last event that was read.
  private var last: UInt64 = 0
  /// The key of the last block that stands where it belongs.
  private var place: UInt64 = 0

  /// Looks at every block of a log, at every event in it, and at what the store keeps beside the blocks. Somebody may be appending
  /// meanwhile.
  ///
  /// - Throws: ``EventLogError/tooNew(found:known:)`` if a newer program has written some of it; what the log's store throws if it
  ///   can't be read at all.
  public init<Store: LogStore>(_ log: StoredLog<Store>) async throws {
    try await log.flush()
    while true {
      let start = place
      let blocks = try await log.store.blocks(of: nil, after: place, limit: 64)
      // Asked for after the blocks: one that was written meanwhile may be the first to use a name.
      var names = NameTable(try await log.store.names())
      let known = names.names()
      for block in blocks { try check(block, known) }
      if place == start { break }
    }
    damages += try await log.store.flaws().map { Damage(position: 0, reason: $0) }
  }

  private mutating func check(_ block: StoredBlock, _ names: LogNames) throws {
    // A key that doesn't rise would lead back to what has been looked at.
    let before = place
    place = max(place, block.last)
    do {
      let contents = try BlockContents(block.bytes)
      if let reason = contents.misplacement(after: before, key: block.last) {
        throw ByteReader.Malformed(reason: reason)
      }
      if block.last <= before { throw ByteReader.Malformed(reason: "it stands behind the one up to event \(before)") }
      try count(contents, names)
    } catch let error as ByteReader.Malformed {
      let damage = Damage(position: last, reason: "the block up to event \(block.last): \(error.reason)")
      // Where nothing but zeros is left, many are alike.
      if damages.last != damage { damages.append(damage) }
    }
  }

  private mutating func count(_ contents: BlockContents, _ names: LogNames) throws {
    blocks += 1
    bytes += contents.bytes.count
    try contents.bytes.withUnsafeBufferPointer { bytes in
      for (record, range) in contents.records {
        var reader = ByteReader(bytes, range)
        _ = try reader.value(names)
        events += 1
        payloadBytes += range.count
        last = record.position
      }
    }
  }
}
