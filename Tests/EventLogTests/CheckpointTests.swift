import EventStream
import Foundation
import GRDB
import Testing

@testable import EventLog
@testable import EventLogSQLite

/// When the write-ahead log is moved into the file.
@Suite struct `The write-ahead log of a log` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  /// A group of a hundred kilobytes; blocks are what they are to the store, whatever is in them.
  private func group(_ number: Int) -> LogGroup {
    var group = LogGroup(version: 1)
    group.blocks = (0..<25).map { index in
      let position = UInt64(number * 25 + index + 1)
      return LogBlock(
        bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: position), count: 3_900), first: position, last: position,
        streams: [LogBlock.Stream(number: 0, count: 1)])
    }
    return group
  }

  private var size: Int {
    (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0
  }

  /// Another connection, in the middle of reading what is in it.
  private func reader() async throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    try await reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM blocks")
    }
    return reader
  }

  /// It was never moved to its end, grew to 64 megabytes, and was then moved by a commit, for which everybody waited 25 milliseconds.
  @Test func `stays small while there is never a pause between commits`() async throws {
    let store = try SQLiteStore(path: path)
    for number in 0..<600 { try store.write(group(number)) }
    #expect(size < 20 << 20, "\(size >> 20) MB")
    try await store.close()
    let read = try SQLiteStore(path: path, isReadOnly: true)
    #expect(try await read.blocks(before: nil, limit: 1).first?.last == 15_000)
    try await read.close()
  }

  /// SQLite before 3.51.3 might lose what was committed at the moment in which somebody beside the writer begins to move nothing.
  @Test func `is moved beside the writer only where something is left`() async throws {
    let store = try SQLiteStore(path: path, moved: .max)
    #expect(!store.checkpoints.isAnythingLeft)
    try store.write(group(0))
    #expect(store.checkpoints.isAnythingLeft)
    try await store.purge()
    #expect(!store.checkpoints.isAnythingLeft)
    // Nothing but what is known already.
    try store.write(LogGroup(version: 1))
    #expect(!store.checkpoints.isAnythingLeft)
    try await store.save(LogSnapshot(position: 25, content: [1]), of: "a")
    #expect(store.checkpoints.isAnythingLeft)
    try await store.moveAll()
    #expect(!store.checkpoints.isAnythingLeft)
    var change = LogRewrite()
    change.blocks = [BlockChange(last: 25, streams: [0], replacement: nil)]
    try await store.rewrite(change)
    #expect(store.checkpoints.isAnythingLeft)
    try await store.close()
  }

  /// Processes that were killed soon left more and more of it, and snapshots counted for nothing.
  @Test func `is moved whoever has written it, and whatever`() async throws {
    let first = try SQLiteStore(path: path, moved: .max)
    for number in 0..<30 { try first.write(group(number)) }
    let copy = folder.path("copy.sqlite")
    for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending) }
    try await first.close()
    let store = try SQLiteStore(path: copy)
    try store.write(group(30))
    try await store.checkpoints.paused {}
    #expect(!store.checkpoints.isAnythingLeft)
    try await store.save(LogSnapshot(position: 25, content: [UInt8](repeating: 1, count: 3_000_000)), of: "a")
    try await store.checkpoints.paused {}
    #expect(!store.checkpoints.isAnythingLeft)
    try await store.close()
  }

  /// Of a log that is written and emptied at the same time nothing is lost.
  @Test func `may be emptied while others write`() async throws {
    let store = try SQLiteStore(path: path, moved: 1)
    async let emptied: Void = {
      for _ in 0..<100 { try await store.purge() }
    }()
    for number in 0..<200 { try store.write(group(number)) }
    try await emptied
    try await store.close()
    let read = try SQLiteStore(path: path, isReadOnly: true)
    #expect(try await read.blocks(before: nil, limit: 9_999).count == 200 * 25)
    try await read.close()
    let flaws = try await DatabaseQueue(path: path).read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    #expect(flaws == ["ok"])
  }

  /// SQLite was asked how much a connection had written that was closed, and the process ended.
  @Test func `isn't touched once the log is closed`() async throws {
    let store = try SQLiteStore(path: path, moved: 1)
    for number in 0..<3 { try store.write(group(number)) }
    try await store.close()
    #expect(throws: EventLogError.closed) { try store.write(group(3)) }
    await #expect(throws: EventLogError.closed) {
      try await store.save(LogSnapshot(position: 25, content: [1]), of: "a")
    }
    var chapters = LogRewrite()
    chapters.chapters = [1]
    var snapshots = LogRewrite()
    snapshots.snapshots.updateValue(nil, forKey: "a")
    for change in [chapters, snapshots] {
      await #expect(throws: EventLogError.closed) { try await store.rewrite(change) }
    }
    await #expect(throws: EventLogError.closed) { try await store.moveAll() }
    await #expect(throws: EventLogError.closed) { try await store.purge() }
    try await store.close()
  }

  /// Somebody reads all the time: nothing behind what they see is moved over it.
  @Test func `may be read meanwhile`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let reader = try SQLiteStore(path: path, isReadOnly: true)
    for number in 1..<200 {
      try store.write(group(number))
      if number % 20 == 0 {
        let last = try await reader.blocks(before: nil, limit: 1).first
        #expect(last?.last == UInt64(number + 1) * 25)
      }
    }
    try await reader.close()
    try await store.close()
  }

  /// It grew to gigabytes, which the next start read, and nobody knew why.
  @Test func `is known to wait for somebody who reads`() async throws {
    let store = try SQLiteStore(path: path, moved: 1)
    try store.write(group(0))
    #expect(store.heldBytes == 0)
    let reader = try await self.reader()
    for number in 1..<4 { try store.write(group(number)) }
    try await store.checkpoints.paused {}
    #expect(store.heldBytes > 100_000)
    try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try reader.close()
    try await store.moveAll()
    #expect(store.heldBytes == 0)
    try await store.close()
  }

  /// The writer was held up for two seconds, and then what had been forgotten was said to be there still.
  @Test func `is emptied once nobody reads it, and nobody waits for that`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let reader = try await self.reader()
    try await store.purge()
    #expect(size > 0)
    try store.write(group(1))
    try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try reader.close()
    try await store.purge()
    #expect(size == 0)
    #expect(try await store.blocks(before: nil, limit: 1).first?.last == 50)
    try await store.close()
  }

  /// What had been forgotten stayed in it where somebody else had the file open, and nobody was told.
  @Test func `is emptied when the file is closed before that was tried again`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let reader = try await self.reader()
    try await store.purge()
    #expect(size > 0)
    try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    // The reader has it open still: SQLite itself empties nothing.
    try await store.close()
    #expect(size == 0)
    try reader.close()
  }

  /// A log that was closed meanwhile refused to have it emptied, and forgot that it had to be.
  @Test func `is emptied when the file is closed before its turn came`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let other = try DatabaseQueue(path: path)
    _ = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM blocks") }
    let gate = DispatchSemaphore(value: 0)
    Thread.detachNewThread { store.pool.writeWithoutTransaction { _ in gate.wait() } }
    try await Task.sleep(for: .milliseconds(50))
    async let purged: Void = store.purge()
    try await Task.sleep(for: .milliseconds(50))
    async let closed: Void = store.close()
    try await Task.sleep(for: .milliseconds(50))
    gate.signal()
    _ = try? await purged
    try await closed
    #expect(size == 0)
    try other.close()
  }

  /// Whoever was cancelled behind forgetting left what had been forgotten there.
  @Test func `is emptied when the file is closed if something was forgotten`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let other = try DatabaseQueue(path: path)
    _ = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM blocks") }
    var change = LogRewrite()
    change.blocks = [BlockChange(last: 25, streams: [0], replacement: nil)]
    try await store.rewrite(change)
    try await store.close()
    #expect(size == 0)
    try other.close()
  }

  /// Emptied between two steps of forgetting, it was taken to have nothing of what was forgotten in the second.
  @Test func `is emptied when the file is closed if it was before all was forgotten`() async throws {
    let store = try SQLiteStore(path: path)
    let content = [UInt8](repeating: 1, count: 600_000)
    for place in 1...4 { try await store.save(LogSnapshot(position: UInt64(place), content: content), of: "a") }
    let other = try DatabaseQueue(path: path)
    _ = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") }
    let gate = DispatchSemaphore(value: 0)
    Thread.detachNewThread { store.pool.writeWithoutTransaction { _ in gate.wait() } }
    try await Task.sleep(for: .milliseconds(50))
    var change = LogRewrite()
    change.snapshots.updateValue(nil, forKey: "a")
    async let forgotten: Void = store.rewrite(change)
    try await Task.sleep(for: .milliseconds(50))
    async let purged: Void = store.purge()
    try await Task.sleep(for: .milliseconds(50))
    gate.signal()
    try await purged
    try await forgotten
    #expect(size > 0)
    try await store.close()
    #expect(size == 0)
    try other.close()
  }

  /// SQLite moves all before it finds that somebody still reads it.
  @Test func `isn't moved beside the writer where all was moved but somebody reads it`() async throws {
    let store = try SQLiteStore(path: path, moved: .max)
    try store.write(group(0))
    let reader = try await self.reader()
    try await store.purge()
    try store.write(group(1))
    let second = try await self.reader()
    try await store.purge()
    #expect(!store.checkpoints.isAnythingLeft)
    for reader in [reader, second] {
      try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      try reader.close()
    }
    try await store.close()
  }

  /// A thousand went in one transaction, 145 megabytes, for which everybody waited 0.8 seconds.
  @Test func `stays small while very many snapshots are forgotten`() async throws {
    let store = try SQLiteStore(path: path)
    let content = [UInt8](repeating: 1, count: 150_000)
    for session in ["a", "b", "c"] {
      for place in 1...100 { try await store.save(LogSnapshot(position: UInt64(place), content: content), of: session) }
    }
    var change = LogRewrite()
    change.snapshots = ["b": 100, "c": 50]
    change.snapshots.updateValue(nil, forKey: "a")
    try await store.rewrite(change)
    #expect(size < 8 << 20, "\(size >> 20) MB")
    #expect(try await store.snapshot(of: "a", before: .max) == nil)
    #expect(try await store.snapshot(of: "b", before: 99) == nil)
    #expect(try await store.snapshot(of: "b", before: .max)?.position == 100)
    #expect(try await store.snapshot(of: "c", before: 49) == nil)
    #expect(try await store.snapshot(of: "c", before: 50)?.content == content)
    try await store.close()
  }

  /// What isn't found by what is said of it would be looked for again and again.
  @Test(.timeLimit(.minutes(1))) func `loses a snapshot whose place is damaged, too`() async throws {
    let store = try SQLiteStore(path: path)
    for place in [1, 3] { try await store.save(LogSnapshot(position: UInt64(place), content: [1]), of: "a") }
    try await store.close()
    for sql in [
      "UPDATE sqlite_schema SET sql = replace(sql, 'position INTEGER', 'position REAL') WHERE name = 'snapshots'",
      "UPDATE snapshots SET position = 2.5 WHERE position = 3",
    ] {
      let queue = try DatabaseQueue(path: path)
      try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA writable_schema = ON; " + sql) }
      try queue.close()
    }
    let again = try SQLiteStore(path: path)
    for place in 4...(SnapshotThinning.limit + 9) {
      try await again.save(LogSnapshot(position: UInt64(place), content: [1]), of: "a")
    }
    var change = LogRewrite()
    change.snapshots.updateValue(nil, forKey: "a")
    try await again.rewrite(change)
    try await again.close()
    let left = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") }
    #expect(left == 0)
  }

  /// It waited for reads that end on the threads which tasks share, and had one of these: where all were waiting so, none ever ended.
  @Test(.timeLimit(.minutes(1))) func `is closed while it is read, by however many at once`() async throws {
    for round in 0..<5 {
      try await withThrowingTaskGroup { tasks in
        for number in 0..<8 {
          let store = try SQLiteStore(path: folder.path("\(round)-\(number).sqlite"))
          for part in 0..<4 { try store.write(group(part)) }
          for _ in 0..<4 { tasks.addTask { _ = try? await store.blocks(of: nil, after: 0, limit: 1_000) } }
          tasks.addTask { try await store.close() }
        }
        try await tasks.waitForAll()
      }
    }
  }

  @Test func `is told not to be empty when the file is closed while somebody reads it`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let reader = try await self.reader()
    try await store.purge()
    let error = await #expect(throws: EventLogError.self) { try await store.close() }
    #expect(error == .stillRead(path: store.path))
    #expect(error?.description.contains("what was forgotten is still in \(store.path)-wal") == true)
    // It is closed all the same, and others may append to it.
    try await SQLiteStore(path: path).close()
    try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try reader.close()
  }

  /// It was told all the same, and a server ended with status 1: its own read took longer than the two seconds.
  @Test func `is emptied behind what the process reads itself as the file is closed`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let (began, begin) = AsyncStream<Void>.makeStream()
    let reading = Task {
      try await store.pool.read { database in
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM blocks")
        begin.yield()
        Thread.sleep(forTimeInterval: 3)
      }
    }
    for await _ in began { break }
    try await store.purge()
    try await store.close()
    try await reading.value
    #expect(size == 0)
  }

  /// A server's last words were that it is kept in memory and tried again, and whoever read them looked for what was lost.
  @Test func `is told by the log to be left as it is, and to be emptied with the next`() async throws {
    let log = try SQLiteLog(path: path)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.flush()
    let reader = try await self.reader()
    try await log.store.purge()
    let error = await #expect(throws: EventLogError.self) { try await log.close() }
    #expect(error == .stillRead(path: log.store.path))
    let words = error?.description ?? ""
    #expect(words.contains("nothing is lost") && words.contains("ghostlight log compact \(log.store.path)"), "\(words)")
    #expect(!words.contains("in memory") && !words.contains("tried again"), "\(words)")
    try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try reader.close()
    try await SQLiteLog(path: path).close()
    #expect(size == 0)
  }

  /// A server refused to start: the file had the block, and what SQLite read of both had it no more.
  @Test func `isn't taken for cut off where the last block was forgotten`() async throws {
    let first = try SQLiteStore(path: path, moved: .max)
    for number in 0..<2 { try first.write(group(number)) }
    try await first.close()
    let second = try SQLiteStore(path: path, moved: .max)
    var change = LogRewrite()
    change.blocks = [BlockChange(last: 50, streams: [0], replacement: nil)]
    try await second.rewrite(change)
    // As a process leaves it that is killed before it is purged.
    let copy = folder.path("copy.sqlite")
    for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending) }
    try await second.close()
    let third = try SQLiteStore(path: copy)
    #expect(try await third.blocks(before: nil, limit: 1).first?.last == 49)
    #expect(try third.open().lastPosition == 50)
    try await third.close()
  }
}
