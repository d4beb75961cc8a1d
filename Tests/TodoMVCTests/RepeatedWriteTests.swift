import EventMacros
import Foundation
import GRDB
import Testing

@testable import TodoMVCModels

@Suite struct RepeatedWriteTests {
  private let request = EventID(rawValue: 7)

  private func title(_ text: String) throws -> TodoTitle { try #require(try TodoTitle(text)) }

  private func adding(_ text: String, of owner: String = "ann") throws -> TodoWrite {
    TodoWrite(.add(try title(text)), of: owner)
  }

  private func titles(in database: TodoDatabase, of owner: String = "ann") async throws -> [String] {
    try await database.list(of: owner).todos.map(\.title)
  }

  // MARK: Once

  @Test func `a write that is repeated is done once and answers the same`() async throws {
    let changes: [TodoChange] = [
      .add(try title("three")), .rename(1, try title("uno")), .complete(2, true), .completeAll(true), .toggleAll,
      .delete(1), .deleteCompleted,
    ]
    for change in changes {
      let database = try TodoDatabase.inMemory()
      for name in ["one", "two"] { _ = try await database.apply(adding(name)) }
      _ = try await database.apply(TodoWrite(.complete(1, true), of: "ann"))
      let write = TodoWrite(change, of: "ann")
      let written = try await database.apply(write, for: request)
      #expect(written.version == 4)
      // Other pages go on: done a second time, it would change what they have made.
      let others: [TodoChange] = [.add(try title("later")), .completeAll(true), .rename(1, try title("other"))]
      for (number, other) in others.enumerated() {
        _ = try await database.apply(TodoWrite(other, of: "ann"), for: EventID(rawValue: 100 + UInt64(number)))
      }
      let list = try await database.list(of: "ann")
      for _ in 0..<2 {
        #expect(try await database.apply(write, for: request, again: true) == written, "\(change)")
        #expect(try await database.list(of: "ann") == list, "\(change)")
      }
    }
  }

  /// Whoever looked into the file meanwhile made every write fail at once.
  @Test func `a write waits for another process that has the file`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let database = try TodoDatabase(path: path)
    let other = try DatabaseQueue(path: path)
    async let isHeld: Void = other.writeWithoutTransaction { held in
      try held.execute(sql: "BEGIN IMMEDIATE")
      Thread.sleep(forTimeInterval: 0.3)
      try held.execute(sql: "COMMIT")
    }
    try await Task.sleep(for: .milliseconds(100))
    _ = try await database.apply(adding("milk"))
    try await isHeld
    #expect(try await titles(in: database) == ["milk"])
    await database.close()
  }

  @Test func `a repeated write does what it hasn't done, and that once`() async throws {
    let database = try TodoDatabase.inMemory()
    let written = try await database.apply(adding("milk"), for: request, again: true)
    #expect(written.version == 1)
    #expect(try await database.apply(adding("milk"), for: request, again: true) == written)
    #expect(try await titles(in: database) == ["milk"])
  }

  @Test func `what is added a second time by a request of its own is there twice`() async throws {
    let database = try TodoDatabase.inMemory()
    for number in 1...2 { _ = try await database.apply(adding("milk"), for: EventID(rawValue: UInt64(number))) }
    #expect(try await titles(in: database) == ["milk", "milk"])
  }

  @Test func `what made the list full isn't refused when it is repeated, and what was refused is`() async throws {
    let database = try TodoDatabase.inMemory()
    for _ in 1..<TodoList.limit { _ = try await database.apply(adding("more")) }
    let last = try await database.apply(adding("last"), for: request)
    for again in [false, true] {
      await #expect(throws: TodoFailure.tooMany(limit: TodoList.limit)) {
        try await database.apply(adding("too many"), for: EventID(rawValue: 8), again: again)
      }
    }
    #expect(try await database.apply(adding("last"), for: request, again: true) == last)
    #expect(try await database.list(of: "ann").version == TodoList.limit)
  }

  // MARK: Whose an id is

  @Test func `another log's request with the same id does what it asks for`() async throws {
    let database = try TodoDatabase.inMemory()
    _ = try await database.apply(adding("milk"), for: request)
    // Its session was brought back, so that whatever it asks for may have been asked before.
    let bread = try await database.apply(adding("bread"), for: request, again: true)
    _ = try await database.apply(adding("salt"), for: EventID(rawValue: 8))
    #expect(try await database.apply(adding("bread"), for: request, again: true) == bread)
    let second = try await database.apply(adding("bread"), for: request)
    #expect(try await database.apply(adding("bread"), for: request, again: true) == second)
    #expect(try await titles(in: database) == ["milk", "bread", "salt", "bread"])
  }

  @Test func `nobody gets the answer to another's request`() async throws {
    let database = try TodoDatabase.inMemory()
    let written = try await database.apply(adding("milk"), for: request)
    #expect(try await database.apply(adding("milk", of: "bo"), for: request, again: true).owner == "bo")
    #expect(try await titles(in: database, of: "bo") == ["milk"])
    #expect(try await database.apply(adding("milk"), for: request, again: true) == written)
  }

  @Test func `a write is known until a thousand others of its visitor have followed`() async throws {
    let database = try TodoDatabase.inMemory()
    let written = try await database.apply(adding("milk"), for: request)
    func follow(_ numbers: Range<Int>, by owner: String) async throws {
      for number in numbers {
        let id = EventID(rawValue: 100 + UInt64(number))
        _ = try await database.apply(TodoWrite(.deleteCompleted, of: owner), for: id)
      }
    }
    try await follow(1..<KnownWrites.limit, by: "ann")
    try await follow(0..<KnownWrites.limit, by: "bo")
    #expect(try await database.apply(adding("milk"), for: request, again: true) == written)
    try await follow(KnownWrites.limit..<KnownWrites.limit + 1, by: "ann")
    #expect(try await database.apply(adding("milk"), for: request, again: true).version == KnownWrites.limit + 2)
    #expect(try await titles(in: database) == ["milk", "milk"])
  }

  // MARK: Files

  private func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "todomvc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "todos.sqlite").path)
  }

  @Test func `a reopened file knows what was done`() async throws {
    try await withFile { path in
      let database = try TodoDatabase(path: path)
      let written = try await database.apply(adding("milk \u{1f95b} \"fresh\""), for: EventID(rawValue: .max))
      await database.close()
      let again = try TodoDatabase(path: path)
      let repeated = try await again.apply(
        adding("milk \u{1f95b} \"fresh\""), for: EventID(rawValue: .max), again: true)
      #expect(repeated == written)
      #expect(try await again.list(of: "ann").version == 1)
      await again.close()
    }
  }

  @Test func `a database of the first version keeps its lists and knows what is done from now on`() async throws {
    try await withFile { path in
      try makeFirstVersion(at: path)
      for _ in 1...2 {
        let database = try TodoDatabase(path: path)
        let written = try await database.apply(adding("new"), for: request, again: true)
        #expect(written.version == 6)
        let list = try await database.list(of: "ann")
        #expect(list.version == 6)
        #expect(
          list.todos == [
            Todo(id: 3, title: "old", isCompleted: true), Todo(id: 4, title: "older"), Todo(id: 5, title: "new"),
          ])
        await database.close()
      }
    }
  }

  /// A file as programs made it that knew no request.
  private func makeFirstVersion(at path: String) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { database in
      try database.execute(
        sql: """
          CREATE TABLE list (owner TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE todo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            owner TEXT NOT NULL,
            title TEXT NOT NULL,
            isCompleted INTEGER NOT NULL DEFAULT 0
          ) STRICT;
          CREATE INDEX todo_owned ON todo (owner, id);
          """)
    }
    let queue = try DatabaseQueue(path: path)
    try migrator.migrate(queue)
    try queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO list (owner, version) VALUES ('ann', 5);
          INSERT INTO todo (id, owner, title, isCompleted) VALUES (3, 'ann', 'old', 1), (4, 'ann', 'older', 0);
          PRAGMA application_id = \(0x4754_6476);
          """)
    }
    try queue.close()
  }
}
