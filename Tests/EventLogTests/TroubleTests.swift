import EventLogSQLite
import EventStream
import Foundation
import Synchronization
import Testing

@testable import EventLog

@Suite struct `A log whose store fails` {
  func isRefused(_ log: any EventLog) async -> String? {
    do {
      try await log.flush()
      return nil
    } catch { return String(describing: error) }
  }

  @Test(arguments: ["the disk is full", "input/output error"])
  func `says so with every flush, keeps the events, and writes them in order later`(_ reason: String) async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(0))
    try await log.flush()
    store.fail(with: reason)
    for number in 1...500 {
      stream.send(Sample.count(number))
      if number % 100 == 0 { #expect(await isRefused(log)?.contains(reason) == true) }
    }
    #expect(try await log.records(of: nil, after: 0, limit: .max).count == 1)
    store.fail(with: nil)
    try await log.flush()
    let records = try await log.records(of: .session("a"), after: 0, limit: .max)
    #expect(try records.map { try $0.event() as? Sample } == (0...500).map { Sample.count($0) })
    #expect(try await log.session("a")?.isIncomplete == false)
  }

  @Test func `tells who has no task that it can't be written, and that it was closed`() async throws {
    func refusal(_ log: any EventLog) async -> String? {
      await withCheckedContinuation { told in
        log.flush { result in
          if case .failure(let error) = result {
            told.resume(returning: "\(error)")
          } else {
            told.resume(returning: nil)
          }
        }
      }
    }
    let store = FaultyStore()
    let log = try StoredLog(store)
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(1))
    #expect(await refusal(log) == nil)
    store.fail(with: "the disk is full")
    stream.send(Sample.count(2))
    #expect(await refusal(log)?.contains("the disk is full") == true)
    await #expect(throws: (any Error).self) { try await log.close() }
    #expect(await refusal(log) == "\(EventLogError.closed)")
  }

  @Test func `cuts sessions off whole when there is no room, and marks them`() async throws {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.memory = 200_000
    let log = try StoredLog(store, limits: limits)
    let app = AppStream()
    let long = session("long", in: app, log: log)
    let quiet = session("quiet", in: app, log: log)
    quiet.send(Sample.count(1))
    store.fail(with: "full")
    store.delay(seconds: 0.2)
    for number in 0..<5_000 { long.send(Sample.note(.text(String(repeating: "x", count: 100) + "\(number)"))) }
    store.delay(seconds: 0)
    store.fail(with: nil)
    while await isRefused(log) != nil {}
    // Its end is missing: nothing more of it may be kept, or it would have a hole.
    long.send(Sample.note(.tick))
    quiet.send(Sample.count(2))
    try await log.flush()
    let kept = try await log.records(of: .session("long"), after: 0, limit: .max)
    #expect(kept.count < 5_000 && kept.count > 100)
    #expect(kept.map(\.sequence) == Array(1...UInt64(kept.count)))
    #expect(try await log.session("long")?.isIncomplete == true)
    #expect(try await log.session("quiet")?.isIncomplete == false)
    #expect(try await log.records(of: .session("quiet"), after: 0, limit: .max).count == 2)
  }

  @Test func `holds up who appends more than it can write, and drops nothing`() async throws {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.memory = 400_000
    limits.groupBytes = 20_000
    let failures = Mutex<[EventLogError]>([])
    let log = try StoredLog(store, limits: limits) { error in failures.withLock { $0.append(error) } }
    store.delay(seconds: 0.002)
    let app = AppStream()
    await withTaskGroup { group in
      for name in ["a", "b"] {
        group.addTask {
          let stream = session(name, in: app, log: log)
          for number in 0..<1_000 {
            stream.send(Sample.note(.text(String(repeating: "x", count: 2_000) + "\(number)")))
          }
        }
      }
    }
    try await log.flush()
    for name in ["a", "b"] {
      #expect(try await log.records(of: .session(name), after: 0, limit: .max).count == 1_000)
      #expect(try await log.session(name)?.isIncomplete == false)
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `holds nobody up where nothing is written, and tells that events are dropped`() async throws {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.memory = 200_000
    limits.holdUp = .milliseconds(100)
    let failures = Mutex<[EventLogError]>([])
    let log = try StoredLog(store, limits: limits) { error in failures.withLock { $0.append(error) } }
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(0))
    try await log.flush()
    store.delay(seconds: 1)
    let began = ContinuousClock.now
    for _ in 0..<5_000 { stream.send(Sample.note(.text(String(repeating: "x", count: 100)))) }
    #expect(.now - began < .seconds(0.9))
    store.delay(seconds: 0)
    try await log.flush()
    #expect(failures.withLock { $0 } == [.noRoom(bytes: 200_000)])
    #expect(try await log.session("a")?.isIncomplete == true)
  }

  /// A log that can't be written, and has no room for more of the session `before` or of others.
  private func fullLog(of app: AppStream) async throws -> (StoredLog<FaultyStore>, FaultyStore) {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.memory = 200_000
    let log = try StoredLog(store, limits: limits)
    let before = session("before", in: app, log: log)
    before.send(Sample.count(1))
    store.fail(with: "full")
    for _ in 0..<5_000 { before.send(Sample.note(.text(String(repeating: "x", count: 100)))) }
    _ = await isRefused(log)
    return (log, store)
  }

  /// Of each something was noted that nobody counted, for as long as the disk was full.
  @Test func `keeps nothing of sessions that begin when there is no room`() async throws {
    let app = AppStream()
    let (log, store) = try await fullLog(of: app)
    for number in 0..<100 {
      log.note(user: "u", of: "\(number)")
      let stream = session("\(number)", in: app, log: log)
      stream.send(Sample.count(number))
      if number % 2 == 0 { log.noteEnd(of: "\(number)") }
    }
    store.fail(with: nil)
    while await isRefused(log) != nil {}
    // Its beginning is missing.
    session("1", in: app, log: log).send(Sample.count(2))
    log.note(user: "u", of: "after")
    session("after", in: app, log: log).send(Sample.count(3))
    try await log.flush()
    #expect(try await log.sessions(limit: 10).map(\.id).sorted() == ["after", "before"])
    #expect(try await log.session("before")?.isIncomplete == true)
    #expect(try await log.records(of: .session("after"), after: 0, limit: .max).count == 1)
  }

  /// All that were opened while a disk was full were remembered for good, and each event was looked up among them from then on.
  @Test func `remembers none of those that begin or are cut off when there is no room, once they have gone`()
    async throws
  {
    let app = AppStream()
    let (log, store) = try await fullLog(of: app)
    for number in 0..<100 {
      log.note(user: "u", of: "\(number)")
      session("\(number)", in: app, log: log).send(Sample.count(number))
    }
    let writer = try #require(log.writer)
    #expect(writer.state.withLock { ($0.cut.count, $0.unseen.count) } == (1, 100))
    for number in 0..<100 { log.noteDeparture(of: "\(number)") }
    log.noteDeparture(of: "before")
    store.fail(with: nil)
    while await isRefused(log) != nil {}
    session("after", in: app, log: log).send(Sample.count(3))
    session("after", in: app, log: log).send(Sample.count(4))
    #expect(writer.state.withLock { !$0.isRestricted && $0.cut.isEmpty && $0.unseen.isEmpty })
    try await log.flush()
    #expect(try await log.sessions(limit: 10).map(\.id).sorted() == ["after", "before"])
    try await log.close()
  }

  /// A server that was stopped while its log forgot told its operator of an error.
  @Test func `isn't said to fail where its task is cancelled`() async throws {
    let folder = try TemporaryFolder()
    let log = try SQLiteLog(path: folder.path("log.sqlite"))
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await log.removeAll(before: Timestamp(milliseconds: 9_000)) { _ in false }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await log.close()
  }

  /// It said that all was written when nothing more would be.
  @Test func `says after it was closed that it couldn't write all`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(0))
    try await log.flush()
    store.fail(with: "full")
    stream.send(Sample.count(1))
    await #expect(throws: EventLogError.self) { try await log.close() }
    #expect(await isRefused(log) != nil)
    #expect(await isRefused(log) != nil)
  }

  /// What had come while a group was written, and hadn't been taken when the log was closed, was dropped, and nothing said so.
  @Test func `writes all that was appended before it is closed, however much waits`() async throws {
    let base = MemoryStore()
    let store = FaultyStore(base)
    var limits = LogLimits()
    limits.group = 2
    let log = try StoredLog(store, limits: limits)
    let stream = session("a", in: AppStream(), log: log)
    store.delay(seconds: 0.05)
    for number in 0..<5 { stream.send(Sample.count(number)) }
    // Until all of them are taken, and two are being written.
    while store.writes == 0 { try await Task.sleep(for: .milliseconds(1)) }
    for number in 5..<9 { stream.send(Sample.count(number)) }
    try await log.close()
    let again = try StoredLog(base)
    let records = try await again.records(of: .session("a"), after: 0, limit: .max)
    #expect(try records.map { try $0.event() as? Sample } == (0..<9).map { Sample.count($0) })
  }

  @Test func `counts the texts of events that wait for a slow disk`() async throws {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.memory = 4_000_000
    // Nobody waits for it, so that what there is no room for is dropped.
    limits.holdUp = .zero
    let log = try StoredLog(store, limits: limits)
    let stream = session("long", in: AppStream(), log: log)
    func say(_ number: Int) { stream.send(Sample.note(.text(String(repeating: "x", count: 20_000) + "\(number)"))) }
    for number in 0..<600 {
      say(number)
      if number % 20 == 0 { try await log.flush() }
    }
    try await log.flush()
    store.delay(seconds: 0.3)
    for number in 600..<2_600 { say(number) }
    store.delay(seconds: 0)
    try await log.flush()
    let kept = try await log.records(of: .session("long"), after: 0, limit: .max).count - 600
    #expect(kept > 100 && kept < 450, "\(kept) were kept, of which 200 have room")
    #expect(try await log.session("long")?.isIncomplete == true)
  }

  @Test func `one large event doesn't have small ones refused`() async throws {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.memory = 8_000_000
    let log = try StoredLog(store, limits: limits)
    let app = AppStream()
    let (large, small) = (session("large", in: app, log: log), session("small", in: app, log: log))
    small.send(Sample.count(0))
    large.send(Sample.note(.text(String(repeating: "x", count: 2_000_000))))
    try await log.flush()
    store.delay(seconds: 0.2)
    for number in 1...500 { small.send(Sample.count(number)) }
    store.delay(seconds: 0)
    try await log.flush()
    #expect(try await log.session("small")?.isIncomplete == false)
    #expect(try await log.records(of: .session("small"), after: 0, limit: .max).count == 501)
  }

  @Test func `is closed though something is left that can't be written`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    session("a", in: AppStream(), log: log).send(Sample.count(0))
    store.fail(with: "the disk is full")
    let error = await #expect(throws: EventLogError.self) { try await log.close() }
    // It was said to be kept in memory and tried again.
    let words = error?.description ?? ""
    #expect(words.contains("the disk is full") && words.contains("What was kept in memory for it is lost"), "\(words)")
    #expect(store.isClosed)
  }

  @Test func `doesn't forget a session whose last events are damaged and may be young`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let (old, young, other) = ("old", "young", "other")
    let app = AppStream()
    let streams = [old, young, other].map { session($0, in: app, log: log) }
    for stream in streams {
      stream.send(Sample.count(1))
      try await log.flush()
    }
    try await Task.sleep(for: .milliseconds(30))
    let time = EventClock.coarse.now
    try await Task.sleep(for: .milliseconds(30))
    streams[1].send(Sample.count(2))
    try await log.flush()
    store.damage(last: try #require(try await log.records(of: nil, after: 0, limit: .max).last).position)
    try await log.removeAll(before: time, except: [])
    #expect(try await log.session(young) != nil)
    for gone in [old, other] { #expect(try await log.session(gone) == nil) }
    // What came behind tells how old it is at least.
    try await Task.sleep(for: .milliseconds(30))
    streams[2].send(Sample.count(3))
    try await log.flush()
    try await Task.sleep(for: .milliseconds(30))
    try await log.removeAll(before: EventClock.coarse.now, except: [])
    #expect(try await log.session(young) == nil)
  }

  @Test(arguments: 0..<6) func `never joins a snapshot to events that it doesn't reach`(rewrites: Int) async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let stream = session("a", in: AppStream(), log: log)
    for number in 1...1_000 {
      stream.send(Sample.note(.text(String(repeating: "x", count: 500) + "\(number)")))
      if number % 300 == 0 {
        try await log.flush()
        try await log.save(snapshot: [UInt8(number / 300)], of: "a", at: UInt64(number))
      }
    }
    try await log.flush()
    store.fail(afterRewrites: rewrites)
    try? await log.compact()
    let first = try #require(try await log.records(of: .session("a"), after: 0, limit: 1).first).position
    let start = try await log.snapshot(of: "a", before: first)
    #expect(start == nil || start?.position == first)
    #expect(try await log.snapshot(of: "a", before: .max)?.content == [3])
    store.fail(afterRewrites: .max)
    try await log.compact()
    #expect(try await log.records(of: .session("a"), after: 0, limit: .max).first?.position == 900)
    #expect(try await log.snapshot(of: "a", before: 900)?.content == [3])
  }

  /// What another process had recorded of it later was played on the snapshot, as if nothing had happened in between.
  @Test(arguments: 0..<5) func `never joins a snapshot to events that are left where forgetting was interrupted`(
    rewrites: Int
  ) async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let stream = session("a", in: AppStream(), log: log)
    for number in 1...1_000 {
      stream.send(Sample.note(.text(String(repeating: "x", count: 500) + "\(number)")))
    }
    try await log.save(snapshot: [1], of: "a", at: 100)
    store.fail(afterRewrites: rewrites)
    let now = EventClock.coarse.now.advanced(by: .seconds(1))
    try? await log.removeAll(before: now, except: [])
    store.fail(afterRewrites: .max)
    let first = try await log.records(of: .session("a"), after: 0, limit: 1).first?.position
    let snapshot = try await log.snapshot(of: "a", before: .max)
    #expect(first == 1 || snapshot == nil)
    try await log.removeAll(before: now, except: [])
    #expect(try await log.session("a") == nil)
    try await log.close()
  }

  @Test func `has a session from its snapshot on where forgetting what was before was interrupted`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let stream = session("a", in: AppStream(), log: log)
    for number in 1...1_000 {
      stream.send(Sample.note(.text(String(repeating: "x", count: 500) + "\(number)")))
    }
    try await log.save(snapshot: [1], of: "a", at: 900)
    // The snapshots before, and the first of the events.
    store.fail(afterRewrites: 2)
    await #expect(throws: (any Error).self) { try await log.compact() }
    let first = try #require(try await log.records(of: .session("a"), after: 0, limit: 1).first).position
    #expect(first > 1 && first < 900)
    let export = try #require(try await SessionExport("a", from: log))
    #expect(export.start == LogSnapshot(position: 900, content: [1]))
    #expect(export.records.map(\.position) == Array(900...1_000))
    store.fail(afterRewrites: .max)
    try await log.close()
  }

  /// What it had done since was left out: it went on, and the next snapshot was taken for the beginning.
  @Test func `has a session that went on after that from the same snapshot on`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let stream = session("a", in: AppStream(), log: log)
    for number in 1...1_000 {
      stream.send(Sample.note(.text(String(repeating: "x", count: 500) + "\(number)")))
    }
    try await log.save(snapshot: [1], of: "a", at: 900)
    store.fail(afterRewrites: 2)
    await #expect(throws: (any Error).self) { try await log.compact() }
    for number in 1_001...1_100 { stream.send(Sample.count(number)) }
    for (content, position) in [(2, 1_010), (3, 1_090)] as [(UInt8, UInt64)] {
      try await log.save(snapshot: [content], of: "a", at: position)
    }
    let export = try #require(try await SessionExport("a", from: log))
    #expect(export.start == LogSnapshot(position: 900, content: [1]))
    #expect(export.records.map(\.position) == Array(900...1_100))
    #expect(export.snapshots.map(\.position) == [1_010, 1_090])
    store.fail(afterRewrites: .max)
    try await log.close()
  }

  @Test func `lets flushes that come together share what is written`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    store.delay(seconds: 0.02)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          session("s\(number)", in: AppStream(), log: log).send(Sample.count(number))
          try? await log.flush()
        }
      }
    }
    #expect(store.writes < 20)
    #expect(try await log.records(of: nil, after: 0, limit: .max).count == 200)
  }

  @Test func `large events are written in groups of fewer, so that nobody waits for many of them`() async throws {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.groupBytes = 100_000
    let log = try StoredLog(store, limits: limits)
    let app = AppStream()
    app.add(Recorder(log, .app))
    for _ in 0..<50 { app.send(Shared.news(String(repeating: "n", count: 20_000))) }
    try await log.flush()
    #expect(store.writes >= 10, "a million bytes were written in \(store.writes) groups")
    try await log.close()
  }

  @Test func `has nobody wait for all that another takes in`() async throws {
    let store = FaultyStore()
    var limits = LogLimits()
    limits.group = 100
    let log = try StoredLog(store, limits: limits)
    let records = (1...5_000).map { number in
      LogRecord(
        position: 0, source: .session("other"), name: "Sample.tick", sequence: UInt64(number),
        id: EventID(rawValue: 7 << 40 | UInt64(number)), cause: nil, answers: nil, requests: [],
        time: Timestamp(milliseconds: 0), marks: [], payload: .nothing)
    }
    store.delay(seconds: 0.02)
    async let adding: Void = log.add(records)
    while store.writes < 2 { try await Task.sleep(for: .milliseconds(1)) }
    session("mine", in: AppStream(), log: log).send(Sample.count(1))
    try await log.flush()
    #expect(store.writes < 25, "\(store.writes) of 50 groups were written first")
    store.delay(seconds: 0)
    try await adding
    let kept = try await log.records(of: .session("other"), after: 0, limit: .max)
    #expect(kept.map(\.sequence) == Array(1...5_000))
    // What fails on the way is all kept, as everything is.
    store.fail(with: "full")
    await #expect(throws: EventLogError.self) { try await log.add(records) }
    store.fail(with: nil)
    while await isRefused(log) != nil {}
    #expect(try await log.records(of: .session("other"), after: 0, limit: .max).count == 10_000)
  }

  @Test func `never holds up the one who appends`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    store.delay(seconds: 1)
    let stream = session("a", in: AppStream(), log: log)
    let start = ContinuousClock.now
    for number in 0..<1_000 { stream.send(Sample.count(number)) }
    #expect(ContinuousClock.now - start < .milliseconds(500))
    store.delay(seconds: 0)
  }

  @Test func `goes on when a disk that was really full has room again`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path)
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(0))
    try await log.flush()
    try log.store.limit(pages: 40)
    var number = 0
    while await isRefused(log) == nil {
      for _ in 0..<500 {
        number += 1
        stream.send(Sample.note(.text("\(number) and some more text")))
      }
      #expect(number < 100_000)
      if number >= 100_000 { break }
    }
    try log.store.limit(pages: 1 << 30)
    try await log.flush()
    let records = try await log.records(of: .session("a"), after: 0, limit: .max)
    #expect(records.map(\.sequence) == Array(1...UInt64(number + 1)))
    try await log.close()
  }

  @Test func `is read again after it was closed, and goes on where it was`() async throws {
    let folder = try TemporaryFolder()
    for round in 0..<5 {
      let log = try SQLiteLog(path: folder.path("log.sqlite"))
      let stream = session("a", in: AppStream(), log: log)
      for number in 0..<100 { stream.send(Sample.count(round * 100 + number)) }
      try await log.close()
    }
    let log = try SQLiteLog(reading: folder.path("log.sqlite"))
    let records = try await log.records(of: .session("a"), after: 0, limit: .max)
    #expect(try records.map { try $0.event() as? Sample } == (0..<500).map { Sample.count($0) })
    #expect(records.map(\.position) == Array(1...500))
    #expect(try await log.sessions(limit: 10).map(\.count) == [500])
  }
}
