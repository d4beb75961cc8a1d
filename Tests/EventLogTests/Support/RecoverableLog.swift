import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Testing

/// A log of three sessions and an app, to be damaged, and the new one that is made of what is left.
final class RecoverableLog {
  static let page = 4_096
  private let folder: TemporaryFolder
  var path: String { folder.path("log.sqlite") }
  private var target: String { folder.path("recovered.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// Appends a thousand events: one of each stream in every round.
  func fill(_ log: any EventLog) async throws -> [LogRecord] {
    let app = AppStream()
    app.add(Recorder(log, .app))
    let streams = (0..<3).map { session("session-\($0)", in: app, log: log) }
    for number in 0..<3 { log.note(user: "user \(number)", of: "session-\(number)") }
    for round in 0..<250 {
      for stream in streams { stream.send(Sample.found(.success(Person(name: "Ann \(round)", age: round)))) }
      app.send(Shared.news("news of round \(round)"))
      if round % 3 == 0 { try await log.flush() }
    }
    return try await log.records(of: nil, after: 0, limit: .max)
  }

  /// Writes the file.
  func record() async throws -> [LogRecord] {
    let log = try SQLiteLog(path: path)
    let written = try await fill(log)
    try await log.close()
    return written
  }

  /// Writes the file with the events of three rounds in each block.
  func recordInBlocks() async throws -> [LogRecord] {
    let events = try await fill(MemoryLog())
    let log = try SQLiteLog(path: path)
    for start in stride(from: 0, to: events.count, by: 12) {
      try await log.add(Array(events[start..<min(start + 12, events.count)]))
    }
    try await log.close()
    return events
  }

  /// All bytes of the file.
  var file: Data {
    get throws { try Data(contentsOf: URL(filePath: path)) }
  }

  /// Has others in place of the file's bytes.
  func replace(with bytes: Data) throws { try bytes.write(to: URL(filePath: path)) }

  /// Makes the new log.
  func recover() async throws -> (report: RecoveryReport, isSalvaged: Bool) {
    let whole: LogRecovery<SQLiteStore>
    do {
      whole = try await LogRecovery(of: SQLiteLog(reading: path), beside: SQLiteMargins(of: path))
    } catch EventLogError.damaged {
      let margins = SQLiteMargins(of: path, isDamaged: true)
      let rest = try await LogRecovery(of: SQLiteSalvage.log(at: path), beside: margins, isSalvaged: true)
      return (try await write(rest), true)
    }
    return (try await write(whole), false)
  }

  private func write<Store: LogStore>(_ recovery: LogRecovery<Store>) async throws -> RecoveryReport {
    let store = try SQLiteStore(path: target, owner: recovery.owner)
    let report = try await recovery.write(to: store)
    try await store.close()
    return report
  }

  /// Opens the new log, of which nothing is damaged.
  func opened() async throws -> SQLiteLog {
    let log = try SQLiteLog(reading: target)
    let check = try await LogCheck(log)
    #expect(check.damages.isEmpty, "\(check.damages)")
    return log
  }

  /// Opens the new log to append to it.
  func continued(by owner: LogOwner? = nil) throws -> SQLiteLog { try SQLiteLog(path: target, of: owner) }

  /// What can be read of the damaged log without making a new one.
  func readable(isSalvaged: Bool) async throws -> [LogRecord] {
    let log: any EventLog = try isSalvaged ? SQLiteSalvage.log(at: path) : SQLiteLog(reading: path)
    var (records, place): ([LogRecord], UInt64) = ([], 0)
    while true {
      let more = try await log.undamaged(of: nil, after: place, limit: 500)
      if more.place == place { return records }
      records += more.found
      place = more.place
    }
  }

  /// What of some records is to be carried over: all of the app's, and of each session as far as its numbers go on behind each other.
  func rest(of records: [LogRecord]) -> [LogRecord] {
    var next: [LogSource: UInt64] = [:]
    return records.filter { record in
      if record.source == .app { return true }
      guard record.sequence == next[record.source, default: 1] else { return false }
      next[record.source] = record.sequence + 1
      return true
    }
  }
}
