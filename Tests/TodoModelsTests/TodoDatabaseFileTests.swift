import Foundation
import GRDB
import Testing

@testable import TodoModels

/// What happens to the file under a running database.
@Suite struct TodoDatabaseFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("todos.sqlite")
  }

  @Test func `its files are their owner's alone, and rights that were given stay`() async throws {
    func rights(_ file: String) -> mode_t? {
      var status = stat()
      return stat(file, &status) == 0 ? status.st_mode & 0o777 : nil
    }
    let database = try TodoDatabase(path: path)
    for file in [path, path + "-wal", path + "-shm"] { #expect(rights(file) == 0o600, "\(file)") }
    await database.close()
    chmod(path, 0o640)
    try await TodoDatabase(path: path).close()
    #expect(rights(path) == 0o640)
  }

  @Test func `a file that was moved away fails writes and works again when it is back`() async throws {
    let database = try TodoDatabase(path: path)
    try await create("before", in: database)
    rename(path, path + ".away")
    #expect(await outage { try await create("lost", in: database) } == .missing)
    #expect(await outage { _ = try await database.page(matching: TodoQuery()) } == .missing)
    rename(path + ".away", path)
    try await create("after", in: database)
    await database.close()
    let titles = try await TodoDatabase(path: path).page(matching: TodoQuery(order: .oldestFirst)).todos.map(\.title)
    #expect(titles == ["before", "after"])
  }

  @Test func `a replaced file fails reads and writes and isn't touched`() async throws {
    let database = try TodoDatabase(path: path)
    try await create("before", in: database)
    rename(path, path + ".away")
    try Data("another".utf8).write(to: URL(fileURLWithPath: path))
    #expect(await outage { try await create("lost", in: database) } == .replaced)
    #expect(await outage { _ = try await database.todo(id: 1) } == .replaced)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("another".utf8))
    rename(path + ".away", path)
    #expect(try await database.page(matching: TodoQuery()).todos.map(\.title) == ["before"])
  }

  @Test func `a removed folder fails writes`() async throws {
    let database = try TodoDatabase(path: folder.file("inner/todos.sqlite"))
    try FileManager.default.removeItem(atPath: folder.file("inner"))
    #expect(await outage { try await create("lost", in: database) } == .missing)
  }

  @Test func `a removed log fails writes and closing saves what it held`() async throws {
    let database = try TodoDatabase(path: path)
    try await create("before", in: database)
    unlink(path + "-wal")
    #expect(await outage { try await create("lost", in: database) } == .missing)
    await database.close()
    #expect(try await TodoDatabase(path: path).page(matching: TodoQuery()).todos.map(\.title) == ["before"])
  }

  @Test func `a database behind a symbolic link is written`() async throws {
    try await TodoDatabase(path: path).close()
    symlink(path, folder.file("link.sqlite"))
    try await create("linked", in: TodoDatabase(path: folder.file("link.sqlite")))
    #expect(try await TodoDatabase(path: path).page(matching: TodoQuery()).counts.active == 1)
  }

  /// It had todos of both, or was malformed, and nobody was told.
  @Test func `a backup with the log of a later file beside it is refused, and opened without`() async throws {
    func add(_ count: Int, to queue: DatabaseQueue) async throws {
      try await queue.write { connection in
        for _ in 0..<count {
          try connection.execute(
            sql: """
              INSERT INTO todo (createdAt, title, titleKey, notes, search) VALUES (0, 't', 't', hex(zeroblob(3000)), 't')
              """)
        }
      }
    }
    try await TodoDatabase(path: path).close()
    let queue = try DatabaseQueue(path: path)
    try await add(5, to: queue)
    try await queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    let backup = try Data(contentsOf: URL(fileURLWithPath: path))
    try await add(40, to: queue)
    try await queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try await add(1, to: queue)
    let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    try queue.close()
    try backup.write(to: URL(fileURLWithPath: path))
    try log.write(to: URL(fileURLWithPath: path + "-wal"))
    let failure = #expect(throws: TodoFailure.self) { try TodoDatabase(path: path) }
    guard case .unavailable(.damaged, let detail) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(detail.contains("If \(path) was put back from a backup, move \(path)-wal and \(path)-shm away"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == backup)
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    let database = try TodoDatabase(path: path)
    #expect(try await database.page(matching: TodoQuery()).counts.active == 5)
    await database.close()
  }

  /// That is in order: its log is its own.
  @Test func `what a killed process leaves is opened with all of it`() async throws {
    let database = try TodoDatabase(path: path)
    for number in 1...9 { try await create("\(number)", in: database) }
    let copy = folder.file("copy.sqlite")
    for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending) }
    await database.close()
    let again = try TodoDatabase(path: copy)
    #expect(try await again.page(matching: TodoQuery()).counts.active == 9)
    await again.close()
  }

  /// It was refused after a kill and not after a clean end, with the advice to move away what had been acknowledged.
  @Test func `a flaw that SQLite lives with keeps nothing back that a killed process leaves`() async throws {
    let database = try TodoDatabase(path: path)
    try await create("before", in: database)
    await database.close()
    // A page more, which nothing uses.
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    let count = file[28..<32].reduce(0) { $0 << 8 | Int($1) } + 1
    file.replaceSubrange(28..<32, with: (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })
    file.append(Data(count: 4_096))
    try file.write(to: URL(fileURLWithPath: path))
    let flaw = try await DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    #expect(flaw?.contains("never used") == true)
    let flawed = try TodoDatabase(path: path)
    try await create("acknowledged", in: flawed)
    let copy = folder.file("copy.sqlite")
    for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending) }
    await flawed.close()
    let again = try TodoDatabase(path: copy)
    let titles = try await again.page(matching: TodoQuery(order: .oldestFirst)).todos.map(\.title)
    #expect(titles == ["before", "acknowledged"])
    await again.close()
  }

  @Test func `a read-only file is read but not written until it is writable again`() async throws {
    let database = try TodoDatabase(path: path)
    try await create("before", in: database)
    chmod(path, 0o444)
    await #expect(throws: TodoFailure.readOnly) { try await create("refused", in: database) }
    #expect(try await database.page(matching: TodoQuery()).counts.active == 1)
    #expect(throws: TodoFailure.readOnly) { try TodoDatabase(path: path) }
    chmod(path, 0o644)
    try await create("after", in: database)
    #expect(try await database.page(matching: TodoQuery()).counts.active == 2)
  }

  @Test func `a full database refuses writes and keeps what it has`() async throws {
    let pool = try TodoStorage.openPool(at: path, patience: 100)
    let pages = try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
    let failure = await #expect(throws: DatabaseError.self) {
      try await pool.write { connection in
        _ = try TodoTable(database: connection).apply(
          .create(TodoDraft(title: "t", notes: String(repeating: "n", count: 9_000))), at: 0)
      }
    }
    #expect(failure.map { TodoFailure($0) } == .full)
    #expect(try await TodoDatabase(path: path).page(matching: TodoQuery()).counts.total == 0)
  }
}
