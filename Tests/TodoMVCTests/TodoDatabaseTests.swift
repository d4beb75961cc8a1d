import Foundation
import GRDB
import Testing
import TodoModels

@testable import TodoMVCModels

private typealias TodoDatabase = TodoMVCModels.TodoDatabase
private typealias Todo = TodoMVCModels.Todo
private typealias TodoWrite = TodoMVCModels.TodoWrite

@Suite struct TodoDatabaseTests {
  private func title(_ text: String) throws -> TodoTitle { try #require(try TodoTitle(text)) }

  @Test func `a reopened file has everything`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "todomvc-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "deep/todos.sqlite").path
    let database = try TodoDatabase(path: path)
    _ = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
    _ = try await database.apply(TodoWrite(.complete(1, true), of: "ann"))
    let before = try await database.list(of: "ann")
    await database.close()
    let again = try TodoDatabase(path: path)
    #expect(try await again.list(of: "ann") == before)
    #expect(before.todos == [Todo(id: 1, title: "one", isCompleted: true)])
    await again.close()
  }

  @Test func `its files are their owner's alone`() async throws {
    try await withFile { path in
      let database = try TodoDatabase(path: path)
      for file in [path, path + "-wal", path + "-shm"] {
        var status = stat()
        let isThere = stat(file, &status) == 0
        #expect(isThere && status.st_mode & 0o777 == 0o600, "\(file)")
      }
      await database.close()
    }
  }

  /// SQLite writes on into files that are gone, and acknowledges what nobody will ever see.
  @Test func `what can't be found again isn't acknowledged`() async throws {
    try await withFile { path in
      let database = try TodoDatabase(path: path)
      _ = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
      for file in [path, path + "-wal"] {
        #expect(rename(file, path + ".away") == 0)
        for isReplaced in [false, true] {
          if isReplaced { try Data("another".utf8).write(to: URL(filePath: file)) }
          let failure = await #expect(throws: TodoMVCModels.TodoFailure.self) {
            try await database.apply(TodoWrite(.add(title("lost")), of: "ann"))
          }
          #expect(failure?.description.contains(isReplaced ? "was replaced" : "was removed") == true)
          await #expect(throws: TodoMVCModels.TodoFailure.self) { try await database.list(of: "ann") }
        }
        #expect(rename(path + ".away", file) == 0)
        #expect(try await database.list(of: "ann").todos.map(\.title) == ["one"])
      }
      _ = try await database.apply(TodoWrite(.add(title("two")), of: "ann"))
      await database.close()
      let again = try TodoDatabase(path: path)
      #expect(try await again.list(of: "ann").todos.map(\.title) == ["one", "two"])
      await again.close()
    }
  }

  @Test func `a file that may not be written is read, and written again once it may`() async throws {
    try await withFile { path in
      let database = try TodoDatabase(path: path)
      _ = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
      chmod(path, 0o400)
      let failure = await #expect(throws: TodoMVCModels.TodoFailure.self) {
        try await database.apply(TodoWrite(.add(title("refused")), of: "ann"))
      }
      #expect(failure?.description.contains("may not be written") == true)
      chmod(path, 0o600)
      _ = try await database.apply(TodoWrite(.add(title("two")), of: "ann"))
      #expect(try await database.list(of: "ann").todos.map(\.title) == ["one", "two"])
      await database.close()
    }
  }

  /// A value of another type than was asked for ended the program, for all visitors.
  @Test func `a damaged row says so, and ends nothing`() async throws {
    try await withFile { path in
      let database = try TodoDatabase(path: path)
      _ = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
      _ = try await database.apply(TodoWrite(.add(title("two")), of: "bo"))
      await database.close()
      for sql in [
        "UPDATE sqlite_schema SET sql = replace(sql, 'title TEXT NOT NULL', 'title TEXT') WHERE name = 'todo'",
        "UPDATE todo SET title = NULL WHERE owner = 'ann'",
      ] {
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA writable_schema = ON; " + sql) }
        try queue.close()
      }
      let again = try TodoDatabase(path: path)
      let failure = await #expect(throws: TodoMVCModels.TodoFailure.self) { try await again.list(of: "ann") }
      #expect(failure?.description.contains("damaged") == true)
      #expect(try await again.list(of: "bo").todos.map(\.title) == ["two"])
      await again.close()
    }
  }

  @Test func `in memory it is there as long as somebody refers to it`() async throws {
    let database = try TodoDatabase.inMemory()
    _ = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
    await database.close()
    #expect(try await database.list(of: "ann").todos.count == 1)
  }

  @Test func `nobody changes another's todo by its number`() async throws {
    let database = try TodoDatabase.inMemory()
    _ = try await database.apply(TodoWrite(.add(title("one")), of: "ann"))
    let list = try await database.list(of: "ann")
    let id = try #require(list.todos.first).id
    let changes: [TodoChange] = [
      .rename(id, try title("mine")), .complete(id, true), .delete(id), .completeAll(true), .toggleAll,
      .deleteCompleted,
    ]
    for change in changes {
      #expect(try await database.apply(TodoWrite(change, of: "bo")).owner == "bo")
      #expect(try await database.list(of: "bo").todos == [])
    }
    #expect(try await database.list(of: "ann") == list)
  }

  @Test func `all are completed if any isn't, and made active if all are`() async throws {
    let database = try TodoDatabase.inMemory()
    for name in ["one", "two", "three"] { _ = try await database.apply(TodoWrite(.add(title(name)), of: "ann")) }
    _ = try await database.apply(TodoWrite(.add(title("four")), of: "bo"))
    let other = try await database.list(of: "bo")
    func toggled() async throws -> [Bool] {
      let written = try await database.apply(TodoWrite(.toggleAll, of: "ann"))
      let found = try await database.list(of: "ann").todos.map(\.isCompleted)
      #expect(written.difference == .allCompleted(found[0]))
      return found
    }
    #expect(try await toggled() == [true, true, true])
    #expect(try await toggled() == [false, false, false])
    _ = try await database.apply(TodoWrite(.complete(2, true), of: "ann"))
    #expect(try await toggled() == [true, true, true])
    _ = try await database.apply(TodoWrite(.complete(2, false), of: "ann"))
    #expect(try await toggled() == [true, true, true])
    #expect(try await database.list(of: "bo") == other)
  }

  @Test func `all become as is asked, whatever each was`() async throws {
    let database = try TodoDatabase.inMemory()
    for name in ["one", "two"] { _ = try await database.apply(TodoWrite(.add(title(name)), of: "ann")) }
    _ = try await database.apply(TodoWrite(.add(title("three")), of: "bo"))
    let other = try await database.list(of: "bo")
    for isCompleted in [false, true, true, false] {
      _ = try await database.apply(TodoWrite(.completeAll(isCompleted), of: "ann"))
      #expect(try await database.list(of: "ann").todos.map(\.isCompleted) == [isCompleted, isCompleted])
      _ = try await database.apply(TodoWrite(.complete(2, !isCompleted), of: "ann"))
    }
    #expect(try await database.list(of: "bo") == other)
  }

  @Test func `each write of a visitor's makes the next version, and a refused one none`() async throws {
    let database = try TodoDatabase.inMemory()
    #expect(try await database.list(of: "ann").version == 0)
    for number in 1...3 {
      #expect(try await database.apply(TodoWrite(.deleteCompleted, of: "ann")).version == number)
      _ = try await database.apply(TodoWrite(.add(title("one")), of: "bo"))
    }
    #expect(try await database.list(of: "ann").version == 3)
    for _ in 3..<TodoList.limit { _ = try await database.apply(TodoWrite(.add(title("more")), of: "bo")) }
    await #expect(throws: TodoMVCModels.TodoFailure.tooMany(limit: TodoList.limit)) {
      try await database.apply(TodoWrite(.add(title("too many")), of: "bo"))
    }
    #expect(try await database.list(of: "bo").version == TodoList.limit)
  }

  @Test(arguments: [
    ("  milk ", "milk"), ("\u{a0}milk\t", "milk"), ("a  b", "a  b"), ("\u{feff}milk\u{feff}", "milk"),
    ("\u{2003}milk\u{2028}\r\n", "milk"), (" \u{301}a", "\u{301}a"), ("a \u{301}", "a \u{301}"),
    ("\0milk\0", "milk"), ("a\0b", "ab"), (" \0 milk", "milk"), ("\u{85}milk", "\u{85}milk"),
  ])
  func `a title is trimmed as JavaScript trims, and has no NUL`(typed: String, title: String) throws {
    // By scalars: strings are equal if they are canonically equivalent.
    let scalars = try #require(try TodoTitle(typed)).text.unicodeScalars
    #expect(Array(scalars) == Array(title.unicodeScalars))
    #expect(!TodoTitle.isBlank(typed))
  }

  @Test(arguments: ["", "   ", "\t\u{a0}", "\0", " \0 ", "\u{feff}", "\u{3000}\u{feff}\r\n"])
  func `where nothing is written there is no title`(typed: String) throws {
    #expect(try TodoTitle(typed) == nil)
    #expect(TodoTitle.isBlank(typed))
  }

  @Test func `a title is stored whole`() async throws {
    let database = try TodoDatabase.inMemory()
    let written = try await database.apply(TodoWrite(.add(title("a\0b \u{301}")), of: "ann"))
    let stored = try #require(try await database.list(of: "ann").todos.first)
    #expect(Array(stored.title.unicodeScalars) == Array("ab \u{301}".unicodeScalars))
    #expect(written.difference == .added(stored))
  }

  // MARK: Other programs' files

  private func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "todomvc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "todos.sqlite").path)
  }

  /// Takes out of a file whose it is, as it was before files said that.
  private func silence(_ path: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA application_id = 0") }
  }

  @Test(arguments: [false, true]) func `Todostream's file is left alone`(isOld: Bool) async throws {
    try await withFile { path in
      try await TodoModels.TodoDatabase(path: path).close()
      if isOld { try silence(path) }
      let failure = #expect(throws: TodoMVCModels.TodoFailure.self) { try TodoDatabase(path: path) }
      #expect(failure?.description.contains("\(path): it is Todostream's. Start with another file.") == true)
      try await TodoModels.TodoDatabase(path: path).close()
    }
  }

  @Test(arguments: [false, true]) func `Todostream leaves its file alone`(isOld: Bool) async throws {
    try await withFile { path in
      try await TodoDatabase(path: path).close()
      if isOld { try silence(path) }
      let failure = #expect(throws: TodoModels.TodoFailure.self) { try TodoModels.TodoDatabase(path: path) }
      #expect(failure == .unavailable(.foreign, detail: "it is TodoMVC's: \(path)"))
      try await TodoDatabase(path: path).close()
    }
  }

  @Test func `files made before they said whose they are still open`() async throws {
    try await withFile { path in
      try await TodoDatabase(path: path).close()
      try silence(path)
      try await TodoDatabase(path: path).close()
      let id = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
      #expect(id == 0x4754_6476)
    }
    try await withFile { path in
      try await TodoModels.TodoDatabase(path: path).close()
      try silence(path)
      try await TodoModels.TodoDatabase(path: path).close()
    }
  }

  @Test func `a database that is nobody's is left alone`() async throws {
    try await withFile { path in
      try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE recipe (name)") }
      let failure = #expect(throws: TodoMVCModels.TodoFailure.self) { try TodoDatabase(path: path) }
      #expect(failure?.description.contains("another program's") == true)
      let tables = try await DatabaseQueue(path: path).read {
        try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema")
      }
      #expect(tables == ["recipe"])
    }
  }

  @Test func `a backup with the log of a later file beside it is refused`() async throws {
    try await withFile { path in
      func add(_ count: Int, to queue: DatabaseQueue) async throws {
        try await queue.write { connection in
          for _ in 0..<count {
            try connection.execute(sql: "INSERT INTO todo (owner, title) VALUES ('ann', hex(zeroblob(3000)))")
          }
        }
      }
      try await TodoDatabase(path: path).close()
      let queue = try DatabaseQueue(path: path)
      try await add(5, to: queue)
      try await queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      let backup = try Data(contentsOf: URL(filePath: path))
      try await add(40, to: queue)
      try await queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try await add(1, to: queue)
      let log = try Data(contentsOf: URL(filePath: path + "-wal"))
      try queue.close()
      try backup.write(to: URL(filePath: path))
      try log.write(to: URL(filePath: path + "-wal"))
      let failure = #expect(throws: TodoMVCModels.TodoFailure.self) { try TodoDatabase(path: path) }
      let remedy = "If \(path) was put back from a backup, move \(path)-wal and \(path)-shm away"
      #expect(failure?.description.contains(remedy) == true)
      #expect(try Data(contentsOf: URL(filePath: path)) == backup)
      for ending in ["-wal", "-shm"] { unlink(path + ending) }
      let database = try TodoDatabase(path: path)
      #expect(try await database.list(of: "ann").todos.count == 5)
      await database.close()
    }
  }

  @Test func `a file that is no database says so`() async throws {
    try await withFile { path in
      try Data(String(repeating: "not a database ", count: 100).utf8).write(to: URL(filePath: path))
      let failure = #expect(throws: TodoMVCModels.TodoFailure.self) { try TodoDatabase(path: path) }
      #expect(failure?.description.contains("it isn't a database, or is damaged. Restore a backup") == true)
    }
  }
}
