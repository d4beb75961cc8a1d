/// Puts a log together again from blocks that were found somewhere, in whatever order.
public struct SalvagedBlocks {
  /// A block that was found, and what of it a log has beside it. Its records aren't kept: they take as much again, and more.
  private struct Found {
    let block: LogBlock
    let version: Int
    let names: [LogName]
    /// The names of the sessions that begin in it, by number.
    let sessions: [Int: String]
    /// When the first event of each stream in it was recorded, by number.
    let times: [Int: Int64]
  }

  /// By the positions of their first records.
  private var found: [UInt64: Found] = [:]

  /// None yet.
  public init() {}

  /// Whether anything was found.
  public var isEmpty: Bool { found.isEmpty }

  /// Takes what may be a block; one that is damaged is passed over. Of two with the same events, the later one counts.
  ///
  /// - Returns: Whether it is whole.
  @discardableResult
  public mutating func add(_ bytes: [UInt8]) -> Bool {
    guard let contents = try? BlockContents(bytes), let first = contents.records.first,
      let last = contents.records.last
    else { return false }
    let counts = Dictionary(contents.records.map { ($0.record.source, 1) }, uniquingKeysWith: +)
    found[first.record.position] = Found(
      block: LogBlock(
        bytes: bytes, first: first.record.position, last: last.record.position,
        streams: counts.map { LogBlock.Stream(number: $0, count: $1) }),
      version: contents.version, names: contents.names, sessions: contents.sessions,
      times: Dictionary(contents.records.map { ($0.record.source, $0.record.time) }) { first, _ in first })
    return true
  }

  /// A log in memory with everything that was found. Nothing can be appended to it.
  ///
  /// - Parameter names: Names that were found elsewhere: those defined in the blocks are added.
  /// - Throws: As ``StoredLog/init(reading:)``.
  public func log(names: [LogName] = []) throws -> MemoryLog {
    let store = MemoryStore()
    var last: UInt64 = 0
    var group = LogGroup(version: 0)
    group.names = names
    var (begun, told): (Set<Int>, [LogName.Kind: Set<Int>]) = ([], [:])
    for each in found.values.sorted(by: { $0.block.first < $1.block.first }) where each.block.first > last {
      let block = each.block
      last = block.last
      group.version = max(group.version, each.version)
      // The block that tells a name first is believed: those behind it have it from the table.
      for name in each.names where told[name.kind, default: []].insert(name.number).inserted {
        group.names.append(name)
      }
      for stream in block.streams where stream.number > 0 && begun.insert(stream.number).inserted {
        group.chapters.append(
          NewChapter(
            number: stream.number, session: each.sessions[stream.number] ?? "session \(stream.number)",
            began: each.times[stream.number] ?? 0))
      }
      group.blocks.append(block)
    }
    store.write(group)
    return try MemoryLog(reading: store)
  }
}
