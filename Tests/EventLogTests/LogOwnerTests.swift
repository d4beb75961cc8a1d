import EventLog
import EventLogSQLite
import EventStream
import Foundation
import GRDB
import Testing

@Suite struct `A log that belongs to an app` {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("log.sqlite")
  }

  private func write(as owner: LogOwner?) async throws {
    let log = try SQLiteLog(path: path, of: owner)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.close()
  }

  private func files() throws -> [String: Data] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
  }

  @Test func `isn't opened for another, and stays as it was`() async throws {
    try await write(as: LogOwner("Counter"))
    let before = try files()
    let error = #expect(throws: EventLogError.self) { try SQLiteLog(path: path, of: LogOwner("Shop")) }
    #expect(
      error?.description.contains("\(path) is the log of Counter, and was left as it was: say another file") == true)
    #expect(error?.description.contains(#"formerlyCalled("Counter")"#) == true)
    #expect(try files() == before)
    try await write(as: LogOwner("Counter"))
  }

  @Test func `is opened by whoever doesn't say who it is, and to be read`() async throws {
    try await write(as: LogOwner("Counter"))
    try await write(as: nil)
    let log = try SQLiteLog(reading: path)
    #expect(try await log.records(of: nil, after: 0, limit: 10).count == 2)
    try await log.close()
  }

  @Test func `of nobody is the next one's`() async throws {
    try await write(as: nil)
    try await write(as: LogOwner("Counter"))
    #expect(throws: EventLogError.self) { try SQLiteLog(path: path, of: LogOwner("Shop")) }
  }

  @Test func `is still its own when the app has another name`() async throws {
    try await write(as: LogOwner("Counter"))
    let migrations = LogMigrations().formerlyCalled("Tally").formerlyCalled("Counter")
    #expect(migrations.version == 1)
    try await write(as: LogOwner("Abacus", formerNames: migrations.formerNames))
    #expect(throws: EventLogError.self) { try SQLiteLog(path: path, of: LogOwner("Counter")) }
    try await write(as: LogOwner("Abacus"))
  }

  @Test func `is its own with what was in it when it is opened after it was looked at`() async throws {
    try await write(as: LogOwner("Counter"))
    let before = try files()
    let owner = LogOwner("Abacus", formerNames: ["Counter"])
    #expect(throws: EventLogError.self) { try UnopenedLog(at: path, of: LogOwner("Shop")) }
    try UnopenedLog(at: path, of: owner).release()
    #expect(try files() == before)
    let log = try UnopenedLog(at: path, of: owner).open()
    #expect(log.owner == LogOwner("Abacus") && log.lastPosition == 1)
    session("b", in: AppStream(), log: log).send(Sample.count(1))
    #expect(try await log.records(of: nil, after: 0, limit: 10).map(\.position) == [1, 2])
    try await log.close()
    #expect(throws: EventLogError.self) { try SQLiteLog(path: path, of: LogOwner("Counter")) }
  }

  /// It got the places and the names of the other one.
  @Test(arguments: [true, false])
  func `isn't opened in place of one that was looked at`(isThere: Bool) async throws {
    let other = folder.path("other.sqlite")
    for path in [path, other] {
      let log = try SQLiteLog(path: path, of: LogOwner("Counter"))
      session("a", in: AppStream(), log: log).send(Sample.count(1))
      try await log.close()
    }
    let seen = try UnopenedLog(at: path, of: LogOwner("Counter"))
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("away.sqlite"))
    if isThere { try FileManager.default.moveItem(atPath: other, toPath: path) }
    let error = #expect(throws: EventLogError.self) { try seen.open() }
    #expect(error?.description.contains("\(path) was deleted, moved or replaced while the app was being") == true)
    #expect(FileManager.default.fileExists(atPath: path) == isThere)
    seen.release()
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder.path("away.sqlite"), toPath: path)
    try await UnopenedLog(at: path, of: LogOwner("Counter")).open().close()
  }

  @Test func `is known while another process appends to it`() async throws {
    let log = try SQLiteLog(path: path, of: LogOwner("Counter"))
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.flush()
    // In the write-ahead log only, so far.
    let error = #expect(throws: EventLogError.self) { try SQLiteLog(path: path, of: LogOwner("Shop")) }
    #expect(error?.description.contains("appends to") == true)
    try await log.close()
  }

  @Test(arguments: [10, 20_000]) func `isn't made of what is no database, which stays as it was`(size: Int) throws {
    try Data(repeating: 65, count: size).write(to: URL(filePath: path))
    let before = try files()
    #expect(throws: EventLogError.self) { try SQLiteLog(path: path) }
    #expect(try files() == before)
  }

  @Test func `isn't made of a folder or a device`() throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    #expect(throws: EventLogError.self) { try SQLiteLog(path: folder) }
    #expect(throws: EventLogError.self) { try SQLiteLog(path: "/dev/null") }
    for lock in [folder, "/dev/null"] { #expect(!FileManager.default.fileExists(atPath: lock + "-lock")) }
  }

  @Test func `that was moved into its file only in part is opened`() async throws {
    let log = try SQLiteLog(path: path)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.flush()
    let written = try files().filter { $0.key != "log.sqlite-lock" && $0.key != "log.sqlite-shm" }
    try await log.close()
    for (name, bytes) in written {
      // Its first page isn't there yet.
      let lost = name == "log.sqlite" ? Data(count: bytes.count) : bytes
      try lost.write(to: URL(filePath: path).deletingLastPathComponent().appending(path: name))
    }
    let again = try SQLiteLog(path: path)
    #expect(try await again.records(of: nil, after: 0, limit: 10).count == 1)
    try await again.close()
  }

  @Test(arguments: ["recipe", "other log"]) func `isn't made of another database, which stays as it was`(name: String)
    throws
  {
    let sql =
      name == "recipe" ? "CREATE TABLE recipe (name)" : "PRAGMA application_id = 7"
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    let before = try files()
    let error = #expect(throws: EventLogError.self) { try SQLiteLog(path: path) }
    #expect(
      error?.description.contains("\(path) is a database, but not a log of events, and was left as it was") == true)
    #expect(try files() == before)
  }
}
