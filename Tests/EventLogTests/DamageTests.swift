import EventLog
import EventLogSQLite
import EventStream
import Foundation
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

  /// More in a run that is only for this: `DAMAGE_ROUNDS=5000 swift test --filter DamageTests`.
  static let rounds = ProcessInfo.processInfo.environment["DAMAGE_ROUNDS"].flatMap(Int.init) ?? 150

  @Test(arguments: [false, true])
  func `is read up to the damage wherever it is, and all but the damaged blocks can be salvaged`(
    _ isOpen: Bool
  ) async throws {
    let whole = try await write(closing: !isOpen, large: true)
    let byPosition = Dictionary(whole.map { ($0.position, $0) }, uniquingKeysWith: { a, _ in a })
    let files = ["log.sqlite", "log.sqlite-wal"].compactMap { name in
      FileManager.default.contents(atPath: folder.path(name)).map { (name, $0) }
    }
    var random = Seeded(isOpen ? 2 : 1)
    var damaged = 0
    for round in 0..<Self.rounds {
      let copy = folder.path("copy.sqlite")
      for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + name) }
      var hits = 0
      let victim = Int.random(in: files.indices, using: &random)
      for (index, file) in files.enumerated() {
        var bytes = file.1
        if index == victim {
          hits = 0
          if round % 3 == 0 {
            bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
          } else {
            hits = Int.random(in: 1...20, using: &random)
            for _ in 0..<hits {
              bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
          }
        }
        try bytes.write(to: URL(fileURLWithPath: copy + file.0.dropFirst("log.sqlite".count)))
      }
      // What SQLite reads is right as far as it goes, or it is refused: never anything else than was written.
      if let log = try? SQLiteLog(reading: copy) {
        let (records, error) = await read(log)
        #expect(records.allSatisfy { byPosition[$0.position]?.sequence == $0.sequence }, "round \(round)")
        #expect(records.map(\.position) == records.map(\.position).sorted())
        if case .damaged? = error { damaged += 1 }
        try? await log.close()
      } else {
        damaged += 1
      }
      guard let salvaged = try? SQLiteSalvage.log(at: copy) else { continue }
      let (left, error) = await read(salvaged)
      #expect(error == nil)
      #expect(left.allSatisfy { byPosition[$0.position]?.sequence == $0.sequence }, "round \(round)")
      // A damaged byte costs the block that it is in, a hundred events or so, and no others.
      if hits > 0 { #expect(left.count >= whole.count - hits * 160, "round \(round), \(hits) bytes") }
    }
    #expect(damaged > Self.rounds / 10)
  }

  @Test func `names the place`() async throws {
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
  }

  @Test func `is refused if a newer program wrote it`() async throws {
    _ = try await write(closing: true)
    let path = folder.path("log.sqlite")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // SQLite keeps the version of the tables here.
    bytes[63] = 9
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: EventLogError.tooNew(found: 9, known: 1)) { try SQLiteLog(path: path) }
  }
}
