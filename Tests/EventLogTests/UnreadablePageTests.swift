import EventStream
import Foundation
import Testing

@testable import EventLog
@testable import EventLogSQLite

/// Files of which SQLite can't read some, or reads something else than was written.
@Suite(.serialized) struct `A log with damaged pages` {
  private static let page = 4_096
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Records some hundred events of three sessions and an app.
  private func record(in log: SQLiteLog) async throws -> [LogRecord] {
    let app = AppStream()
    app.add(Recorder(log, .app))
    let streams = (0..<3).map { session("session-\($0)", in: app, log: log) }
    // Some blocks have one event.
    streams[0].send(Sample.found(.success(Person(name: "Ann 0", age: 0))))
    try await log.flush()
    for round in 0..<250 {
      for stream in streams { stream.send(Sample.found(.success(Person(name: "Ann \(round)", age: round)))) }
      app.send(Shared.news("news of round \(round)"))
      if round % 3 == 0 { try await log.flush() }
    }
    return try await log.records(of: nil, after: 0, limit: .max)
  }

  /// Everything that can be read, and what is told to be lost.
  private func read(_ log: any EventLog) async throws -> (records: [LogRecord], lost: [ClosedRange<UInt64>]) {
    var (records, lost, place): ([LogRecord], [ClosedRange<UInt64>], UInt64) = ([], [], 0)
    while true {
      do {
        let more = try await log.records(of: nil, after: place, limit: 100)
        guard let last = more.last else { return (records, lost) }
        (records, place) = (records + more, last.position)
      } catch EventLogError.damaged(let position, let through, _) {
        try #require(through > place)
        lost.append(position + 1...through)
        place = through
      }
    }
  }

  @Test(arguments: 0..<24)
  func `costs what was on them, says which events that were, and has all others`(seed: Int) async throws {
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path)
    let written = try await record(in: log)
    try await log.close()
    var random = Seeded(UInt64(seed))
    var file = try Data(contentsOf: URL(filePath: path))
    let pages = file.count / Self.page
    // The first pages say what a log is: without them it is searched for in the file.
    let (damaged, other) = (Int.random(in: 8..<pages, using: &random), Int.random(in: 2..<pages, using: &random))
    let place = damaged * Self.page..<(damaged + 1) * Self.page
    switch seed % 3 {
    case 0: file.replaceSubrange(place, with: Data(count: Self.page))
    case 1: file.replaceSubrange(place, with: file[other * Self.page..<(other + 1) * Self.page])
    default:
      file[place.lowerBound + Int.random(in: 0..<12, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
    }
    try await check(file, of: written, "seed \(seed)")
  }

  /// SQLite then takes something else on the page for a block.
  @Test func `costs nothing where a block is on its page, and the page says that it is elsewhere`() async throws {
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path)
    let written = try await record(in: log)
    try await log.close()
    let file = try Data(contentsOf: URL(filePath: path))
    for start in leaves(of: file).prefix(3) {
      // Where the first cell of the page begins.
      for bit in 0..<16 {
        var damaged = file
        damaged[start + 8 + bit / 8] ^= 1 << UInt8(bit % 8)
        try await check(damaged, of: written, "bit \(bit) of the page at \(start)")
      }
    }
  }

  /// Reads a damaged file, and compares what is found, and what is told, with what was written and with what can be found without SQLite.
  private func check(_ file: Data, of written: [LogRecord], _ what: String) async throws {
    let path = folder.path("log.sqlite")
    try file.write(to: URL(filePath: path))
    let opened: SQLiteLog
    do {
      opened = try SQLiteLog(reading: path)
    } catch EventLogError.damaged {
      #expect(try await read(SQLiteSalvage.log(at: path)).records.count > written.count / 2, "\(what)")
      return
    }
    let (found, lost) = try await read(opened)
    let missing = written.filter { record in !lost.contains { $0.contains(record.position) } }
    let isWhole = found == missing
    #expect(isWhole, "\(what): \(found.count) of \(missing.count), lost \(lost)")
    #expect(lost.allSatisfy { $0.upperBound <= UInt64(written.count) }, "\(what): lost \(lost)")
    // Whoever goes through all blocks finds no more, and hears of no other loss.
    let walk = try await walk(opened)
    #expect(Set(walk.events) == Set(found.map(\.position)), "\(what)")
    #expect(Set(walk.lost.joined()) == Set(lost.joined()), "\(what): lost \(walk.lost), and \(lost)")
    // Whatever can be found without SQLite is.
    let places = Set(found.map(\.position))
    let unread = try await SQLiteSalvage.log(at: path).records(of: nil, after: 0, limit: .max).filter {
      !places.contains($0.position)
    }
    let left = unread.map(\.position)
    #expect(left.isEmpty, "\(what): \(left) of \(lost)")
    try await opened.close()
  }

  private func walk(_ log: SQLiteLog) async throws -> (events: [UInt64], lost: [ClosedRange<UInt64>]) {
    var walk = BlockWalk(log, through: log.lastPosition ?? .max)
    var (events, lost): ([UInt64], [ClosedRange<UInt64>]) = ([], [])
    while let step = try await walk.next() {
      switch step {
      case .block(let contents, let place): events += contents.records.map(\.record.position).filter { $0 > place }
      case .loss(let range, _): lost.append(range)
      }
    }
    return (events, lost)
  }

  @Test func `has nothing of what was forgotten where others are found by a search`() async throws {
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path)
    let written = try await record(in: log)
    try await log.close()
    let file = try Data(contentsOf: URL(filePath: path))
    let leaf = try #require(leaves(of: file).dropFirst().first)
    var forgotten = 0
    for bit in 0..<16 {
      var damaged = file
      damaged[leaf + 8 + bit / 8] ^= 1 << UInt8(bit % 8)
      try damaged.write(to: URL(filePath: path))
      let opened = try SQLiteLog(path: path)
      #expect(try await read(opened).records.count > written.count / 2)
      do {
        try await opened.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: ["session-0"])
        let left = try await read(opened).records.filter { $0.source == .session("session-1") }
        // What SQLite is misled about can't be forgotten.
        #expect(left.count <= 12, "\(left.map(\.position))")
        forgotten += 1
      } catch is EventLogError {
        // SQLite may refuse.
      }
      try await opened.close()
    }
    #expect(forgotten > 0)
  }

  /// Where the pages of a file begin that are leaves of a table, with blocks.
  private func leaves(of file: Data) -> [Int] {
    stride(from: 8 * Self.page, to: file.count, by: Self.page).filter { start in
      file[start] == 13 && file[start..<start + Self.page].firstRange(of: Data([0xE7, 0x4C])) != nil
    }
  }

  /// The files of a log that is open, as a crash leaves them that comes before anything has been moved.
  private func crashed() async throws -> (file: Data, log: Data, written: [LogRecord]) {
    let path = folder.path("open.sqlite")
    let log = try SQLiteLog(SQLiteStore(path: path, moved: .max))
    let written = try await record(in: log)
    let files = (try Data(contentsOf: URL(filePath: path)), try Data(contentsOf: URL(filePath: path + "-wal")))
    try await log.close()
    return (files.0, files.1, written)
  }

  @Test func `in its write-ahead log is opened by nobody, and what is left is found`() async throws {
    let (file, log, written) = try await crashed()
    var random = Seeded(7)
    for round in 0..<12 {
      let path = folder.path("crashed-\(round).sqlite")
      var damaged = log
      // The last commits may be what a crash has interrupted.
      damaged[Int.random(in: 0..<log.count / 2, using: &random)] ^= 0x10
      try file.write(to: URL(filePath: path))
      try damaged.write(to: URL(filePath: path + "-wal"))
      for isReader in [true, false] {
        let error = #expect(throws: EventLogError.self) {
          _ = isReader ? try SQLiteLog(reading: path) : try SQLiteLog(path: path)
        }
        #expect(error?.description.contains("-wal isn't as it was written, from byte ") == true)
      }
      // Nothing was moved over what is newer.
      #expect(try Data(contentsOf: URL(filePath: path)) == file)
      #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == damaged)
      let found = try await SQLiteSalvage.log(at: path).records(of: nil, after: 0, limit: .max)
      let count = found.count
      #expect(count > written.count - 200)
    }
  }

  /// It was read as a whole, twice: a server with less memory than somebody who reads had let it grow to ended at every start.
  @Test func `in none of a write-ahead log of a gigabyte is opened in little memory`() async throws {
    let (file, log, written) = try await crashed()
    let path = folder.path("large.sqlite")
    try file.write(to: URL(filePath: path))
    try log.write(to: URL(filePath: path + "-wal"))
    // What was there before the log was begun anew takes no room on the disk, for it is all zero.
    #expect(truncate(path + "-wal", 1 << 30) == 0)
    let before = try peakOfMemory()
    let opened = try SQLiteLog(path: path)
    #expect(try peakOfMemory() - before < 500_000)
    let found = try await opened.records(of: nil, after: 0, limit: .max)
    let isWhole = found == written
    #expect(isWhole)
    try await opened.close()
  }

  /// The most that this process has had in memory, in kilobytes.
  private func peakOfMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  @Test func `in its write-ahead log says where they begin, whichever part that is read in`() async throws {
    let (file, log, _) = try await crashed()
    let size = Self.page + WriteAheadFrames.headSize
    let path = folder.path("parts.sqlite")
    try file.write(to: URL(filePath: path))
    try log.write(to: URL(filePath: path + "-wal"))
    let portion = log.count / 5
    #expect(try #require(WriteAheadLog(beside: path, inPortionsOf: portion)).damage == nil)
    for frame in stride(from: 0, to: log.count / size * 3 / 4, by: 29) {
      for place in [0, 8, 16, 24, size - 1] {
        var damaged = log
        damaged[32 + frame * size + place] ^= 0x10
        try damaged.write(to: URL(filePath: path + "-wal"))
        let found = try #require(WriteAheadLog(beside: path, inPortionsOf: portion))
        #expect(found.damage == 32 + frame * size, "\(frame), \(place)")
      }
    }
    for place in [0, 9, 16, 24] {
      var damaged = log
      damaged[place] ^= 0x10
      try damaged.write(to: URL(filePath: path + "-wal"))
      #expect(try #require(WriteAheadLog(beside: path)).damage == 0)
    }
  }

  @Test func `in its write-ahead log, where a crash has interrupted the last commit, is opened as ever`() async throws {
    let (file, log, written) = try await crashed()
    for (round, left) in [log.count - 1, log.count - 5_000, log.count - 60_000].enumerated() {
      let path = folder.path("interrupted-\(round).sqlite")
      try file.write(to: URL(filePath: path))
      try log.prefix(left).write(to: URL(filePath: path + "-wal"))
      let opened = try SQLiteLog(path: path)
      let found = try await opened.records(of: nil, after: 0, limit: .max)
      let isPrefix = found == Array(written.prefix(found.count))
      #expect(isPrefix)
      try await opened.close()
    }
  }

  @Test func `cut off before what has been moved into the file, is opened by nobody`() async throws {
    let path = folder.path("moved.sqlite")
    let log = try SQLiteLog(SQLiteStore(path: path, moved: .max))
    let early = try await record(in: log)
    let before = try Data(contentsOf: URL(filePath: path + "-wal"))
    try await log.close()
    // As if the file had been written to since, and its write-ahead log were that of long ago.
    let file = try Data(contentsOf: URL(filePath: path))
    try before.prefix(before.count / 4).write(to: URL(filePath: path + "-wal"))
    let error = #expect(throws: EventLogError.self) { _ = try SQLiteLog(path: path) }
    #expect(error?.description.contains("-wal is missing") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == file)
    #expect(try await SQLiteSalvage.log(at: path).records(of: nil, after: 0, limit: .max).count == early.count)
  }

  @Test func `that is deleted while it is open isn't written to any more, and that is told`() async throws {
    let path = folder.path("deleted.sqlite")
    let log = try SQLiteLog(path: path)
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(1))
    try await log.flush()
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    stream.send(Sample.count(2))
    let error = await #expect(throws: EventLogError.self) { try await log.flush() }
    #expect(error?.description.contains("was deleted, moved or replaced") == true)
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    try await log.flush()
    #expect(try await log.records(of: .session("a"), after: 0, limit: .max).count == 2)
    try await log.close()
  }
}
