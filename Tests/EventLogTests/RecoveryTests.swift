import EventLog
import EventLogSQLite
import EventStream
import Foundation
import GRDB
import Testing

/// New logs of what is left of others, and what is told to be lost.
@Suite(.serialized) struct `A recovered log` {
  let log: RecoverableLog
  init() throws { log = try RecoverableLog() }

  private func change(_ sql: String...) async throws {
    var configuration = GRDB.Configuration()
    // Otherwise what is deleted is in the file still, and found there.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    let database = try DatabaseQueue(path: log.path, configuration: configuration)
    try await database.write { database in
      for statement in sql { try database.execute(sql: statement) }
    }
    try database.close()
  }

  /// Writes a log with users and snapshots, and with sessions that have ended, and that are incomplete.
  private func recordEverything(isCompacted: Bool) async throws -> (records: [LogRecord], sessions: [RecordedSession]) {
    let before = try SQLiteLog(path: log.path)
    let written = try await log.fill(before)
    for (index, name) in ["session-0", "session-1"].enumerated() {
      let own = written.filter { $0.source == .session(name) }
      for record in [own[40 + index], own[90], own[200]] {
        let content = [UInt8](repeating: 65 + UInt8(index), count: 3_000)
        try await before.save(snapshot: content, of: name, at: record.position)
      }
    }
    before.noteIncomplete("session-2")
    let export = try #require(try await SessionExport("session-1", from: before))
    let lines = try export.jsonLines().replacing("session-1", with: "imported")
    try await SessionExport(jsonLines: lines).add(to: before)
    if isCompacted { try await before.compact() }
    let found = (try await before.records(of: nil, after: 0, limit: .max), try await before.sessions(limit: .max))
    try await before.close()
    return found
  }

  @Test(arguments: [false, true]) func `of a sound one is the same`(isCompacted: Bool) async throws {
    let (records, sessions) = try await recordEverything(isCompacted: isCompacted)
    let (report, isSalvaged) = try await log.recover()
    #expect(!isSalvaged && report.losses.isEmpty, "\(report.losses)")
    #expect(report.events == records.count && report.sessions == 4 && sessions.count == 4)
    let (new, old) = (try await log.opened(), try SQLiteLog(reading: log.path))
    let areSame = try await new.records(of: nil, after: 0, limit: .max) == records
    #expect(areSame)
    #expect(try await new.sessions(limit: .max) == sessions)
    #expect(new.lastPosition == old.lastPosition)
    // A log that no server has written knows none; the new one has found the youngest.
    #expect(old.lastIdentity == nil || new.lastIdentity == old.lastIdentity)
    for session in sessions {
      for record in records where record.source == .session(session.id) {
        let kept = try await new.snapshot(of: session.id, before: record.position)
        #expect(try await old.snapshot(of: session.id, before: record.position) == kept)
      }
    }
    try await old.close()
    try await new.close()
    // It can be gone on with.
    let later = try log.continued()
    session("later", in: AppStream(), log: later).send(Sample.count(1))
    try await later.close()
    try await log.opened().close()
  }

  @Test(arguments: [0, 1, 2]) func `belongs to the app that the damaged one belongs to`(damage: Int) async throws {
    let counter = LogOwner("Counter")
    let before = try SQLiteLog(path: log.path, of: counter)
    _ = try await log.fill(before)
    try await before.close()
    switch damage {
    case 0: break
    case 1: try await change("DELETE FROM blocks WHERE last = (SELECT min(last) FROM blocks)")
    default: try log.replace(with: log.file.prefix(log.file.count * 2 / 3))
    }
    let (_, isSalvaged) = try await log.recover()
    #expect(isSalvaged == (damage == 2))
    let error = #expect(throws: EventLogError.self) { try log.continued(by: LogOwner("Shop")) }
    #expect(error?.description.contains("is the log of Counter") == true)
    try await log.continued(by: counter).close()
  }

  @Test func `of nobody is nobody's`() async throws {
    _ = try await log.record()
    _ = try await log.recover()
    try await log.continued(by: LogOwner("Counter")).close()
    #expect(throws: EventLogError.self) { try log.continued(by: LogOwner("Shop")) }
  }

  @Test func `has a session up to where something is missing, though no index knows of it`() async throws {
    let written = try await log.recordInBlocks()
    let event = try #require(written.first { $0.source == .session("session-0") && $0.sequence == 100 })
    let block = "last = (SELECT min(last) FROM blocks WHERE last >= \(event.position))"
    try await change("DELETE FROM recent WHERE \(block)", "DELETE FROM blocks WHERE \(block)")
    let (report, isSalvaged) = try await log.recover()
    #expect(!isSalvaged && report.losses.count == 3, "\(report.losses)")
    let new = try await log.opened()
    for session in try await new.sessions(limit: .max) { #expect(session.isIncomplete && session.count == 99) }
    let words = "counts as incomplete: events are missing there; 148 events of it that can be read are left out"
    #expect(report.losses.allSatisfy { $0.description.hasSuffix(words) })
    #expect(report.events == 3 * 99 + 247)
    try await new.close()
  }

  /// As programs before have left logs: the names were told by blocks that had been forgotten.
  @Test func `has events before the block that tells their names`() async throws {
    let written = try await log.recordInBlocks()
    try await change("DELETE FROM recent WHERE last = 12", "DELETE FROM blocks WHERE last = 12")
    let later = try SQLiteLog(path: log.path)
    let app = AppStream()
    app.add(Recorder(later, .app))
    app.send(Shared.news("told again"))
    try await later.close()
    try await change("DELETE FROM names")
    let (report, isSalvaged) = try await log.recover()
    let left = written.filter { $0.source == .app && $0.position > 12 }
    #expect(!isSalvaged && report.events == left.count + 1, "\(report.events): \(report.losses)")
    let new = try await log.opened()
    let found = try await new.records(of: .app, after: 0, limit: .max)
    let areSame = Array(found.dropLast()) == left
    #expect(areSame && found.last?.name == "Shared.news")
    try await new.close()
  }

  @Test func `has names as the first block tells them, not as a process had them from a damaged table`() async throws {
    let written = try await log.record()
    try await change("UPDATE names SET text = 'Shared.nows' WHERE text = 'Shared.news'")
    let later = try SQLiteLog(path: log.path)
    session("later", in: AppStream(), log: later).send(Sample.count(1))
    try await later.close()
    let (report, isSalvaged) = try await log.recover()
    #expect(!isSalvaged && report.events == written.count + 1, "\(report.losses)")
    let new = try await log.opened()
    let areSame = try await new.records(of: nil, after: 0, limit: written.count) == written
    #expect(areSame)
    try await new.close()
  }

  @Test func `lacks the end of a session where the index knows of more`() async throws {
    let written = try await log.recordInBlocks()
    try await change("DELETE FROM blocks WHERE last = (SELECT max(last) FROM blocks)")
    let (report, isSalvaged) = try await log.recover()
    let left = written.count - written.count % 12
    #expect(!isSalvaged && report.events == left)
    #expect(report.losses.first?.description.hasPrefix("damaged behind event \(left): ") == true)
    let lost = (0..<3).map { RecoveryLoss.end(of: "session-\($0)", behind: UInt64(left), leftOut: 0, lost: 1) }
    #expect(Array(report.losses.dropFirst()) == lost)
    let new = try await log.opened()
    #expect(try await new.sessions(limit: .max).allSatisfy(\.isIncomplete))
    try await new.close()
  }

  @Test func `has a session from a snapshot on where its beginning is lost, and none without one`() async throws {
    let written = try await log.recordInBlocks()
    let own = written.filter { $0.source == .session("session-0") }
    let before = try SQLiteLog(path: log.path)
    for record in [own[0], own[60], own[120]] {
      try await before.save(snapshot: [1], of: "session-0", at: record.position)
    }
    try await before.close()
    try await change("DELETE FROM blocks WHERE last = (SELECT min(last) FROM blocks)")
    let (report, _) = try await log.recover()
    let new = try await log.opened()
    #expect(try await new.sessions(limit: .max).map(\.id) == ["session-0"])
    let found = try await new.records(of: .session("session-0"), after: 0, limit: .max)
    #expect(found == Array(own[60...]))
    #expect(try await new.session("session-0")?.isIncomplete == false)
    let start = own[60].position
    #expect(try await new.snapshot(of: "session-0", before: start)?.position == start)
    #expect(try await new.snapshot(of: "session-0", before: start - 1) == nil)
    #expect(
      Array(report.losses.dropFirst()) == [
        .beginning(of: "session-0", before: start, leftOut: 57), .session("session-1", leftOut: 247, lost: 3),
        .session("session-2", leftOut: 247, lost: 3),
      ])
    try await new.close()
  }

  /// As exports were made whose snapshot's own event was left out: imported into an empty log, it stands before all events.
  @Test func `has a session whose snapshot stands before everything`() async throws {
    let lines = """
      {"ghostlight":"session","format":2,"session":"a","snapshot":{"position":6,"content":"x"}}
      {"position":7,"event":"Sample.count","id":"1.7","sequence":7,"session":"a","time":"2026-01-01T00:00:00.0Z","payload":3}
      """
    let before = try SQLiteLog(path: log.path)
    try await SessionExport(jsonLines: lines).add(to: before)
    let export = try #require(try await SessionExport("a", from: before)).jsonLines()
    try await before.close()
    let (report, _) = try await log.recover()
    #expect(report.losses.isEmpty && report.events == 1, "\(report.losses)")
    let new = try await log.opened()
    #expect(try await SessionExport("a", from: new)?.jsonLines() == export)
    try await new.close()
  }

  @Test func `tells of snapshots that are damaged, and has the others`() async throws {
    let written = try await log.recordInBlocks()
    let own = written.filter { $0.source == .session("session-0") }
    let before = try SQLiteLog(path: log.path)
    for record in [own[10], own[20]] {
      try await before.save(snapshot: [1, 2, 3], of: "session-0", at: record.position)
    }
    try await before.close()
    try await change("UPDATE snapshots SET content = x'010204' WHERE position = \(own[20].position)")
    let (report, _) = try await log.recover()
    #expect(report.losses == [.snapshot(of: "session-0", at: own[20].position)] && report.events == written.count)
    let new = try await log.opened()
    #expect(try await new.snapshot(of: "session-0", before: .max)?.position == own[10].position)
    try await new.close()
  }
}
