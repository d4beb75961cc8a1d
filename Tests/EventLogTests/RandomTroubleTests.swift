import EventLog
import EventStream
import Foundation
import Testing

@testable import EventLogSQLite

/// What a log promises whatever its disk does, with trouble that is drawn at random.
@Suite struct `A log on a disk in random trouble` {
  enum Kind: String, CustomTestStringConvertible {
    case memory, sqlite
    var testDescription: String { rawValue }
  }

  /// What one process leaves to the next.
  private struct Remains {
    private let kind: Kind
    private let folder: TemporaryFolder
    private let memory = MemoryStore()
    private var copies = 0
    private var path: String { folder.path("log-\(copies).sqlite") }

    init(_ kind: Kind) throws {
      self.kind = kind
      folder = try TemporaryFolder()
    }

    func open() throws -> any TroubledStore {
      switch kind {
      case .memory: memory
      // So that the write-ahead log is moved again and again.
      case .sqlite: try SQLiteStore(path: path, moved: 20)
      }
    }

    func read() throws -> any EventLog {
      switch kind {
      case .memory: try StoredLog(memory)
      case .sqlite: try SQLiteLog(reading: path)
      }
    }

    /// What is in the files now is all that there will be: the process that had them open has no time to close them.
    mutating func takeFromKilled() throws {
      let old = path
      copies += 1
      for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: old + ending) {
        try FileManager.default.copyItem(atPath: old + ending, toPath: path + ending)
      }
    }
  }

  /// More in a run that is only for this: `TROUBLE_SEEDS=3000 swift test --filter RandomTroubleTests`.
  static let seeds = ProcessInfo.processInfo.environment["TROUBLE_SEEDS"].flatMap(UInt64.init) ?? 24
  /// A third of them for SQLite, which waits for a real disk.
  static let draws: [(Kind, UInt64)] =
    (0..<seeds).map { (Kind.memory, $0) } + (0..<seeds / 3).map { (Kind.sqlite, $0) }
  private static let lives = 3

  @Test(.timeLimit(.minutes(1)), arguments: draws)
  func `keeps what it said it keeps, once and in order, and holds nobody up`(kind: Kind, seed: UInt64) async throws {
    var random = Seeded(seed)
    var limits = LogLimits()
    limits.patience = Duration.milliseconds(1)...Duration.milliseconds(4)
    limits.gathering = .milliseconds(Int.random(in: 1...5, using: &random))
    limits.group = [10, 100, 1_000][Int.random(in: 0..<3, using: &random)]
    // So little that sessions are cut off while the disk keeps everybody waiting.
    let isNarrow = seed % 4 == 3
    if isNarrow { limits.memory = 20_000 }

    var remains = try Remains(kind)
    var callers: [LogCaller] = []
    for life in 1...Self.lives { callers += try await live(life, &remains, limits, &random) }

    let log = try remains.read()
    let records = try await log.records(of: nil, after: 0, limit: .max)
    #expect(records.map(\.position) == records.indices.map { UInt64($0) + 1 }, "seed \(seed)")
    for caller in callers {
      let found = records.filter { $0.id.rawValue >> 40 == caller.identity }
      let name = "seed \(seed), \(caller.source) of \(caller.identity)"
      let numbers = found.map(\.sequence)
      var isCutOff = false
      if case .session(let id) = caller.source { isCutOff = try await log.session(id)?.isIncomplete == true }
      if isNarrow, caller.source == .app {
        // They are dropped one by one, until there is room.
        #expect(numbers == Set(numbers).sorted(), "\(name)")
      } else {
        #expect(numbers == found.indices.map { UInt64($0) + 1 }, "\(name)")
        #expect(found.count >= caller.durable || isNarrow && isCutOff, "\(name): \(found.count) of \(caller.durable)")
      }
      #expect(isNarrow || !isCutOff, "\(name)")
      #expect(found.count <= caller.appended, "\(name)")
      #expect(found.allSatisfy { caller.isOwn($0) }, "\(name)")
      #expect(caller.surprises.isEmpty, "\(name)")
    }
    for number in 0..<3 {
      let source = LogSource.session("s\(number)")
      let own = try await log.records(of: source, after: 0, limit: .max)
      #expect(own == records.filter { $0.source == source }, "seed \(seed), \(source)")
    }
    try await log.close()
  }

  /// One process: opens the log, has callers append to it, and closes it, unless it is killed before.
  private func live(
    _ life: Int, _ remains: inout Remains, _ limits: LogLimits, _ random: inout Seeded
  ) async throws -> [LogCaller] {
    // The last one sees its disk mended.
    let isLast = life == Self.lives
    let isKilled = !isLast && Bool.random(using: &random)
    let store = try remains.open()
    let disk = RandomDisk(
      store, seed: random.next(), life: isKilled ? Int.random(in: 0..<40, using: &random) : nil)
    let faulty = FaultyStore(store)
    faulty.write(by: { try disk.write($0) })
    let log = try StoredLog(faulty, limits: limits)
    var callers: [LogCaller] = []
    for number in 0..<5 {
      callers.append(
        LogCaller(
          UInt64(life * 8 + number), appendingTo: log, as: number < 3 ? .session("s\(number)") : .app,
          seed: random.next()))
    }
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let isStalled = Bool.random(using: &random)
      if isStalled { disk.stall() }
      // If the log had them wait for the disk, it would be for ever: the disk waits for them.
      callers = await working(callers, waits: !isStalled)
      if isStalled { disk.goOn() }
    }
    if isKilled {
      disk.kill()
      try remains.takeFromKilled()
      // What is left of it is a thread, and open files.
      try? await log.close()
      return callers
    }
    if isLast {
      disk.mend()
      // Who joins a group that is just failing is told so, and who comes later isn't.
      do { try await log.flush() } catch { try await log.flush() }
      for index in callers.indices { callers[index].noteDurable() }
    }
    do {
      try await log.close()
      for index in callers.indices { callers[index].noteDurable() }
    } catch EventLogError.lost, EventLogError.cannotWrite {
      // What couldn't be written is lost: it was told now.
    }
    return callers
  }

  /// The callers after all of them have worked at once.
  private func working(_ callers: [LogCaller], waits: Bool) async -> [LogCaller] {
    await withTaskGroup(of: LogCaller.self) { group in
      for caller in callers { group.addTask { await caller.working(waits: waits) } }
      var done: [LogCaller] = []
      for await caller in group { done.append(caller) }
      return done
    }
  }
}

extension LogCaller {
  /// Whether a record is of the event that the caller has appended with its number.
  fileprivate func isOwn(_ record: LogRecord) -> Bool {
    record.source == source && (try? record.event() as? Sample) == event(record.sequence)
  }
}
