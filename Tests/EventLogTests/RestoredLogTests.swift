import EventStream
import Foundation
import GRDB
import Testing

@testable import EventLog
@testable import EventLogSQLite

/// A file that was put back from a backup, with the write-ahead log of the one before it beside it: SQLite would make one of both.
@Suite struct `A log that was put back from a backup` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  private func contents(_ ending: String = "") throws -> Data { try Data(contentsOf: URL(filePath: path + ending)) }

  /// Appends events of a session: three fill a page.
  private func record(_ count: Int, of name: String, in log: SQLiteLog) async throws {
    let stream = session(name, in: AppStream(), log: log)
    for number in 0..<count {
      stream.send(Sample.note(.text("\(name) \(number) " + String(repeating: "x", count: 1_000))))
    }
    try await log.flush()
  }

  /// Puts files where a process that was killed has left others.
  private func put(_ file: Data, beside log: Data) throws {
    try? FileManager.default.removeItem(atPath: path + "-shm")
    try file.write(to: URL(filePath: path))
    try log.write(to: URL(filePath: path + "-wal"))
  }

  /// Neither who reads nor who appends may have them, nothing of them is changed, and it is told what to do.
  private func expectRefusal(_ reason: String? = nil) throws {
    let before = (try contents(), try contents("-wal"))
    for isReader in [true, false] {
      let error = #expect(throws: EventLogError.self) {
        _ = isReader ? try SQLiteLog(reading: path) : try SQLiteLog(path: path)
      }
      let words = error?.description ?? ""
      for part in [
        "\(path)-wal isn't of the \(path) beside it: ", reason ?? "",
        "\(path)-wal and \(path)-shm are still of the file before it: move both away",
        "take the file from a backup if you need all, with the -wal and -shm beside it moved away",
      ] {
        #expect(part.isEmpty || words.contains(part), "\(words)")
      }
    }
    let isSame = try contents() == before.0 && contents("-wal") == before.1
    #expect(isSame)
  }

  /// It had rows of both, or was malformed.
  @Test func `is refused with the write-ahead log of a longer one beside it, and opened without`() async throws {
    let first = try SQLiteLog(path: path)
    try await record(90, of: "early", in: first)
    try await first.close()
    let backup = try contents()
    let second = try SQLiteLog(SQLiteStore(path: path, moved: .max))
    try await record(90, of: "late", in: second)
    try await second.store.moveAll()
    try await record(1, of: "last", in: second)
    let log = try contents("-wal")
    try await second.close()
    try put(backup, beside: log)
    try expectRefusal("is in neither of them")
    // What the operator is told to do.
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    let restored = try SQLiteLog(path: path)
    #expect(try await restored.records(of: nil, after: 0, limit: .max).count == 90)
    try await record(1, of: "new", in: restored)
    try await restored.close()
  }

  /// A log that has forgotten much uses the room of that again, and doesn't grow.
  @Test func `is refused also where both are of the same length`() async throws {
    let first = try SQLiteLog(path: path)
    try await record(120, of: "early", in: first)
    try await first.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: [])
    try await first.close()
    let backup = try contents()
    let second = try SQLiteLog(SQLiteStore(path: path, moved: .max))
    try await record(60, of: "late", in: second)
    try await second.store.moveAll()
    try await record(1, of: "last", in: second)
    #expect(try contents().count == backup.count)
    let log = try contents("-wal")
    try await second.close()
    try put(backup, beside: log)
    #expect(try #require(WriteAheadLog(beside: path)).missingPage == nil)
    try expectRefusal()
  }

  @Test func `is refused where the index has events that no block has`() async throws {
    let log = try SQLiteLog(SQLiteStore(path: path, moved: .max))
    try await record(3, of: "a", in: log)
    try await log.store.moveAll()
    try await log.store.pool.write { database in
      try database.execute(sql: "INSERT INTO recent (stream, last, count) VALUES (1, 99, 1)")
    }
    let files = (try contents(), try contents("-wal"))
    try await log.close()
    try put(files.0, beside: files.1)
    try expectRefusal("the events up to 99 are in neither of them")
  }

  @Test func `is refused where what follows begins later`() async throws {
    let other = try SQLiteLog(path: folder.path("other.sqlite"))
    for count in [8, 1] { try await record(count, of: "a", in: other) }
    let block = try #require(try await other.store.blocks(endingAt: [9]).first)
    try await other.close()
    let store = try SQLiteStore(path: path, moved: .max)
    try await store.moveAll()
    var group = LogGroup(version: 1)
    group.blocks = [
      LogBlock(bytes: block.bytes, first: 9, last: 9, streams: [LogBlock.Stream(number: 1, count: 1)])
    ]
    try store.write(group)
    let files = (try contents(), try contents("-wal"))
    try await store.close()
    try put(files.0, beside: files.1)
    try expectRefusal("the events 1 to 8 are in neither of them")
  }

  @Test func `isn't what a killed process leaves, whatever it has forgotten`() async throws {
    let log = try SQLiteLog(SQLiteStore(path: path, moved: .max))
    try await record(20, of: "early", in: log)
    try await log.store.moveAll()
    // Somebody reads, so that nothing is moved.
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    try await reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM blocks")
    }
    try await record(20, of: "gone", in: log)
    try await record(20, of: "late", in: log)
    try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: ["late"])
    let files = (try contents(), try contents("-wal"))
    try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try reader.close()
    try await log.close()
    try put(files.0, beside: files.1)
    let opened = try SQLiteLog(path: path)
    #expect(try await opened.records(of: nil, after: 0, limit: .max).count == 20)
    try await opened.close()
  }

  /// What is whole of a damaged log is read, also behind a crash.
  @Test func `isn't one that was damaged before its process was killed`() async throws {
    let first = try SQLiteLog(path: path)
    try await record(60, of: "early", in: first)
    try await first.close()
    var file = try contents()
    let block = try #require(file.range(of: Data("early 20 ".utf8)))
    let page = block.lowerBound / 4_096 * 4_096
    file.replaceSubrange(page..<page + 4_096, with: Data(count: 4_096))
    try file.write(to: URL(filePath: path))
    let second = try SQLiteLog(SQLiteStore(path: path, moved: .max))
    try await record(1, of: "late", in: second)
    let log = try contents("-wal")
    try await second.close()
    try put(file, beside: log)
    let opened = try SQLiteLog(path: path)
    #expect(try await opened.session("late")?.count == 1)
    try await opened.close()
  }
}
