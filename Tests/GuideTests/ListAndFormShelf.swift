// Shelf.swift of docs/guides/a-list-and-a-form.md, in its order. GuideTests sees that both say the same.

import Foundation
import GRDB
import Ghostlight

extension ThingKind: DatabaseValueConvertible {}

extension Thing: FetchableRecord, MutablePersistableRecord {
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The things, in an SQLite database, and their pictures, in a folder.
struct Shelf: Sendable {
  private let database: DatabaseQueue
  private let pictures: URL

  /// Opens the database in a file, made if it isn't there; without a path a new one in memory.
  init(path: String? = nil, pictures folder: String) throws {
    pictures = URL(filePath: folder)
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    database = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { database in
      try database.execute(
        sql: """
          CREATE TABLE thing (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE, count INTEGER NOT NULL,
            since TEXT NOT NULL, kind TEXT NOT NULL, isFragile INTEGER NOT NULL, picture TEXT) STRICT
          """)
    }
    try migrator.migrate(database)
  }

  func things(matching search: String) async throws -> [Thing] {
    try await database.read { database in
      try Thing.fetchAll(
        database, sql: "SELECT * FROM thing WHERE instr(lower(name), lower(?)) > 0 ORDER BY name", arguments: [search])
    }
  }

  func thing(_ id: Int64) async throws -> Thing {
    try await database.read { database in try Thing.find(database, key: id) }
  }

  func save(_ saving: Saving) async throws -> Thing {
    var thing = saving.thing
    if let file = saving.upload { thing.picture = try keep(file) }
    return try await database.write { [thing] database in
      var thing = thing
      if thing.id == nil { try thing.insert(database) } else { try thing.update(database) }
      return thing
    }
  }

  func delete(_ thing: Thing) async throws -> Thing {
    try await database.write { database in _ = try thing.delete(database) }
    return thing
  }
}

/// Why something can't be done: whatever the functions above throw becomes one of these.
enum ThingFailure: AnswerFailure {
  case nameTaken
  case missing
  case unavailable

  init(_ error: any Error) {
    switch error {
    case let failure as ThingFailure: self = failure
    case let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE: self = .nameTaken
    case is RecordError: self = .missing
    default: self = .unavailable
    }
  }

  static func isForOperator(_ error: any Error) -> Bool { Self(error) == .unavailable }
}

extension Shelf {
  /// Copies a file that was handed over to where it stays, under a name of our own.
  private func keep(_ file: UploadedFile) throws -> String {
    let name = UUID().uuidString + (file.type == "image/png" ? ".png" : ".jpg")
    try FileManager.default.copyItem(at: URL(filePath: file.path), to: pictures.appending(path: name))
    return name
  }

  /// Answers `/pictures?file=…`.
  var endpoint: ServerEndpoint {
    ServerEndpoint("/pictures", for: .everyone) { [pictures] question in
      // Of a path only its last part counts: nobody gets out of the folder.
      let name = URL(filePath: question.query["file"] ?? "").lastPathComponent
      guard let content = try? Data(contentsOf: pictures.appending(path: name)) else {
        return .init("There is no such picture.", status: 404)
      }
      return .init(content, type: name.hasSuffix(".png") ? "image/png" : "image/jpeg")
    }
  }
}

extension Thing {
  /// Where its picture is; empty without one.
  var pictureSource: String { picture.map { "/pictures?file=\($0)" } ?? "" }
}
