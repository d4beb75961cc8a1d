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

  @Test(arguments: [1, 3, 7])
  func `stays of its version when something is taken in`(version: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path, version: 3)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.close()
    let text = Self.old.replacing(
      "\"session\":\"old\",\"payload\"", with: "\"version\":\(version),\"session\":\"old\",\"payload\"")
    let export = try SessionExport(jsonLines: text)
    let adding = try SQLiteLog(addingTo: path, version: version)
    if version > 3 {
      await #expect(throws: EventLogError.newerSession(found: 7, known: 3)) { try await export.add(to: adding) }
      #expect(try await adding.session("old") == nil)
    } else {
      try await export.add(to: adding)
      let records = try await adding.records(of: .session("old"), after: 0, limit: 10)
      #expect(records.map(\.version) == Array(repeating: version, count: 5))
    }
    try await adding.close()
    // Its app opens it as before, and an older one doesn't.
    try await SQLiteLog(path: path, version: 3).close()
    #expect(throws: EventLogError.newerEvents(found: 3, known: 2)) { try SQLiteLog(path: path, version: 2) }
    #expect(throws: EventLogError.newerEvents(found: 3, known: 2)) { try UnopenedLog(at: path, version: 2) }
  }

  @Test(arguments: [Int.min, -1, 0, 1])
  func `that says it is older than the oldest is taken for that`(version: Int) throws {
    let one = try SessionExport(jsonLines: Self.old).records[0]
    let record = LogRecord(
      position: 1, source: .app, name: one.name, sequence: 1, id: one.id, cause: nil, answers: nil, requests: [],
      time: one.time, marks: [], version: version, payload: one.payload)
    let decoder = EventDecoder([Sample.self], migrations: Self.migrations)
    #expect(try decoder.event(of: record) as? Sample == .find("Ann"))
  }

  @Test func `names the requests that an event was sent for as they are called today`() throws {
    let found = try SessionExport(jsonLines: Self.old).records[1]
    let requests = ["Sample.look", "Sample.bell", "Sample.count"].enumerated().map { number, name in
      RecordedRequest(id: EventID(rawValue: UInt64(number + 1)), name: name)
    }
    let record = LogRecord(
      position: 2, source: found.source, name: found.name, sequence: 2, id: found.id, cause: nil, answers: nil,
      requests: requests, time: found.time, marks: [], payload: found.payload)
    let decoder = EventDecoder([Sample.self], migrations: Self.migrations)
    let event = try #require(try RecordedEvent(record, decoder))
    #expect(event.envelope.namedRequests.map(\.name) == ["Sample.find", "Sample.count"])
    #expect(event.envelope.requests == [requests[0].id, requests[2].id])
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
