import Foundation
import GRDB
import Testing

@testable import TodoModels

/// What other programs and other versions do to the database.
@Suite struct TodoDatabaseSharingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("todos.sqlite")
  }

  @Test func `another process may write and read at the same time`() async throws {
    let database = try TodoDatabase(path: path, patience: 50)
    try await create("ours", in: database)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.write { try $0.execute(sql: "UPDATE todo SET completedAt = 9") }
    #expect(try await database.page(matching: TodoQuery()).counts.completed == 1)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    #expect(await outage { try await create("refused", in: database) } == .locked)
    #expect(try await database.page(matching: TodoQuery()).counts.total == 1)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try await create("later", in: database)
  }

  @Test(arguments: [
    "due = '2026-02-30'", "due = '10000-01-01'", "due = '1969-12-31'", "createdAt = 'x'", "title = NULL",
  ])
  func `another program can't store what is no todo`(change: String) async throws {
    try await create("t", in: TodoDatabase(path: path))
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "UPDATE todo SET due = '2026-02-28'") }
    let failure = await #expect(throws: DatabaseError.self) {
      try await other.write { try $0.execute(sql: "UPDATE todo SET \(change)") }
    }
    #expect(failure?.resultCode == .SQLITE_CONSTRAINT)
  }

  @Test func `a database of a newer version is refused`() async throws {
    try await TodoDatabase(path: path).close()
    let newer = try DatabaseQueue(path: path)
    try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v99')") }
    #expect(await outage { _ = try TodoDatabase(path: path) } == .newer)
  }

  @Test func `what can't be opened says why`() async throws {
    let text = folder.file("text.sqlite")
    try Data(String(repeating: "not a database ", count: 100).utf8).write(to: URL(fileURLWithPath: text))
    #expect(await outage { _ = try TodoDatabase(path: text) } == .damaged)
    #expect(await outage { _ = try TodoDatabase(path: text + "/todos.sqlite") } == .unopenable)
    #expect(await outage { _ = try TodoDatabase(path: folder.path) } == .unopenable)
  }
}
