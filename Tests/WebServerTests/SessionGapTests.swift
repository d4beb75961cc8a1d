import EventLog
import EventLogSQLite
import EventStream
import Foundation
import GRDB
import Synchronization
import Testing

@testable import WebServer

/// A log may have lost blocks, and the entries of its index with them: then only the numbers of a session's events tell.
@Suite struct `A session of which blocks are lost`: CountingProcesses {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "gap-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private let folder: Folder
  private var path: String { folder.url.appending(path: "log.sqlite").path }

  init() throws { folder = try Folder() }

  /// Records a session whose button is pressed so often, each time in a block of its own.
  ///
  /// - Returns: The session, the places of the presses, and that of its snapshot, if it has one.
  private func record(
    presses: Int, snapshots: Int = 0
  ) async throws -> (session: WebSession, presses: [UInt64], snapshot: UInt64?) {
    let log = try SQLiteLog(path: path)
    let store = process(log, snapshots: snapshots)
    let session = try await open(store)
    for number in 1...presses {
      try await press(session, times: 1, from: number)
      try await log.flush()
    }
    let kept = snapshots > 0 ? try await snapshot(in: log, of: session) : nil
    let records = try await log.records(of: .session(session.id), after: 0, limit: .max)
    await store.end()
    try await log.close()
    return (session, records.filter { $0.name == "SessionEvent.acted" }.map(\.position), kept?.position)
  }

  /// Takes the block with an event out of the file, and its entries out of the index.
  private func lose(_ position: UInt64) async throws {
    let database = try DatabaseQueue(path: path)
    try await database.write { database in
      let key = try Int64.fetchOne(
        database, sql: "SELECT min(last) FROM blocks WHERE last >= ?", arguments: [Int64(position)])
      for table in ["blocks", "recent"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE last = ?", arguments: [key])
      }
    }
    try database.close()
  }

  private func process(_ log: any EventLog, telling told: Told) -> SessionStore {
    let journal = Journal(log, program: "first", logger: told.logger())
    return SessionStore(
      CountingApp { Counting(isRebuilt: false) }, stream: AppStream(), configuration: ServerConfiguration(),
      journal: journal)
  }

  @Test(arguments: [1, 5, 9]) func `isn't brought back as another one, and the operator is told`(lost: Int) async throws
  {
    let (session, presses, _) = try await record(presses: 11)
    try await lose(presses[lost])
    let log = try SQLiteLog(path: path)
    let told = Told()
    let store = process(log, telling: told)
    #expect(try await store.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    let lines = told.lines.withLock { $0 }
    #expect(lines.count == 1 && lines[0].contains("can't be brought back: events of the session are missing behind"))
    let error = await #expect(throws: SessionRecording.Refusal.self) {
      _ = try await SessionRecording.read(session.id, from: log, through: .max)
    }
    guard case .gap(let place)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(place >= presses[lost - 1] && place < presses[lost])
    // Nor is it gone on with, and what was before is there to be looked at.
    let continuation = Continuation(log: log, decoder: EventDecoder(), admission: .thisMachine)
    await #expect(throws: SessionRecording.Refusal.gap(behind: place)) {
      _ = try await store.goOn(from: session.id, at: .max / 2, in: continuation, visitor: "w", from: "b")
    }
    #expect(try await SessionRecording.read(session.id, from: log, through: presses[0]).turns.count == 2)
    try await log.close()
  }

  @Test func `at its beginning begins anew, and the operator is told`() async throws {
    let (session, _, _) = try await record(presses: 3)
    try await lose(1)
    let log = try SQLiteLog(path: path)
    let told = Told()
    let store = process(log, telling: told)
    #expect(try await store.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    let lines = told.lines.withLock { $0 }
    #expect(lines.count == 1 && lines[0].contains("hasn't the beginning of session \(session.id)"), "\(lines)")
    await #expect(throws: SessionRecording.Refusal.withoutBeginning(session.id)) {
      _ = try await SessionRecording.read(session.id, from: log, through: .max)
    }
    // One that nobody has recorded is nothing to tell of.
    #expect(try await store.connect("nobody", token: session.token, visitor: "v", from: "a") == nil)
    #expect(told.lines.withLock { $0.count } == 1)
    try await log.close()
  }

  @Test func `comes back from a snapshot behind them, where that does`() async throws {
    let (session, presses, snapshot) = try await record(presses: 20, snapshots: 4)
    #expect(try #require(snapshot) > presses[1])
    try await lose(presses[1])
    let log = try SQLiteLog(path: path)
    // All of a short session is played in another program.
    let other = process(log, program: "second", snapshots: 0)
    #expect(try await other.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    let same = process(log, snapshots: 0)
    let back = try #require(try await same.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(await text(back) == "20")
    await same.end()
    try await log.close()
  }

  @Test func `isn't brought back if they stood right behind the snapshot`() async throws {
    let (session, presses, snapshot) = try await record(presses: 14, snapshots: 8)
    let behind = presses.filter { $0 > snapshot ?? .max }
    try #require(behind.count > 2)
    try await lose(behind[0])
    let log = try SQLiteLog(path: path)
    let store = process(log, snapshots: 0)
    #expect(try await store.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    let near = try? await SessionRecording.read(session.id, from: log, near: .max, keptBy: "first")
    #expect(near == nil)
    try await log.close()
  }
}
