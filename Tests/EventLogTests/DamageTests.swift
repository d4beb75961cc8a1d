import EventLog
import EventLogSQLite
import EventStream
import Foundation
import GRDB
import Testing

@Suite(.serialized) struct `A damaged log` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Writes a log, and returns what is in it.
  func write(closing: Bool, large: Bool = false) async throws -> [LogRecord] {
    let log = try SQLiteLog(path: folder.path("log.sqlite"))
    let app = AppStream()
    app.add(Recorder(log, .app))
    let streams = (0..<3).map { session("session-\($0)", in: app, log: log) }
    for round in 0..<300 {
      for stream in streams { stream.send(Sample.found(.success(Person(name: "Ann \(round)", age: round)))) }
      app.send(Shared.news(String(repeating: "n", count: large && round % 50 == 0 ? 20_000 : 20)))
      if round % 20 == 0 { try await log.flush() }
    }
    try await log.flush()
    let records = try await log.records(of: nil, after: 0, limit: .max)
    if closing { try await log.close() } else { leftOpen = log }
    return records
  }
  nonisolated(unsafe) static var kept: [any EventLog] = []
  var leftOpen: (any EventLog)? {
    get { nil }
    nonmutating set { if let newValue { Self.kept.append(newValue) } }
  }

  /// Everything that can be read, in pages; and what stopped it.
  func read(_ log: any EventLog) async -> (records: [LogRecord], error: EventLogError?) {
    var records: [LogRecord] = []
    while true {
      do {
        let more = try await log.records(of: nil, after: records.last?.position ?? 0, limit: 100)
        if more.isEmpty { return (records, nil) }
        records += more
      } catch { return (records, error as? EventLogError) }
    }
  }

  /// A block that lies in a file in one piece, once or several times.
  struct Whereabouts {
    let bytes: Data
    let positions: ClosedRange<UInt64>
    let places: [(file: Int, offset: Int)]

    /// Whether the block is there still in files to which something has happened.
    func isWhole(in files: [Data]) -> Bool {
      places.contains { place in
        let file = files[place.file]
        return file.count >= place.offset + bytes.count && file[place.offset..<place.offset + bytes.count] == bytes
      }
    }
  }

  /// Where the blocks of the log are, but for those that SQLite has cut into pieces.
  func blocks(_ files: [Data]) async throws -> [Whereabouts] {
    let log = try SQLiteLog(reading: folder.path("log.sqlite"))
    var (all, first): ([Whereabouts], UInt64) = ([], 1)
    for block in try await log.store.blocks(of: nil, after: 0, limit: .max) {
      let bytes = Data(block.bytes)
      let places = files.enumerated().flatMap { index, file in
        var (places, start): ([(Int, Int)], Int) = ([], 0)
        while let found = file.range(of: bytes, in: start..<file.count) {
          places.append((index, found.lowerBound))
          start = found.upperBound
        }
        return places
      }
      if !places.isEmpty { all.append(Whereabouts(bytes: bytes, positions: first...block.last, places: places)) }
      first = block.last + 1
    }
    try await log.close()
    return all
  }

  /// More in a run that is only for this: `DAMAGE_ROUNDS=5000 swift test --filter DamageTests`.
  static let rounds = ProcessInfo.processInfo.environment["DAMAGE_ROUNDS"].flatMap(Int.init) ?? 100

  @Test(arguments: [false, true])
  func `is read up to the damage wherever it is, and all but the damaged blocks can be salvaged`(
    _ isOpen: Bool
  ) async throws {
    let whole = try await write(closing: !isOpen, large: true)
    let byPosition = Dictionary(whole.map { ($0.position, $0) }, uniquingKeysWith: { a, _ in a })
    let files = ["log.sqlite", "log.sqlite-wal"].compactMap { name in
      FileManager.default.contents(atPath: folder.path(name)).map { (name, $0) }
    }
    let blocks = try await self.blocks(files.map(\.1))
    #expect(blocks.count > 15)
    var random = Seeded(isOpen ? 2 : 1)
    var damaged = 0
    for round in 0..<Self.rounds {
      let copy = folder.path("copy.sqlite")
      for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + name) }
      let victim = Int.random(in: files.indices, using: &random)
      for (index, file) in files.enumerated() {
        var bytes = file.1
        if index == victim {
          if round % 3 == 0 {
            bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
          } else {
            for _ in 0..<Int.random(in: 1...20, using: &random) {
              bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
          }
        }
        try bytes.write(to: URL(fileURLWithPath: copy + file.0.dropFirst("log.sqlite".count)))
      }
      // What SQLite reads is right as far as it goes, or it is refused: never anything else than was written.
      if let log = try? SQLiteLog(reading: copy) {
        let (records, error) = await read(log)
        // But for names: they stand in a table that has no checksum.
        #expect(records.allSatisfy { byPosition[$0.position]?.isAlike($0) == true }, "round \(round)")
        #expect(records.map(\.position) == records.map(\.position).sorted())
        if case .damaged? = error { damaged += 1 }
        // What a check finds nothing wrong with is as it was written, names and all, but for what was written last.
        if let check = try? await LogCheck(log), check.damages.isEmpty, error == nil {
          #expect(records == Array(whole.prefix(records.count)), "round \(round)")
        }
        try? await log.close()
      } else {
        damaged += 1
      }
      guard let salvaged = try? SQLiteSalvage.log(at: copy) else { continue }
      let (left, error) = await read(salvaged)
      #expect(error == nil)
      // A block may be the one that has told the names of what is in others: then they are without.
      #expect(left.allSatisfy { byPosition[$0.position]?.isAlike($0) == true }, "round \(round)")
      // A damaged byte costs the block that it is in, and no others.
      let found = Set(left.map(\.position))
      let bytes = files.map {
        FileManager.default.contents(atPath: copy + $0.0.dropFirst("log.sqlite".count)) ?? Data()
      }
      for block in blocks where block.isWhole(in: bytes) {
        #expect(block.positions.allSatisfy(found.contains), "round \(round): \(block.positions)")
      }
    }
    #expect(damaged > Self.rounds / 10)
  }

  @Test func `is read up to the block that is damaged, equal and whole`() async throws {
    let whole = try await write(closing: true)
    let path = folder.path("log.sqlite")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = Seeded(5)
    for block in try await blocks([bytes]) {
      var copy = bytes
      let place = block.places[0].offset + Int.random(in: 7..<block.bytes.count, using: &random)
      copy[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      try copy.write(to: URL(fileURLWithPath: folder.path("copy.sqlite")))
      let log = try SQLiteLog(reading: folder.path("copy.sqlite"))
      let (records, error) = await read(log)
      let before = block.positions.lowerBound - 1
      let end = block.positions.upperBound
      #expect(error == .damaged(position: before, through: end, reason: "its checksum is wrong"))
      #expect(records == Array(whole.prefix(Int(before))))
      try await log.close()
    }
  }

  @Test func `names the place, and isn't exported as if it were whole`() async throws {
    let whole = try await write(closing: true)
    let path = folder.path("log.sqlite")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let middle = try #require(bytes.range(of: Data("Ann 150".utf8)))
    bytes[middle.lowerBound] = UInt8(ascii: "B")
    try bytes.write(to: URL(fileURLWithPath: path))
    let log = try SQLiteLog(reading: path)
    let (records, error) = await read(log)
    #expect(records == Array(whole.prefix(records.count)))
    #expect(records.count > 300 && records.count < 700)
    guard case .damaged(let position, let end, "its checksum is wrong") = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(position == UInt64(records.count) && end > position)
    // Behind what is lost, the log goes on.
    #expect(try await log.records(of: nil, after: end, limit: 1).first?.position == end + 1)
    let check = try await LogCheck(log)
    #expect(check.damages.map(\.position) == [UInt64(records.count)])
    #expect(check.events > whole.count - 150 && check.events < whole.count)

    await #expect(throws: EventLogError.self) { _ = try await SessionExport("session-1", from: log) }
    let export = try #require(try await SessionExport("session-1", from: log, upToDamage: true))
    #expect(export.records == records.filter { $0.source == .session("session-1") })
    #expect(export.session.isIncomplete && export.session.count == export.records.count)
    #expect(export.session.lastEvent == export.records.last?.time)
    try await log.close()

    // Put together again from what is left, it has all but that block; a session up to the gap has no hole.
    let salvaged = try SQLiteSalvage.log(at: path)
    let refusal = await #expect(throws: EventLogError.self) {
      _ = try await SessionExport("session-1", from: salvaged)
    }
    #expect(refusal?.description.contains("is missing") == true)
    let rest = try #require(try await SessionExport("session-1", from: salvaged, upToDamage: true))
    #expect(rest.records.map(\.sequence) == export.records.map(\.sequence))
    #expect(rest.session.isIncomplete)
  }

  @Test func `with numbers that no log has isn't gone on with`() async throws {
    _ = try await write(closing: true)
    for change in [
      "UPDATE blocks SET last = -last; INSERT OR REPLACE INTO about VALUES ('last', -5)",
      "INSERT OR REPLACE INTO about VALUES ('last', \(Int64.max))",
      "INSERT OR REPLACE INTO about VALUES ('stream', \(Int64.max))",
      "UPDATE chapters SET number = -number; INSERT OR REPLACE INTO about VALUES ('stream', -5)",
    ] {
      let copy = folder.path("copy.sqlite")
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: folder.path("log.sqlite"), toPath: copy)
      let database = try DatabaseQueue(path: copy)
      try await database.write { try $0.execute(sql: change) }
      try database.close()
      for open in [{ try SQLiteLog(path: copy) }, { try SQLiteLog(reading: copy) }] {
        let error = #expect(throws: EventLogError.self) { _ = try open() }
        #expect(error?.description.contains("no log has numbers like") == true, "\(change)")
      }
    }
  }

  @Test func `gives nobody the number of a session whose place in the table is damaged`() async throws {
    _ = try await write(closing: true)
    let path = folder.path("log.sqlite")
    func lastStream() throws -> Int { try SQLiteStore(path: path, isReadOnly: true).open().lastStream }
    let before = try lastStream()
    let database = try DatabaseQueue(path: path)
    try await database.write {
      try $0.execute(sql: "UPDATE chapters SET number = 0 WHERE number = (SELECT max(number) FROM chapters)")
      try $0.execute(sql: "DELETE FROM about WHERE key = 'stream'")
    }
    try database.close()
    #expect(before > 1)
    #expect(try lastStream() == before)
  }

  @Test func `is refused if a newer program wrote it`() async throws {
    _ = try await write(closing: true)
    let path = folder.path("log.sqlite")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // SQLite keeps the version of the tables here.
    bytes[63] = 9
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: EventLogError.tooNew(found: 9, known: 2)) { try SQLiteLog(path: path) }
  }
}

extension LogRecord {
  /// Whether another is the same but for names.
  fileprivate func isAlike(_ other: LogRecord) -> Bool {
    position == other.position && id == other.id && sequence == other.sequence && cause == other.cause
      && time == other.time && marks == other.marks && payload.size == other.payload.size
  }
}
