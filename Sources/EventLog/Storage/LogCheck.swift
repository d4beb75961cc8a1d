/// What a look at all of a log has found.
public struct LogCheck: Sendable {
  /// A place where a log is damaged.
  public struct Damage: Hashable, Sendable {
    /// The last event that can be read before it; 0 if there is none.
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
  /// What is damaged, in order.
  public private(set) var damages: [Damage] = []

  /// Looks at every block of a log, and at every event in it.
  ///
  /// - Throws: What the log's store throws if it can't be read at all.
  public init<Store: LogStore>(_ log: StoredLog<Store>) async throws {
    try await log.flush()
    var names = NameTable(try await log.store.names())
    let known = names.names()
    var place: UInt64 = 0
    var last: UInt64 = 0
    while true {
      let blocks = try await log.store.blocks(of: nil, after: place, limit: 64)
      guard let end = blocks.last else { break }
      for block in blocks { check(block, known, &last) }
      place = end.last
    }
  }

  private mutating func check(_ block: StoredBlock, _ names: LogNames, _ last: inout UInt64) {
    do {
      let contents = try BlockContents(block.bytes)
      blocks += 1
      bytes += block.bytes.count
      try contents.bytes.withUnsafeBufferPointer { bytes in
        for (record, range) in contents.records {
          var reader = ByteReader(bytes, range)
          _ = try reader.value(names)
          events += 1
          payloadBytes += range.count
          last = record.position
        }
      }
    } catch {
      let reason = ByteReader.Malformed.reason(of: error)
      damages.append(Damage(position: last, reason: "the block up to event \(block.last): \(reason)"))
    }
  }
}
