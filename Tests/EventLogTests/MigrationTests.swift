import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Testing

@Suite struct `An old log` {
  /// As `Sample` was once.
  static let old = #"""
    {"ghostlight":"session","format":1,"session":"old","began":"2026-01-01T00:00:00.000000000Z","events":5}
    {"position":1,"event":"Sample.look","id":"1.1","sequence":1,"time":"2026-01-01T00:00:00.000000000Z","session":"old","payload":"Ann"}
    {"position":2,"event":"Sample.found","id":"1.2","sequence":2,"time":"2026-01-01T00:00:00.000000000Z","session":"old","payload":{"success":{"name":"Ann","age":"7"}}}
    {"position":3,"event":"Sample.bell","id":"1.3","sequence":3,"time":"2026-01-01T00:00:00.000000000Z","session":"old","payload":{}}
    {"position":4,"event":"Sample.note.text","id":"1.4","sequence":4,"time":"2026-01-01T00:00:00.000000000Z","session":"old","payload":{"text":"hi"}}
    {"position":5,"event":"Sample.count","id":"1.5","sequence":5,"time":"2026-01-01T00:00:00.000000000Z","session":"old","payload":3}
    """#

  static let migrations = LogMigrations(
    [
      .renamed("Sample.look", to: "Sample.find"), .removed("Sample.bell"),
      .added("success.friends", to: "Sample.found", default: .array([])),
    ],
    [
      .retyped("success.age", of: "Sample.found") { value in
        guard case .string(let text) = value, let age = Int128(text) else { return value }
        return .integer(age)
      },
      .changed("Sample.note.text") { $0["text"] ?? $0 },
    ])

  @Test func `is read with what has changed since`() async throws {
    let folder = try TemporaryFolder()
    let log = try SQLiteLog(path: folder.path("log.sqlite"))
    try await SessionExport(jsonLines: Self.old).add(to: log)
    let decoder = EventDecoder([Sample.self], migrations: Self.migrations)
    let events = try await log.records(of: .session("old"), after: 0, limit: 10)
      .compactMap { try decoder.event(of: $0) as? Sample }
    #expect(
      events == [
        .find("Ann"), .found(.success(Person(name: "Ann", age: 7))), .note(.text("hi")), .count(3),
      ])
    try await log.close()
  }

  @Test func `says which migration is missing`() throws {
    let records = try SessionExport(jsonLines: Self.old).records
    let decoder = EventDecoder([Sample.self])
    #expect(throws: EventLogError.unknownEvent(name: "Sample.look")) { try decoder.event(of: records[0]) }
    let error = #expect(throws: EventLogError.self) { try decoder.event(of: records[1]) }
    #expect(
      error?.description
        == "event 2, Sample.found, can't be read: at found.success.age: expected a whole number, found a string. Declare a migration."
    )
  }

  @Test func `is not touched by a program that is older still`() async throws {
    let folder = try TemporaryFolder()
    let log = try SQLiteLog(path: folder.path("log.sqlite"), version: Self.migrations.version)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    let records = try await log.records(of: nil, after: 0, limit: 1)
    #expect(records.first?.version == 3)
    try await log.close()
    #expect(throws: EventLogError.newerEvents(found: 3, known: 1)) { try SQLiteLog(path: folder.path("log.sqlite")) }
    #expect(throws: EventLogError.newerEvents(found: 3, known: 1)) { try EventDecoder().event(of: records[0]) }
  }
}
