import EventLogSQLite
import EventStream
import Foundation
import GRDB
import Testing

@testable import EventLog

@Suite struct `A check of a log` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  /// Writes a log of two sessions and the app's events.
  func write() async throws {
    let log = try SQLiteLog(path: path)
    let app = AppStream()
    app.add(Recorder(log, .app))
    let streams = ["a", "b"].map { session($0, in: app, log: log) }
    for round in 0..<500 {
      for stream in streams { stream.send(Sample.find("Ann \(round)")) }
      app.send(Shared.news("\(round)"))
      if round % 40 == 0 { try await log.flush() }
    }
    try await log.close()
  }

  func change(_ sql: String) async throws {
    let database = try DatabaseQueue(path: path)
    try await database.write { try $0.execute(sql: sql) }
    try database.close()
  }

  func flaws() async throws -> [String] {
    let log = try SQLiteLog(reading: path)
    let found = try await LogCheck(log).damages.map(\.reason)
    try await log.close()
    return found
  }

  @Test(arguments: [
    (
      "UPDATE names SET text = 'Sample.fynd' WHERE text = 'Sample.find'",
      ["the name “Sample.find” is “Sample.fynd” in the table of names"]
    ),
    (
      "DELETE FROM names WHERE text = 'Shared.news'",
      ["the name “Shared.news” is missing in the table of names"]
    ),
    ("UPDATE chapters SET session = 'x' WHERE session = 'b'", ["session b is “x” in the table of sessions"]),
    (
      "INSERT INTO snapshots (session, position, checksum, content) VALUES ('a', 5, 1, x'00')",
      ["the snapshot of session a at event 5 is damaged"]
    ),
    ("DELETE FROM chapters WHERE session = 'b'", ["session b is missing in the table of sessions"]),
    (
      "UPDATE recent SET count = count + 2 WHERE stream = 0 AND last = (SELECT min(last) FROM recent WHERE stream = 0)",
      ["the index has 2 events of the app that are in no block"]
    ),
  ])
  func `finds what stands beside the blocks and isn't what they say`(_ sql: String, _ found: [String]) async throws {
    try await write()
    #expect(try await flaws().isEmpty)
    try await change(sql)
    #expect(try await flaws() == found)
  }

  @Test func `finds the events of a session that its index lacks, or looks for elsewhere`() async throws {
    try await write()
    try await change(
      "DELETE FROM recent WHERE stream = 1 AND last = (SELECT max(last) FROM recent WHERE stream = 1)")
    let found = try await flaws()
    #expect(found.count == 1 && found[0].hasPrefix("the index lacks ") && found[0].hasSuffix("of session a"))
    try await change(
      "UPDATE recent SET last = last + 1 WHERE stream = 2 AND last = (SELECT max(last) FROM recent WHERE stream = 2)")
    #expect(try await flaws().contains("the index looks for events of session b in the wrong blocks"))
  }

  /// Nothing tells whether numbers of the index are right, and sums of them may be too large for any.
  @Test(arguments: [
    "UPDATE recent SET count = 9223372036854775807 WHERE stream = 1",
    "UPDATE recent SET count = -9223372036854775808 WHERE stream = 1",
    // The sum of one chapter fits, that of both doesn't.
    """
    UPDATE recent SET count = 4611686018427387904
      WHERE (stream, last) IN (SELECT stream, max(last) FROM recent WHERE stream > 0 GROUP BY stream)
    """,
    "INSERT INTO streams (stream, last, count) SELECT stream, last + 10000, 9223372036854775807 FROM recent",
  ])
  func `finds counts that nothing can have, and sessions are listed all the same`(_ sql: String) async throws {
    try await write()
    // Both of one session, which has come back then.
    try await change("UPDATE chapters SET session = 'a'")
    try await change(sql)
    let log = try SQLiteLog(reading: path)
    let sessions = try await log.sessions(limit: .max)
    #expect(sessions.map(\.id) == ["a"])
    #expect(sessions.allSatisfy { $0.count >= 0 })
    #expect(try await log.session("a") == sessions.first)
    #expect(try await log.session(named: "a").id == "a")
    try await log.close()
    #expect(try await flaws().contains { $0.contains("the index ") })
  }

  @Test func `finds an index that SQLite takes for damaged`() async throws {
    try await write()
    try await change(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX chapters_of_session ON chapters (user)' WHERE type = 'index'
        AND name = 'chapters_of_session'
      """)
    let found = try await flaws()
    #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("SQLite: ") })
  }

  @Test func `finds nothing wrong where much has been forgotten or taken in`() async throws {
    try await write()
    let log = try SQLiteLog(path: path)
    let export = try #require(try await SessionExport("a", from: log))
    try await log.save(snapshot: [1], of: "a", at: 900)
    try await log.compact()
    try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: ["a"])
    try await log.close()
    #expect(try await flaws().isEmpty)
    let other = try SQLiteLog(path: folder.path("other.sqlite"))
    session("mine", in: AppStream(), log: other).send(Sample.count(1))
    try await export.add(to: other)
    #expect(try await LogCheck(other).damages.isEmpty)
    try await other.close()
  }

  @Test func `finds nothing wrong in what is written meanwhile, though it is the first of its kind`() async throws {
    let memory = MemoryStore()
    let log = try StoredLog(memory)
    let app = AppStream()
    app.add(Recorder(log, .app))
    app.send(Shared.news("first"))
    try await log.flush()
    let store = FaultyStore(memory)
    store.afterBlocks {
      app.send(Shared.stored(.success(Person(name: "Ann", age: 7))))
      try await log.flush()
    }
    let check = try await LogCheck(StoredLog(reading: store))
    #expect(check.damages.isEmpty)
    #expect(check.events == 2)
    try await log.close()
  }

  @Test func `and every reading ends with the first block that a newer program wrote`() async throws {
    try await write()
    let store = try SQLiteStore(path: path, isReadOnly: true)
    let blocks = try await store.blocks(of: nil, after: 0, limit: .max)
    try await store.close()
    let newer = blocks[blocks.count / 2]
    var bytes = newer.bytes
    bytes[2] = LogBlock.format + 1
    let checksum = Checksum.of([bytes[2]] + bytes[7...])
    for index in 0..<4 { bytes[3 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index))) }
    let content = bytes.map { String(format: "%02x", $0) }.joined()
    try await change("UPDATE blocks SET content = x'\(content)' WHERE last = \(newer.last)")
    let error = EventLogError.tooNew(found: Int(LogBlock.format) + 1, known: Int(LogBlock.format))
    let before = blocks[blocks.count / 2 - 1].last

    let log = try SQLiteLog(path: path)
    #expect(try await log.records(of: nil, after: 0, limit: .max).last?.position == before)
    #expect(try await log.heads(after: 0, limit: .max).heads.last?.position == before)
    await #expect(throws: error) { try await log.records(of: nil, after: before, limit: 1) }
    await #expect(throws: error) { try await log.heads(after: before, limit: 1) }
    await #expect(throws: error) { try await LogCheck(log) }
    // What can't be read can't be forgotten, and its sessions stay.
    await #expect(throws: error) {
      try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: [])
    }
    #expect(try await log.sessions(limit: 9).count == 2)
    try await log.close()
  }
}

@Suite struct `A salvage` {
  @Test func `takes time that grows with the file, not with its square`() throws {
    let folder = try TemporaryFolder()
    func time(pages: Int) throws -> Duration {
      var file: [UInt8] = []
      for page in 1...pages {
        // Every page leads to the next.
        file += [0, 0, UInt8((page % pages + 1) >> 8), UInt8((page % pages + 1) & 0xFF)]
        while file.count < page * 4_096 {
          // The beginning of a block of many pages. Its checksum may be where the number of its next page is looked for.
          var start = LogBlock.mark + [LogBlock.format, 0, 0, 0, 2]
          let length = pages * 2_000 + file.count / 16 % 4_096
          start += [UInt8(length & 0x7F) | 0x80, UInt8(length >> 7 & 0x7F) | 0x80, UInt8(length >> 14)]
          start += Array(repeating: 0, count: 6)
          file += start.prefix(page * 4_096 - file.count)
        }
      }
      let path = folder.path("\(pages).sqlite")
      try Data(file).write(to: URL(fileURLWithPath: path))
      return try ContinuousClock().measure { _ = try SQLiteSalvage.log(at: path) }
    }
    let (few, many) = (try time(pages: 32), try time(pages: 512))
    // Sixteen times as much; with the square 256 times.
    #expect(many < max(few, .milliseconds(5)) * 48)
  }
}
