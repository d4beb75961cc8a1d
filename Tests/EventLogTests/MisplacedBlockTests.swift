import EventLogSQLite
import EventStream
import Foundation
import GRDB
import Testing

@testable import EventLog

/// Keys and indexes have no checksum: what they lead to is looked at before it is believed.
@Suite struct `A log that finds blocks where they don't belong` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  /// Writes a log of two sessions, and returns what is in it.
  func write() async throws -> [LogRecord] {
    let log = try SQLiteLog(path: path)
    let app = AppStream()
    let streams = ["a", "b"].map { session($0, in: app, log: log) }
    for round in 0..<1_000 {
      for stream in streams { stream.send(Sample.note(.text("round \(round)"))) }
      if round % 40 == 0 { try await log.flush() }
    }
    let records = try await log.records(of: nil, after: 0, limit: .max)
    try await log.save(snapshot: [1], of: "a", at: 1_500)
    try await log.close()
    return records
  }

  func keys() async throws -> [UInt64] {
    let store = try SQLiteStore(path: path, isReadOnly: true)
    let found = try await store.blocks(of: nil, after: 0, limit: .max).map(\.last)
    try await store.close()
    return found
  }

  /// Changes the key of a block in the file; both keys take two bytes.
  func move(_ key: UInt64, to other: UInt64) async throws {
    let store = try SQLiteStore(path: path, isReadOnly: true)
    let block = try #require(try await store.blocks(endingAt: [key]).first)
    try await store.close()
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    // A row is its size, its key, four bytes that say what columns it has, and the block.
    let place = try #require(file.range(of: Data(block.bytes))).lowerBound - 6
    #expect(file[place] == UInt8(key >> 7) | 0x80 && file[place + 1] == UInt8(key & 0x7F))
    file[place] = UInt8(other >> 7) | 0x80
    file[place + 1] = UInt8(other & 0x7F)
    try file.write(to: URL(fileURLWithPath: path))
  }

  func change(_ sql: String) async throws {
    let database = try DatabaseQueue(path: path)
    // What is deleted isn't found by a search of the file.
    try await database.write { try $0.execute(sql: "PRAGMA secure_delete = ON; " + sql) }
    try database.close()
  }

  /// Everything that can be read, passing over what is damaged; and where that was.
  func read(
    _ log: any EventLog, of source: LogSource? = nil, by limit: Int = 100
  ) async throws -> (records: [LogRecord], lost: [ClosedRange<UInt64>]) {
    var (records, lost, place): ([LogRecord], [ClosedRange<UInt64>], UInt64) = ([], [], 0)
    for _ in 0..<5_000 {
      do {
        let more = try await log.records(of: source, after: place, limit: limit)
        guard let last = more.last else { return (records, lost) }
        records += more
        place = last.position
      } catch EventLogError.damaged(_, let end, _) where end > place {
        lost.append(place + 1...end)
        place = end
      }
    }
    Issue.record("it doesn't end")
    return (records, lost)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 10])
  func `loses nothing where the key of a whole block is wrong, but says so`(_ fromEnd: Int) async throws {
    let whole = try await write()
    let keys = try await keys()
    let key = keys[keys.count - 1 - fromEnd]
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    for other in [200, key + 2] {
      try file.write(to: URL(fileURLWithPath: path))
      try await move(key, to: other)
      for limit in [3, 100, Int.max] {
        let log = try SQLiteLog(reading: path)
        let all = try await read(log, by: limit)
        #expect(all.records == whole && all.lost.isEmpty, "key \(other), by \(limit): \(all.lost)")
        #expect(try await log.heads(after: 0, limit: .max).heads.last?.position == whole.last?.position)
        let mine = try await read(log, of: .session("a"), by: limit)
        #expect(mine.records == whole.filter { $0.source == .session("a") } && mine.lost.isEmpty)
        #expect(try await !LogCheck(log).damages.isEmpty)
        try await log.close()
      }
    }
  }

  @Test(arguments: [-1, 1]) func `says what is missing where a key is that of the next`(_ direction: Int) async throws {
    let whole = try await write()
    let keys = try await keys()
    let place = keys.count - 5
    try await move(keys[place], to: keys[place + direction])
    let log = try SQLiteLog(reading: path)
    for source in [nil, .session("a"), .session("b")] as [LogSource?] {
      for limit in [3, 100, Int.max] {
        let (records, lost) = try await read(log, of: source, by: limit)
        let left = whole.filter { record in
          (source == nil || record.source == source) && !lost.contains { $0.contains(record.position) }
        }
        #expect(records == left, "\(source as Any), by \(limit): \(records.count) of \(left.count), lost \(lost)")
        #expect(source != nil || lost.isEmpty, "\(lost)")
      }
    }
    try await log.close()
  }

  @Test func `goes on behind all positions that are taken, forgets, and can be appended to`() async throws {
    let whole = try await write()
    let keys = try await keys()
    try await move(keys[keys.count - 1], to: 200)
    let log = try SQLiteLog(path: path)
    #expect(log.lastPosition == whole.last?.position)
    session("c", in: AppStream(), log: log).send(Sample.count(7))
    try await log.flush()
    #expect(try await log.records(of: .session("c"), after: 0, limit: 9).map(\.position) == [UInt64(whole.count) + 1])
    let (records, lost) = try await read(log)
    #expect(Array(records.dropLast()) == whole && lost.isEmpty)
    #expect(records.last?.position == UInt64(whole.count) + 1)
    do {
      try await log.compact()
      try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: [])
    } catch is EventLogError {
      // SQLite may refuse, but nobody waits for ever.
    }
    try await log.close()
  }

  @Test func `whose last page is cut off is read and checked to its end`() async throws {
    let whole = try await write()
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    for cut in stride(from: 100, to: 30_000, by: 1_900) {
      let copy = folder.path("\(cut).sqlite")
      try file.dropLast(cut).write(to: URL(fileURLWithPath: copy))
      guard let log = try? SQLiteLog(reading: copy) else { continue }
      do {
        let (records, _) = try await read(log)
        #expect(records.allSatisfy { whole[Int($0.position) - 1] == $0 })
        #expect(records.map(\.position) == Set(records.map(\.position)).sorted())
        _ = try await LogCheck(log)
      } catch is EventLogError {
        // What SQLite refuses to read is for those who salvage.
      }
      try? await log.close()
    }
  }

  @Test func `doesn't take a session for whole that has events in a block that isn't found`() async throws {
    _ = try await write()
    let key = try await keys()[5]
    try await change("DELETE FROM blocks WHERE last = \(key)")
    let log = try SQLiteLog(reading: path)
    await #expect(throws: EventLogError.self) { _ = try await SessionExport("a", from: log) }
    #expect(try await read(log, of: .session("a")).lost.map(\.upperBound) == [key])
    #expect(try await LogCheck(log).damages.contains { $0.reason.contains("of session a that are in no block") })
    try await log.close()
  }

  @Test func `says that it is damaged, rather than that somebody else writes, if a position is taken`() async throws {
    let store = try SQLiteStore(path: path)
    var builder = BlockBuilder(version: 1, size: 4_000)
    builder.append(.sample(at: 7), payload: [])
    var group = LogGroup(version: 1)
    group.blocks = [builder.finish()]
    try store.write(group)
    let error = #expect(throws: EventLogError.self) { try store.write(group) }
    guard case .damaged(_, _, let reason) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.contains("has already what was to be written") && !reason.contains("process"))
    try await store.close()
  }
}

@Suite struct `A block` {
  @Test func `with an event before the first place is damaged`() throws {
    var builder = BlockBuilder(version: 1, size: 4_000)
    builder.append(.sample(at: 0), payload: [1])
    let bytes = builder.finish().bytes
    #expect(throws: ByteReader.Malformed.self) { try BlockContents(bytes) }
  }

  /// Events of one session among others' kept all of their block each.
  @Test func `isn't kept by a few events of it that are read`() async throws {
    let log = try MemoryLog()
    let app = AppStream()
    let streams = (0..<40).map { session("s\($0)", in: app, log: log) }
    for round in 0..<3 { for stream in streams { stream.send(Sample.note(.text("round \(round)"))) } }
    try await log.flush()
    for record in try await log.records(of: .session("s7"), after: 0, limit: 9) {
      #expect(record.payload.bytes.count == record.payload.size)
      #expect(try record.event() is Sample)
    }
    let all = try await log.records(of: nil, after: 0, limit: 9)
    #expect(all.allSatisfy { $0.payload.bytes.count > 500 })
  }

  @Test func `of which one bit was flipped is damaged, and isn't one that a newer program wrote`() throws {
    var builder = BlockBuilder(version: 1, size: 4_000)
    for position in 1...3 as ClosedRange<UInt64> { builder.append(.sample(at: position), payload: [1, 2, 3]) }
    let whole = builder.finish().bytes
    for bit in 0..<8 * whole.count {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: ByteReader.Malformed.self, "bit \(bit)") { try BlockContents(bytes) }
    }
  }
}

@Suite struct `A position` {
  @Test(arguments: [[.max], [1 << 63 | 7], [1 << 62], [5, 3], [5, 5]] as [[UInt64]])
  func `that no log has makes its block a damaged one`(_ positions: [UInt64]) {
    var builder = BlockBuilder(version: 1, size: 4_000)
    for position in positions { builder.append(.sample(at: position), payload: []) }
    #expect(throws: ByteReader.Malformed.self) { try BlockContents(builder.finish().bytes) }
  }

  @Test func `may be as large as what goes on from there can count`() throws {
    var builder = BlockBuilder(version: 1, size: 4_000)
    for position in [1, BlockContents.mostPosition] { builder.append(.sample(at: position), payload: []) }
    let found = try BlockContents(builder.finish().bytes).records.map(\.record.position)
    #expect(found == [1, BlockContents.mostPosition])
  }
}

extension CodedRecord {
  /// A record of the app with nothing in particular.
  fileprivate static func sample(at position: UInt64) -> CodedRecord {
    CodedRecord(
      position: position, source: 0, name: 1, sequence: 1, id: 1, cause: 0, answers: 0, requests: [], time: 0,
      marks: 0, isWhole: true)
  }
}
