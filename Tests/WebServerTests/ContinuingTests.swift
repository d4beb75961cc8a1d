import EventLog
import EventStream
import Foundation
import Testing
import ViewKit

@testable import WebServer

/// Sessions that go on from a moment of a recorded one.
@Suite struct ContinuingTests: CountingProcesses {
  private func goOn(
    _ store: SessionStore, from session: String, at position: UInt64, in log: any EventLog,
    _ migrations: LogMigrations = LogMigrations()
  ) async throws -> WebSession {
    let continuation = Continuation(
      log: log, decoder: EventDecoder(migrations: migrations), admission: .thisMachine)
    let path = try await store.goOn(from: session, at: position, in: continuation, visitor: "w", from: "b")
    return try #require(store.continued.take(for: "w", at: path))
  }

  /// The place of the n-th time that the button was pressed.
  private func press(_ number: Int, of session: WebSession, in log: any EventLog) async throws -> UInt64 {
    let records = try await log.records(of: .session(session.id), after: 0, limit: 1_000)
    return try #require(records.filter { $0.name == "SessionEvent.acted" }.dropFirst(number - 1).first).position
  }

  /// A session with snapshots in which the button was pressed.
  private func pressed(_ times: Int, in log: any EventLog, _ store: SessionStore) async throws -> WebSession {
    let session = try await open(store)
    for number in 1...times {
      try await press(session, times: 1, from: number)
      // One is written after another.
      if number % 5 == 0 { try await Task.sleep(for: .milliseconds(10)) }
    }
    _ = try await snapshot(in: log, of: session)
    try await log.flush()
    return session
  }

  @Test(arguments: [1, 3, 6, 7, 19, 20])
  func `it goes on from the snapshot before the moment, and returns after a crash`(number: Int) async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await pressed(20, in: log, store)
    let place = try await press(number, of: session, in: log)
    let new = try await goOn(store, from: session.id, at: place, in: log)
    #expect(await text(new) == "\(number)")
    #expect(try await view(new, "More") == view(session, "More"))
    try await log.flush()
    if number > 6 {
      let recording = try await SessionRecording.read(new.id, from: log, near: .max, keptBy: "first")
      #expect(recording.beginsWithSnapshot)
      #expect(recording.turns.count < 12)
    }

    // The page counts from 1.
    #expect(new.lastTaken == 0)
    let more = try await view(new, "More")
    #expect(new.take(1))
    try await new.receive(Intent(.view(more), .tap, .none), number: 1)
    #expect(await text(new) == "\(number + 1)")
    #expect(await text(session) == "20")

    try await log.flush()
    let back = try #require(try await process(log).connect(new.id, token: new.token, visitor: "w", from: "b"))
    #expect(await text(back) == "\(number + 1)")
    #expect(back.lastFinished == 1)
    #expect(back.outbox.place(of: new.outbox.sequence) == back.outbox.sequence)
  }

  @Test func `behind its end it goes on from the end`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await pressed(10, in: log, store)
    #expect(await text(try await goOn(store, from: session.id, at: .max / 2, in: log)) == "10")
  }

  @Test func `what was forgotten before a snapshot isn't missed, and before it nothing can go on`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await pressed(20, in: log, store)
    let (early, late) = (try await press(2, of: session, in: log), try await press(20, of: session, in: log))
    try await log.compact()
    #expect(await text(try await goOn(store, from: session.id, at: late, in: log)) == "20")
    await #expect(throws: SessionRecording.Refusal.self) {
      _ = try await goOn(store, from: session.id, at: early, in: log)
    }
    #expect(store.count == 2)
  }

  @Test func `one that goes on can be gone on from`() async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await pressed(9, in: log, store)
    let first = try await goOn(store, from: session.id, at: .max / 2, in: log)
    try await log.flush()
    let second = try await goOn(store, from: first.id, at: .max / 2, in: log)
    #expect(await text(second) == "9")
    #expect(second.recordedNumber(1) == 10)
  }

  @Test func `another program's snapshot isn't begun with, and one that doesn't do costs nothing but time`()
    async throws
  {
    let log = try MemoryLog()
    let session = try await pressed(12, in: log, process(log))
    let place = try await press(12, of: session, in: log)
    let rebuilt = process(log, program: "second") { Counting(isRebuilt: true) }
    #expect(await text(try await goOn(rebuilt, from: session.id, at: place, in: log)) == "12")
    // It says that it is the same program, and isn't.
    let lying = process(log, program: "first") { Counting(isRebuilt: true) }
    #expect(await text(try await goOn(lying, from: session.id, at: place, in: log)) == "12")
    #expect(lying.count == 1)
  }

  /// It went on without them.
  @Test func `a snapshot behind which acts find nothing isn't begun with`() async throws {
    let log = try MemoryLog()
    let session = try await pressed(12, in: log, process(log))
    let place = try await press(12, of: session, in: log)
    let renamed = process(log, program: "second", mostPlayed: 5) {
      Counting(isRebuilt: false, nameWhenRestored: "One more")
    }
    #expect(await text(try await goOn(renamed, from: session.id, at: place, in: log)) == "12")
    #expect(renamed.count == 1)
  }

  /// What went on with it was lost when its process ended: its log was said to have forgotten its beginning.
  @Test func `a snapshot of another version of the app's events isn't begun with`() async throws {
    let migrations = LogMigrations([])
    let log = try MemoryLog(version: migrations.version)
    let session = try await pressed(12, in: log, process(log))
    let place = try await press(12, of: session, in: log)
    let new = try await goOn(
      process(log, migrations: migrations), from: session.id, at: place, in: log, migrations)
    #expect(await text(new) == "12")
    try await log.flush()
    let next = process(log, migrations: migrations)
    let back = try #require(try await next.connect(new.id, token: new.token, visitor: "w", from: "b"))
    #expect(await text(back) == "12")
  }

  @Test func `where a snapshot of another version is all that is left, nothing goes on`() async throws {
    let migrations = LogMigrations([])
    let log = try MemoryLog(version: migrations.version)
    let session = try await pressed(12, in: log, process(log))
    try await log.compact()
    let store = process(log, migrations: migrations)
    await #expect(throws: SessionRecording.Refusal.otherVersion(1)) {
      _ = try await goOn(store, from: session.id, at: .max / 2, in: log, migrations)
    }
    #expect(store.count == 0)
  }

  @Test func `a snapshot that lacks what this program's screen keeps is begun with only where nothing else is left`()
    async throws
  {
    let log = try MemoryLog()
    let session = try await pressed(12, in: log, process(log))
    let later = process(log, program: "second", snapshots: 0, mostPlayed: 5) { Later.Counting() }
    #expect(await text(try await goOn(later, from: session.id, at: .max / 2, in: log)) == "12, 12")
    #expect(later.count == 1)
    try await log.compact()
    let rest = await text(try await goOn(later, from: session.id, at: .max / 2, in: log))
    #expect(rest.hasPrefix("12, ") && rest != "12, 12")
  }

  @Test(arguments: [
    ("\"patches\":", "9007199254740993"), ("\"lastView\":", "9223372036854775807"),
    ("\"lastView\":", "281474976710656"),
    ("\"others\":", "18446744073709551615"),
    ("\"lastTimer\":", "9223372036854775807"), ("\"sequence\":", "18446744073709551615"), ("\"lastIntent\":", "-1"),
    ("\"lastView\":", "1"),
  ])
  func `a snapshot that nothing can be counted on from isn't taken`(_ key: String, _ number: String) async throws {
    let log = try MemoryLog()
    let store = process(log)
    let session = try await pressed(9, in: log, store)
    let kept = try #require(try await log.snapshot(of: session.id, before: .max))
    #expect(KeptSession(kept) != nil)
    let written = String(decoding: kept.content, as: UTF8.self)
    let range = try #require(written.range(of: key))
    let digits = written[range.upperBound...].prefix { $0.isNumber || $0 == "-" }
    let forged = written.replacingCharacters(in: digits.startIndex..<digits.endIndex, with: number)
    #expect(forged != written)
    #expect(KeptSession(LogSnapshot(position: kept.position, content: Array(forged.utf8))) == nil)
    try await log.save(snapshot: Array(forged.utf8), of: session.id, at: kept.position)
    #expect(await text(try await goOn(store, from: session.id, at: .max / 2, in: log)) == "9")
  }

  @Test(arguments: [
    (#"["r",1,"absent","why"]"#, true), (#"["r",1,"absent"]"#, false), (#"["f",1,"absent","why"]"#, false),
    (#"["r",1,"other","why"]"#, false), (#"["r","1","absent","why"]"#, false), ("", false),
  ])
  func `a snapshot whose page is to be told something else than a refusal isn't taken`(
    _ message: String, _ isSound: Bool
  ) async throws {
    let log = try MemoryLog()
    let session = try await pressed(9, in: log, process(log))
    let kept = try #require(try await log.snapshot(of: session.id, before: .max))
    var forged = try #require(KeptSession(kept))
    forged.refusals = [KeptSession.Refusal(patch: 1, message: message)]
    #expect((KeptSession(LogSnapshot(position: kept.position, content: try forged.content())) != nil) == isSound)
  }
}
