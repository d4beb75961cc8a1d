import EventLog
import EventStream
import Foundation
import GRDB
import Testing

@testable import EventLogSQLite

/// Which blocks have a session's events is first noted in a small table and moved later.
@Suite struct `The index of streams` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  func open(mostWaiting: Int) throws -> SQLiteLog {
    try StoredLog(SQLiteStore(path: path, isReadOnly: false, mostWaiting: mostWaiting))
  }

  /// What the tables have, in order: stream, last, count.
  func entries(_ table: String) async throws -> [[Int]] {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT stream, last, count FROM \(table) ORDER BY stream, last")
        .map { row in (0..<3).map { Int(row.integer($0)) } }
    }
  }

  /// Has so many sessions hear so many events, each round in a group of its own.
  func write(rounds: Int, sessions: Int, to log: SQLiteLog, named prefix: String = "s") async throws {
    let app = AppStream()
    app.add(Recorder(log, .app))
    let streams = (0..<sessions).map { session("\(prefix)\($0)", in: app, log: log) }
    for round in 0..<rounds {
      app.send(Shared.news("\(round)"))
      for stream in streams { stream.send(Sample.count(round)) }
      try await log.flush()
    }
  }

  @Test(arguments: [0, 1, 40, 300, 100_000])
  func `has every entry once, wherever it is`(mostWaiting: Int) async throws {
    let log = try open(mostWaiting: mostWaiting)
    try await write(rounds: 40, sessions: 20, to: log)
    for number in 0..<20 {
      #expect(try await log.records(of: .session("s\(number)"), after: 0, limit: 100).count == 40)
    }
    #expect(try await log.sessions(limit: 100).allSatisfy { $0.count == 40 })
    try await log.close()
    let (settled, recent) = (try await entries("streams"), try await entries("recent"))
    #expect(Set(settled).isDisjoint(with: recent))
    let counts = (settled + recent).reduce(into: [:]) { $0[$1[0], default: 0] += $1[2] }
    #expect(counts == Dictionary(uniqueKeysWithValues: (0...20).map { ($0, 40) }))
    // No more wait than may, and a few.
    #expect(recent.count <= mostWaiting + 256)
    #expect(settled.isEmpty == (mostWaiting == 100_000))
    let reader = try SQLiteLog(reading: path)
    #expect(try await LogCheck(reader).damages.isEmpty)
    try await reader.close()
  }

  @Test func `moves the entries of all streams in turn, and goes on after a restart`() async throws {
    for part in ["a", "b", "c"] {
      let log = try open(mostWaiting: 256)
      try await write(rounds: 30, sessions: 30, to: log, named: part)
      try await log.close()
    }
    #expect(try await entries("recent").count <= 512)
    let log = try SQLiteLog(reading: path)
    for part in ["a", "b", "c"] {
      for number in 0..<30 {
        #expect(try await log.records(of: .session("\(part)\(number)"), after: 0, limit: 100).count == 30)
      }
    }
    try await log.close()
  }

  @Test func `is as it was where a group can't be written`() async throws {
    let store = try SQLiteStore(path: path, isReadOnly: false, mostWaiting: 256)
    var limits = LogLimits()
    limits.patience = .milliseconds(1)...(.milliseconds(2))
    let log = try StoredLog(store, limits: limits)
    try await write(rounds: 20, sessions: 20, to: log, named: "a")
    try store.limit(pages: 1)
    await #expect(throws: EventLogError.self) { try await write(rounds: 20, sessions: 400, to: log, named: "b") }
    try store.limit(pages: 1 << 30)
    // An attempt may have been under way.
    for _ in 0..<100 where (try? await log.flush()) == nil { try await Task.sleep(for: .milliseconds(10)) }
    try await log.flush()
    try await write(rounds: 20, sessions: 20, to: log, named: "c")
    try await log.close()
    let reader = try SQLiteLog(reading: path)
    #expect(try await LogCheck(reader).damages.isEmpty)
    for part in ["a", "c"] {
      #expect(try await reader.records(of: .session("\(part)7"), after: 0, limit: 100).count == 20)
    }
    try await reader.close()
  }

  @Test func `loses what is forgotten from either table`() async throws {
    let log = try open(mostWaiting: 100)
    try await write(rounds: 40, sessions: 20, to: log)
    let others = Set((0..<20).map { "s\($0)" }).subtracting(["s3"])
    try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: others)
    try await log.close()
    let left = Set(try await (entries("streams") + entries("recent")).map { $0[0] })
    // Those of the app are gone too.
    #expect(left.count == 19)
    let reader = try SQLiteLog(reading: path)
    #expect(try await LogCheck(reader).damages.isEmpty)
    try await reader.close()
  }

  /// What is forgotten is written anew; the first to write afterwards had to move all of it.
  @Test func `keeps what is written anew out of the small table, and moves a bounded number at a time`() async throws {
    var log = try open(mostWaiting: 100)
    try await write(rounds: 100, sessions: 20, to: log)
    let waiting = try await entries("recent").count
    let others = Set((0..<20).map { "s\($0)" }).subtracting(["s3"])
    try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: others)
    #expect(try await entries("recent").count <= waiting)
    try await log.close()
    // As if it had become large all the same.
    let database = try DatabaseQueue(path: path)
    try await database.write { try $0.execute(sql: "INSERT INTO recent SELECT * FROM streams; DELETE FROM streams") }
    try database.close()
    let before = try await entries("recent").count
    log = try open(mostWaiting: 100)
    try await write(rounds: 1, sessions: 1, to: log, named: "late")
    let moved = try await entries("streams").count
    #expect(moved >= 256 && moved <= 2_000 && moved < before)
    try await log.close()
    let reader = try SQLiteLog(reading: path)
    #expect(try await LogCheck(reader).damages.isEmpty)
    try await reader.close()
  }

  /// As a log was before there was the small table.
  private func makeOlder() async throws {
    let database = try DatabaseQueue(path: path)
    try await database.write { database in
      try database.execute(
        sql: "INSERT INTO streams SELECT * FROM recent; DROP TABLE recent; PRAGMA user_version = 1")
    }
    try database.close()
  }

  /// A program of before couldn't read it any more, though the one that had looked at it had failed.
  @Test func `of an older log is as it was until that is opened`() async throws {
    let log = try open(mostWaiting: 100)
    try await write(rounds: 20, sessions: 20, to: log, named: "a")
    try await log.close()
    try await makeOlder()
    let before = try Data(contentsOf: URL(filePath: path))
    let seen = try UnopenedLog(at: path)
    #expect(SQLiteLog.isAppendedTo(at: path))
    seen.release()
    #expect(!SQLiteLog.isAppendedTo(at: path))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    let next = try UnopenedLog(at: path).open()
    #expect(next.lastPosition ?? 0 >= 400)
    try await write(rounds: 20, sessions: 20, to: next, named: "b")
    try await next.close()
    let reader = try SQLiteLog(reading: path)
    for part in ["a", "b"] {
      #expect(try await reader.records(of: .session("\(part)3"), after: 0, limit: 100).count == 20)
    }
    #expect(try await LogCheck(reader).damages.isEmpty)
    try await reader.close()
  }

  @Test func `of an older log is read, and gone on with`() async throws {
    let log = try open(mostWaiting: 100)
    try await write(rounds: 20, sessions: 20, to: log, named: "a")
    try await log.close()
    try await makeOlder()
    let reader = try SQLiteLog(reading: path)
    #expect(try await reader.records(of: .session("a3"), after: 0, limit: 100).count == 20)
    #expect(try await reader.sessions(limit: 100).allSatisfy { $0.count == 20 })
    #expect(try await LogCheck(reader).damages.isEmpty)
    let next = try open(mostWaiting: 10_000)
    try await write(rounds: 20, sessions: 20, to: next, named: "b")
    for log in [next, reader] {
      for part in ["a", "b"] {
        #expect(try await log.records(of: .session("\(part)3"), after: 0, limit: 100).count == 20)
      }
    }
    try await reader.close()
    try await next.close()
    let later = try SQLiteLog(reading: path)
    #expect(try await LogCheck(later).damages.isEmpty)
    try await later.close()
  }
}
