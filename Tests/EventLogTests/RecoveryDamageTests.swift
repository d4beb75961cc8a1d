import EventStream
import Foundation
import Testing

@testable import EventLog
@testable import EventLogSQLite

/// Files to which something has happened, and the new logs that are made of them.
@Suite(.serialized) struct `A log recovered from a damaged file` {
  let log: RecoverableLog
  init() throws { log = try RecoverableLog() }

  @Test(arguments: 0..<24)
  func `has what can be read where a page is damaged, and the file stays as it was`(seed: Int) async throws {
    let written = try await log.record()
    var random = Seeded(UInt64(seed))
    let size = RecoverableLog.page
    var file = try log.file
    let pages = file.count / size
    let (damaged, other) = (Int.random(in: 8..<pages, using: &random), Int.random(in: 2..<pages, using: &random))
    let place = damaged * size..<(damaged + 1) * size
    switch seed % 3 {
    case 0: file.replaceSubrange(place, with: Data(count: size))
    case 1: file.replaceSubrange(place, with: file[other * size..<(other + 1) * size])
    default: file[place.lowerBound + Int.random(in: 0..<size, using: &random)] ^= 0x41
    }
    try log.replace(with: file)
    let (report, isSalvaged) = try await log.recover()
    #expect(try log.file == file)
    let new = try await log.opened()
    let found = try await new.records(of: nil, after: 0, limit: .max)
    let expected = log.rest(of: try await log.readable(isSalvaged: isSalvaged))
    let isSame = found == expected
    #expect(isSame, "seed \(seed): \(found.count) of \(expected.count)")
    #expect(report.events == found.count)
    if found.count < written.count, !isSalvaged { #expect(!report.losses.isEmpty) }
    for session in try await new.sessions(limit: .max) where !session.isIncomplete && !isSalvaged {
      let source = LogSource.session(session.id)
      let isWhole = found.filter { $0.source == source } == written.filter { $0.source == source }
      #expect(isWhole, "seed \(seed): \(session)")
    }
    try await new.close()
  }

  @Test(arguments: 0..<6) func `has what was before where it was cut off`(seed: Int) async throws {
    _ = try await log.record()
    var random = Seeded(UInt64(seed))
    let file = try log.file
    let count = Int.random(in: file.count / 2..<file.count - 2 * RecoverableLog.page, using: &random)
    try log.replace(with: file.prefix(count))
    let (report, isSalvaged) = try await log.recover()
    #expect(isSalvaged && report.events > 0)
    let new = try await log.opened()
    let found = try await new.records(of: nil, after: 0, limit: .max)
    let expected = log.rest(of: try await log.readable(isSalvaged: true))
    let isSame = found == expected
    #expect(isSame, "seed \(seed): \(found.count) of \(expected.count)")
    // Whose they are stands near the beginning of the file.
    #expect(try await new.session("session-1")?.user == "user 1")
    try await new.close()
  }

  @Test func `has all events where only its first page is lost`() async throws {
    let written = try await log.record()
    try loseFirstPage()
    let (report, isSalvaged) = try await log.recover()
    #expect(isSalvaged && report.losses.contains(.notes(3)) && report.losses.contains(.snapshots))
    let new = try await log.opened()
    let isWhole = try await new.records(of: nil, after: 0, limit: .max) == written
    #expect(isWhole)
    #expect(try await new.sessions(limit: .max).allSatisfy { !$0.isIncomplete && $0.count == 250 })
    // What goes on from there must not give its ids a second time.
    let last = StreamIdentity(of: try #require(written.last).id)
    #expect(new.lastIdentity.map { !last.isLater(than: $0) } == true)
    try await new.close()
  }

  private func loseFirstPage() throws {
    var file = try log.file
    file.replaceSubrange(0..<RecoverableLog.page, with: Data(count: RecoverableLog.page))
    try log.replace(with: file)
  }

  /// Sees that all of some events come into the new log though the first page is lost, and with it what SQLite has beside the blocks.
  private func expectAll(_ left: [LogRecord]) async throws {
    try loseFirstPage()
    let (report, isSalvaged) = try await log.recover()
    #expect(isSalvaged && report.events == left.count, "\(report.events) of \(left.count): \(report.losses)")
    let new = try await log.opened()
    let areSame = try await new.records(of: nil, after: 0, limit: .max) == left
    #expect(areSame)
    try await new.close()
  }

  /// The names of cases and fields were told by the blocks that were forgotten, and by none that was left.
  @Test func `has all that was left where its first blocks had been forgotten`() async throws {
    let before = try SQLiteLog(path: log.path)
    let clock = ManualClock(Timestamp(milliseconds: 0))
    let app = AppStream(clock: clock.eventClock)
    app.add(Recorder(before, .app))
    for (name, rounds) in [("old", 200), ("young", 100)] {
      let stream = session(name, in: app, log: before)
      for round in 0..<rounds {
        stream.send(Sample.found(.success(Person(name: name, age: round))))
        app.send(Shared.news("\(name) \(round)"))
      }
      try await before.flush()
      clock.advance(by: .seconds(10))
    }
    try await before.removeAll(before: Timestamp(milliseconds: 5_000), except: [])
    let left = try await before.records(of: nil, after: 0, limit: .max)
    #expect(left.count == 200)
    try await before.close()
    try await expectAll(left)
  }

  /// A process that had begun before told none of them again.
  @Test func `has what was written when all before had been forgotten`() async throws {
    let first = try SQLiteLog(path: log.path)
    session("first", in: AppStream(), log: first).send(Sample.found(.success(Person(name: "Ann", age: 7))))
    try await first.close()
    let second = try SQLiteLog(path: log.path)
    session("second", in: AppStream(), log: second).send(Sample.found(.success(Person(name: "Ann", age: 8))))
    try await second.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: [])
    session("third", in: AppStream(), log: second).send(Sample.found(.success(Person(name: "Ann", age: 9))))
    let left = try await second.records(of: nil, after: 0, limit: .max)
    #expect(left.map(\.source) == [.session("third")])
    try await second.close()
    try await expectAll(left)
  }

  @Test func `has what SQLite would hide where its write-ahead log is damaged`() async throws {
    let crashed = try RecoverableLog()
    let open = try SQLiteLog(SQLiteStore(path: crashed.path, moved: .max))
    let written = try await crashed.fill(open)
    let file = try crashed.file
    var writeAhead = try Data(contentsOf: URL(filePath: crashed.path + "-wal"))
    try await open.close()
    writeAhead[writeAhead.count * 3 / 4] ^= 0x10
    try log.replace(with: file)
    let beside = URL(filePath: log.path + "-wal")
    try writeAhead.write(to: beside)
    let (report, isSalvaged) = try await log.recover()
    #expect(isSalvaged && report.events > written.count / 2)
    #expect(try log.file == file && Data(contentsOf: beside) == writeAhead)
    let new = try await log.opened()
    #expect(try await new.sessions(limit: .max).map(\.user) == ["user 2", "user 1", "user 0"])
    try await new.close()
  }
}
