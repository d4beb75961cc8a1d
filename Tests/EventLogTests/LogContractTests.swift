import EventLog
import EventStream
import Foundation
import Synchronization
import Testing

@testable import EventLogSQLite

/// What every log promises, whatever lies beneath it.
@Suite struct `A log` {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite
    /// SQLite, with all of the index where it stays.
    case moving
    var testDescription: String { rawValue }
  }

  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  func open(_ kind: Kind, limits: LogLimits = LogLimits()) throws -> any EventLog {
    switch kind {
    case .memory: try MemoryLog(limits: limits)
    case .sqlite: try SQLiteLog(path: folder.path("log.sqlite"), limits: limits)
    case .moving:
      try StoredLog(
        SQLiteStore(path: folder.path("log.sqlite"), isReadOnly: false, mostWaiting: 0), limits: limits)
    }
  }

  let decoder = EventDecoder([Sample.self, Shared.self])

  @Test(arguments: Kind.allCases)
  func `keeps the nearest thousand requests of an event that is for more`(_ kind: Kind) async throws {
    let log = try open(kind)
    let request = Sample.find("Ann")
    let requests = (1...1_500).map { (id: EventID(rawValue: UInt64($0)), name: request.name) }
    let envelope = Envelope(
      recorded: Sample.eventType, tag: Sample.count(1).tag, sequence: 1, id: EventID(rawValue: 2_000),
      time: EventClock.coarse.now, cause: nil, answers: nil, requests: requests)
    log.append(Sample.count(1), envelope, from: .app, marks: [])
    let records = try await log.records(of: .app, after: 0, limit: 10)
    #expect(records.first?.requests.map(\.id) == requests.prefix(1_000).map(\.id))
    try await log.close()
  }

  private static func append(_ number: Int, to log: any EventLog) -> LogPlace {
    let envelope = Envelope(
      recorded: Sample.eventType, tag: Sample.count(number).tag, sequence: UInt64(number),
      id: EventID(rawValue: UInt64(number)), time: EventClock.coarse.now, cause: nil, answers: nil, requests: [])
    return log.append(Sample.count(number), envelope, from: .session("a"), marks: .input)
  }

  @Test(arguments: Kind.allCases)
  func `takes more marks for an event as long as that waits to be written`(_ kind: Kind) async throws {
    var limits = LogLimits()
    limits.gathering = .seconds(600)
    let log = try open(kind, limits: limits)
    let append = { number in Self.append(number, to: log) }
    let first = append(1)
    let second = append(2)
    log.add(.endsTurn, to: first)
    try await log.flush()
    // Another may lie in the memory that they lay in.
    _ = append(3)
    for place in [first, second, .nowhere] { log.add(.beginsTurn, to: place) }
    let records = try await log.records(of: .session("a"), after: 0, limit: 10)
    #expect(records.map(\.marks) == [[.input, .endsTurn], .input, .input])
    #expect(try decoder.event(of: records[2]) as? Sample == .count(3))
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `knows which of its events are durable`(_ kind: Kind) async throws {
    var limits = LogLimits()
    limits.gathering = .seconds(600)
    let log = try open(kind, limits: limits)
    let append = { number in Self.append(number, to: log) }
    log.note(user: nil, of: "a")
    let first = append(1)
    let second = append(2)
    #expect(![first, second, .nowhere].contains(where: log.isDurable))
    try await log.flush()
    log.note(user: nil, of: "b")
    let third = append(3)
    #expect([first, second, third, .nowhere].map(log.isDurable) == [true, true, false, false])
    try await log.close()
    #expect(log.isDurable(third))
  }

  @Test(arguments: Kind.allCases)
  func `tells who has no task when all is durable, and at once if it is`(_ kind: Kind) async throws {
    let log = try open(kind)
    let stream = session("a", in: AppStream(), log: log)
    for number in 1...100 {
      stream.send(Sample.count(number))
      try await withCheckedThrowingContinuation { told in log.flush { told.resume(with: $0) } }
      let isTold = Mutex(false)
      log.flush { _ in isTold.withLock { $0 = true } }
      #expect(isTold.withLock { $0 })
    }
    #expect(try await log.records(of: .session("a"), after: 0, limit: 1_000).count == 100)
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `gives back what was appended, in order, with what travelled with it`(_ kind: Kind) async throws {
    let log = try open(kind)
    let app = AppStream()
    let stream = session("a", in: app, log: log)
    let subscription = stream.observe(\Sample.find) { name, _ in
      stream.send(Sample.count(1))
    }
    let counting = stream.observe(\Sample.count) { _, _ in stream.send(Sample.counted(.success(2))) }
    let counted = stream.observe(\Sample.counted) { _, _ in
      stream.send(Sample.found(.success(Person(name: "Ann", age: 7))))
    }
    stream.send(Sample.find("Ann"))
    let records = try await log.records(of: .session("a"), after: 0, limit: 100)
    #expect(records.map(\.name) == ["Sample.find", "Sample.count", "Sample.counted", "Sample.found"])
    #expect(records.map(\.position) == [1, 2, 3, 4])
    #expect(records.map(\.sequence) == [1, 2, 3, 4])
    #expect(records.map(\.cause) == [nil, records[0].id, records[1].id, records[2].id])
    #expect(records.map(\.answers) == [nil, nil, records[1].id, records[0].id])
    #expect(records[1].requests == [RecordedRequest(id: records[0].id, name: "Sample.find")])
    #expect(records[0].marks == .input)
    #expect(records.allSatisfy { $0.source == .session("a") })
    #expect(try decoder.event(of: records[3]) as? Sample == .found(.success(Person(name: "Ann", age: 7))))
    #expect(try decoder.event(of: records[2]) as? Sample == .counted(.success(2)))
    for subscription in [subscription, counting, counted] { subscription.cancel() }
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `gives heads that say what the records say`(_ kind: Kind) async throws {
    var limits = LogLimits()
    limits.group = 7
    let log = try open(kind, limits: limits)
    let app = AppStream()
    let streams = ["a", "b", "c"].map { session($0, in: app, log: log) }
    for number in 0..<60 {
      streams[number % 3].send(Sample.count(number))
      if number % 20 == 0 { try await log.flush() }
      if number % 7 == 0 { streams[number % 2].send(Sample.find("Ann")) }
    }
    let records = try await log.records(of: nil, after: 0, limit: .max)
    #expect(records.count == 69)
    for (place, limit) in [(0, Int.max), (0, 10), (17, 30), (68, 5), (69, 5)] {
      let found = try await log.heads(after: UInt64(place), limit: limit)
      let expected = LogHeads(Array(records.dropFirst(place).prefix(limit)))
      #expect(found.heads.map(\.position) == expected.heads.map(\.position))
      #expect(found.heads.map(\.id) == expected.heads.map(\.id))
      #expect(found.heads.map(\.time) == expected.heads.map(\.time))
      #expect(found.heads.map(\.marks) == expected.heads.map(\.marks))
      #expect(found.heads.map(\.cause) == expected.heads.map(\.cause))
      #expect(found.heads.map { found.names[$0.name] } == expected.heads.map { expected.names[$0.name] })
      #expect(found.heads.map { found.sources[$0.source] } == expected.heads.map { expected.sources[$0.source] })
    }
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `keeps the streams apart, and knows the order of all`(_ kind: Kind) async throws {
    let log = try open(kind)
    let app = AppStream()
    app.add(Recorder(log, .app))
    let streams = (0..<5).map { session("s\($0)", in: app, log: log) }
    for round in 0..<200 {
      app.send(Shared.news("\(round)"))
      for stream in streams { stream.send(Sample.count(round)) }
    }
    let all = try await log.records(of: nil, after: 0, limit: .max)
    #expect(all.map(\.position) == Array(1...1200))
    #expect(try await log.records(of: .app, after: 0, limit: .max).count == 200)
    let third = try await log.records(of: .session("s3"), after: 0, limit: .max)
    #expect(third == all.filter { $0.source == .session("s3") })
    #expect(third.count == 200)
    let some = try await log.records(of: .session("s3"), after: third[57].position, limit: 10)
    #expect(some == Array(third[58..<68]))
    #expect(try await log.records(of: .session("nobody"), after: 0, limit: 10).isEmpty)
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `knows its sessions`(_ kind: Kind) async throws {
    let log = try open(kind)
    let clock = ManualClock(Timestamp(milliseconds: 1_000))
    let app = AppStream(clock: clock.eventClock)
    let first = session("first", in: app, log: log)
    let second = session("second", in: app, log: log)
    first.send(Sample.count(1))
    clock.advance(by: .seconds(1))
    second.send(Sample.count(1))
    clock.advance(by: .seconds(1))
    first.send(Sample.count(2))
    log.note(user: "ann", of: "first")
    log.noteEnd(of: "second")
    #expect(
      try await log.sessions(limit: 10) == [
        RecordedSession(
          id: "second", user: nil, began: Timestamp(milliseconds: 2_000), lastEvent: Timestamp(milliseconds: 2_000),
          count: 1, isEnded: true),
        RecordedSession(
          id: "first", user: "ann", began: Timestamp(milliseconds: 1_000), lastEvent: Timestamp(milliseconds: 3_000),
          count: 2, isEnded: false),
      ])
    #expect(try await log.session("nobody") == nil)
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `lists the youngest sessions, each with all its chapters`(_ kind: Kind) async throws {
    let log = try open(kind)
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let app = AppStream(clock: clock.eventClock)
    // What comes behind a session's end begins another chapter of it.
    for round in 0..<3 {
      for name in ["a", "b", "c", "d"] where round == 0 || name == "b" {
        clock.advance(by: .seconds(1))
        session(name, in: app, log: log).send(Sample.count(round))
        log.noteEnd(of: name)
      }
    }
    clock.advance(by: .seconds(1))
    session("b", in: app, log: log).send(Sample.count(3))
    let all = try await log.sessions(limit: .max)
    #expect(all.map(\.id) == ["b", "d", "c", "a"])
    #expect(all[0].count == 4 && !all[0].isEnded && all[1].isEnded)
    #expect(all[0].began == Timestamp(milliseconds: 2_000) && all[0].lastEvent == Timestamp(milliseconds: 7_000))
    for limit in 1...5 { #expect(try await log.sessions(limit: limit) == Array(all.prefix(limit))) }
    for limit in [0, -1, .min] { #expect(try await log.sessions(limit: limit).isEmpty) }
    for one in all { #expect(try await log.session(one.id) == one) }
    #expect(try await log.records(of: .session("b"), after: 0, limit: .max).count == 4)
    try await log.close()
  }

  @Test func `is asked as much for many sessions as for one, and for a record no more than what is read`() async throws
  {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let app = AppStream()
    for number in 0..<200 { session("s\(number)", in: app, log: log).send(Sample.count(number)) }
    try await log.flush()
    _ = store.takeAsked()
    #expect(try await log.sessions(limit: 100).count == 100)
    #expect(store.takeAsked() == ["chapters", "ends"])
    #expect(try await log.records(of: .session("s7"), after: 0, limit: 1).count == 1)
    #expect(store.takeAsked() == ["numbers", "blocks"])
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `keeps snapshots, and forgets what stands before them`(_ kind: Kind) async throws {
    let log = try open(kind)
    let app = AppStream()
    let stream = session("a", in: app, log: log)
    let other = session("b", in: app, log: log)
    for number in 0..<500 {
      stream.send(Sample.count(number))
      other.send(Sample.count(number))
    }
    try await log.save(snapshot: [1], of: "a", at: 100)
    try await log.save(snapshot: [2, 3], of: "a", at: 499)
    #expect(try await log.snapshot(of: "a", before: 498) == LogSnapshot(position: 100, content: [1]))
    #expect(try await log.snapshot(of: "a", before: .max) == LogSnapshot(position: 499, content: [2, 3]))
    #expect(try await log.snapshot(of: "a", before: 99) == nil)
    #expect(try await log.snapshot(of: "b", before: .max) == nil)
    let before = try await log.records(of: nil, after: 0, limit: .max)
    try await log.compact()
    let after = try await log.records(of: nil, after: 0, limit: .max)
    #expect(after == before.filter { $0.source == .session("b") || $0.position >= 499 })
    #expect(try await log.snapshot(of: "a", before: 498) == nil)
    #expect(try await log.session("a")?.count == 251)
    try await log.close()
  }

  /// Who waited was told that all was durable, for what hadn't been taken didn't count.
  @Test(arguments: Kind.allCases)
  func `takes nothing once it is closed, and says so to who waits for it`(_ kind: Kind) async throws {
    let log = try open(kind)
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(1))
    try await log.flush()
    let records = try await log.records(of: nil, after: 0, limit: 9)
    try await log.close()
    try await log.flush()
    await #expect(throws: EventLogError.closed) { try await log.add(records, with: [], of: nil) }
    stream.send(Sample.count(2))
    await #expect(throws: EventLogError.closed) { try await log.flush() }
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `of very many snapshots keeps some, evenly spread, and the latest`(_ kind: Kind) async throws {
    let log = try open(kind)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    for position in 1...1_200 { try await log.save(snapshot: [1], of: "a", at: UInt64(position * 10)) }
    var kept: [UInt64] = []
    while let next = try await log.snapshot(of: "a", before: (kept.last ?? .max) - 1) { kept.append(next.position) }
    #expect(kept.first == 12_000 && kept.last == 10)
    #expect(kept.count <= SnapshotThinning.limit)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 - $1 <= 12_000 / 128 })
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `keeps a session that lives, however old, and finds what it does later`(_ kind: Kind) async throws {
    let log = try open(kind)
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let stream = session("living", in: AppStream(clock: clock.eventClock), log: log)
    session("gone", in: AppStream(clock: clock.eventClock), log: log).send(Sample.count(1))
    stream.send(Sample.count(1))
    try await log.removeAll(before: Timestamp(milliseconds: 9_000), except: ["living"])
    stream.send(Sample.count(2))
    #expect(try await log.sessions(limit: 10).map(\.id) == ["living"])
    #expect(try await log.records(of: .session("living"), after: 0, limit: 9).count == 2)
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `isn't damaged where events were forgotten, wherever one begins to read`(_ kind: Kind) async throws {
    let log = try open(kind)
    let app = AppStream()
    let (stays, goes) = (session("stays", in: app, log: log), session("goes", in: app, log: log))
    for round in 0..<30 {
      for stream in [stays, goes, goes] { stream.send(Sample.count(round)) }
      if round % 4 == 3 { try await log.flush() }
    }
    try await log.flush()
    try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: ["stays"])
    let all = try await log.records(of: nil, after: 0, limit: .max)
    #expect(all.count < 60)
    for place in 0...90 as ClosedRange<UInt64> {
      for source in [nil, .session("stays")] as [LogSource?] {
        let left = all.filter { $0.position > place && (source == nil || $0.source == source) }
        for limit in [1, 7, Int.max] {
          let found = try await log.records(of: source, after: place, limit: limit)
          #expect(found == Array(left.prefix(limit)), "behind \(place)")
        }
      }
    }
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `forgets in time that grows with what is forgotten, not with its square`(_ kind: Kind) async throws {
    func time(_ count: Int) async throws -> Duration {
      let log: any EventLog =
        switch kind {
        case .memory: try MemoryLog()
        case .sqlite: try SQLiteLog(path: folder.path("log-\(count).sqlite"))
        case .moving:
          try StoredLog(
            SQLiteStore(path: folder.path("log-\(count).sqlite"), isReadOnly: false, mostWaiting: 0))
        }
      let app = AppStream(clock: ManualClock(Timestamp(milliseconds: 0)).eventClock)
      let streams = (0..<10).map { session("s\($0)", in: app, log: log) }
      for number in 0..<count { streams[number % 10].send(Sample.count(number)) }
      try await log.flush()
      let spent = try await ContinuousClock().measure {
        try await log.removeAll(before: Timestamp(milliseconds: 1), except: [])
      }
      #expect(try await log.records(of: nil, after: 0, limit: 1).isEmpty)
      try await log.close()
      return spent
    }
    let (few, many) = (try await time(20_000), try await time(160_000))
    // Eight times as much; sixty-four times as long with the square.
    #expect(many < max(few, .milliseconds(5)) * 24)
  }

  @Test(arguments: Kind.allCases)
  func `forgets what is old`(_ kind: Kind) async throws {
    let log = try open(kind)
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let app = AppStream(clock: clock.eventClock)
    app.add(Recorder(log, .app))
    let old = session("old", in: app, log: log)
    let young = session("young", in: app, log: log)
    for _ in 0..<300 {
      old.send(Sample.note(.text("old")))
      young.send(Sample.note(.text("young")))
      app.send(Shared.news("old"))
    }
    clock.advance(by: .seconds(10))
    young.send(Sample.note(.tick))
    app.send(Shared.news("young"))
    try await log.save(snapshot: [1], of: "old", at: 5)
    try await log.removeAll(before: Timestamp(milliseconds: 5_000), except: [])
    #expect(try await log.sessions(limit: 10).map(\.id) == ["young"])
    #expect(try await log.records(of: .session("young"), after: 0, limit: .max).count == 301)
    #expect(try await log.records(of: .session("old"), after: 0, limit: .max).isEmpty)
    #expect(try await log.records(of: .app, after: 0, limit: .max).count == 1)
    #expect(try await log.snapshot(of: "old", before: .max) == nil)
    young.send(Sample.note(.tick))
    #expect(try await log.records(of: nil, after: 0, limit: .max).last?.position == 903)
    try await log.close()
  }

  /// They were kept until the year came that the clock had shown, and so were all of the app's events behind them.
  @Test(arguments: Kind.allCases)
  func `forgets what was recorded while the clock was ahead, once what came later is old`(_ kind: Kind) async throws {
    let log = try open(kind)
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let app = AppStream(clock: clock.eventClock)
    app.add(Recorder(log, .app))
    func record(_ name: String) {
      session(name, in: app, log: log).send(Sample.count(1))
      app.send(Shared.news(name))
    }
    let goesOn = session("goes on", in: app, log: log)
    let year = Duration.seconds(365 * 86_400)
    record("before")
    try await log.flush()
    clock.advance(by: year)
    goesOn.send(Sample.count(1))
    for name in ["ahead", "ahead too"] {
      record(name)
      try await log.flush()
    }
    clock.advance(by: .zero - year)
    record("old")
    try await log.flush()
    clock.advance(by: .seconds(10))
    goesOn.send(Sample.count(2))
    record("young")
    try await log.removeAll(before: Timestamp(milliseconds: 5_000), now: clock.now) { _ in false }
    #expect(try await Set(log.sessions(limit: 10).map(\.id)) == ["goes on", "young"])
    #expect(try await log.records(of: .session("goes on"), after: 0, limit: 9).count == 2)
    #expect(try await log.records(of: .app, after: 0, limit: 9).count == 1)
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `keeps what was recorded while the clock was ahead as long as it may be young`(_ kind: Kind) async throws {
    let log = try open(kind)
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let app = AppStream(clock: clock.eventClock)
    app.add(Recorder(log, .app))
    let year = Duration.seconds(365 * 86_400)
    clock.advance(by: year)
    session("ahead", in: app, log: log).send(Sample.count(1))
    app.send(Shared.news("ahead"))
    clock.advance(by: .seconds(10) - year)
    // Nothing tells how old it is.
    try await log.removeAll(before: Timestamp(milliseconds: 5_000), now: clock.now) { _ in false }
    #expect(try await log.sessions(limit: 10).map(\.id) == ["ahead"])
    session("behind", in: app, log: log).send(Sample.count(1))
    app.send(Shared.news("behind"))
    try await log.removeAll(before: Timestamp(milliseconds: 5_000), now: clock.now) { _ in false }
    #expect(try await Set(log.sessions(limit: 10).map(\.id)) == ["ahead", "behind"])
    #expect(try await log.records(of: .app, after: 0, limit: 9).count == 2)
    clock.advance(by: .seconds(20))
    try await log.removeAll(before: Timestamp(milliseconds: 15_000), now: clock.now) { _ in false }
    #expect(try await log.records(of: nil, after: 0, limit: 9).isEmpty)
    #expect(try await log.sessions(limit: 10).isEmpty)
    try await log.close()
  }

  /// Ten sessions one behind the other, each with a hundred events of two kilobytes and an event of the app's behind each.
  private func fill(_ log: any EventLog) async throws {
    let app = AppStream()
    app.add(Recorder(log, .app))
    for number in 0..<10 {
      let stream = session("s\(number)", in: app, log: log)
      for _ in 0..<100 {
        stream.send(Sample.note(.text(String(repeating: "n", count: 2_000))))
        app.send(Shared.news("n"))
      }
    }
    try await log.flush()
  }

  @Test(arguments: Kind.allCases)
  func `forgets the oldest sessions until it is small enough, and nothing if it is`(_ kind: Kind) async throws {
    let log = try open(kind)
    try await fill(log)
    let all = try await log.records(of: nil, after: 0, limit: .max)
    let size = try await log.size()
    // An event of two kilobytes takes a page of SQLite's.
    #expect((2_000_000..<5_000_000).contains(size))
    #expect(try await log.shrink(to: size) { _ in false } == size)
    #expect(try await log.records(of: nil, after: 0, limit: .max) == all)
    let small = try await log.shrink(to: size / 2) { _ in false }
    #expect(small <= size / 2)
    #expect(try await log.size() == small)
    let left = try await log.sessions(limit: 99).map(\.id)
    #expect((3...5).contains(left.count) && left == (5...9).reversed().map { "s\($0)" }.dropLast(5 - left.count))
    for session in left { #expect(try await log.session(session)?.count == 100) }
    // The app's events go with the sessions that were at the same time.
    let events = try await log.records(of: .app, after: 0, limit: .max).count
    #expect((left.count * 100 - 100..<600).contains(events))
    try await log.close()
  }

  /// It was judged by what it had recorded when its chapters were read, and what it had recorded since was left without a session.
  @Test(arguments: Kind.allCases)
  func `keeps who has recorded something while the log was gone through`(_ kind: Kind) async throws {
    let log = try open(kind)
    try await fill(log)
    nonisolated(unsafe) let ending = session("s2", in: AppStream(), log: log)
    let size = try await log.size()
    try await log.shrink(to: size / 2) { session in
      // It ends, and isn't needed any more.
      if session == "s2" { ending.send(Sample.count(1)) }
      return false
    }
    #expect(try await log.session("s2")?.count == 101)
    #expect(try await log.session("s3") == nil)
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `keeps who was old when the log was gone through, and no more when asked about`(_ kind: Kind) async throws {
    let log = try open(kind)
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let app = AppStream(clock: clock.eventClock)
    nonisolated(unsafe) let old = session("old", in: app, log: log)
    let older = session("older", in: app, log: log)
    for stream in [old, older] { stream.send(Sample.count(1)) }
    clock.advance(by: .seconds(10))
    try await log.removeAll(before: Timestamp(milliseconds: 5_000)) { session in
      if session == "old" { old.send(Sample.count(2)) }
      return false
    }
    #expect(try await log.sessions(limit: 9).map(\.id) == ["old"])
    #expect(try await log.records(of: nil, after: 0, limit: 9).count == 2)
    try await log.close()
  }

  /// It went through all of the log nearly two hundred times.
  @Test func `looks a few times where those that live need more than there may be`() async throws {
    let store = FaultyStore()
    let log = try StoredLog(store)
    let app = AppStream()
    let streams = (0..<200).map { session("s\($0)", in: app, log: log) }
    for number in 0..<10 { for stream in streams { stream.send(Sample.count(number)) } }
    try await log.flush()
    _ = store.takeAsked()
    try await log.shrink(to: 1) { $0 != "s0" }
    #expect(store.takeAsked().count { $0 == "chapters" } <= 10)
    #expect(try await log.sessions(limit: 999).count == 199)
    try await log.close()
  }

  @Test(arguments: Kind.allCases)
  func `keeps who lives when it is to be small, but for what stands before the snapshot`(_ kind: Kind) async throws {
    let log = try open(kind)
    try await fill(log)
    let before = try await log.records(of: .session("s2"), after: 0, limit: .max)
    try await log.save(snapshot: [1], of: "s2", at: before[89].position)
    let asked = Mutex<Set<String>>([])
    let size = try await log.shrink(to: 1) { session in
      asked.withLock { _ = $0.insert(session) }
      return ["s2", "s7"].contains(session)
    }
    #expect(try await log.size() == size && (200_000..<500_000).contains(size))
    #expect(asked.withLock { $0.count } == 10)
    #expect(try await log.sessions(limit: 99).map(\.id) == ["s7", "s2"])
    #expect(try await log.records(of: .session("s2"), after: 0, limit: .max) == Array(before[89...]))
    #expect(try await log.records(of: .session("s7"), after: 0, limit: .max).count == 100)
    #expect(try await log.records(of: .app, after: 0, limit: .max).isEmpty)
    session("s2", in: AppStream(), log: log).send(Sample.count(1))
    #expect(try await log.records(of: .session("s2"), after: 0, limit: .max).count == 12)
    try await log.close()
  }
}
