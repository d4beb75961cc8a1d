internal import EventLog
internal import Foundation
internal import GRDB

/// The write-ahead log beside a file that nobody has open, as a crash has left it, or whoever has put another file in place of its own.
/// All of that is looked at before anything is moved from it into the file.
extension LogFile {
  /// No larger file is looked through page by page, which takes a tenth of a second for so many bytes: sessions wait for that.
  private static let mostLookedThrough = 1 << 25

  /// Sees whether what SQLite takes for all of the write-ahead log is all of it, and whether it is of this file: one that was put back from
  /// a backup would be written over with what is of the file before it. Nothing is moved from it into the file.
  ///
  /// Of two files that fit it can't be told whether they belong together: where the write-ahead log has all that was written since the
  /// backup, all of that is there again.
  ///
  /// - Throws: `EventLogError.damaged`.
  func checkWriteAheadLog() throws {
    guard let log = WriteAheadLog(beside: path) else { return }
    if let damage = log.damage {
      throw EventLogError.damaged(
        position: 0, through: 0, reason: "\(path)-wal isn't as it was written, from byte \(damage) on")
    }
    if let page = log.missingPage { throw isOfAnother("page \(page) is in neither of them") }
    // By itself the file is as the last move has left it; where it can't be read so, that may have been interrupted.
    let alone = try? Self.look(at: unchanging) { database in
      let end = try End(of: database)
      // What is written next gets the next place.
      return (end: end, known: max(end.last, Int64(clamping: try SQLiteStore.lastKnown(database))))
    }
    do {
      try Self.look(at: path) { database in
        if let alone {
          try checkEnd(database, against: alone.end)
          try checkRest(database, behind: alone.known)
        }
        try lookThrough(database)
      }
    } catch let error as DatabaseError {
      // What else goes wrong is told when it is opened.
      if error.isDamage, alone != nil { throw isOfAnother(error.message ?? "both together are malformed") }
    }
  }

  /// Compares the end of what SQLite makes of both with the end of the file: what has been moved into the file was in the write-ahead log,
  /// which may have been cut off since.
  private func checkEnd(_ database: Database, against alone: End) throws {
    let both = try End(of: database)
    guard both.last < alone.last else { return }
    throw EventLogError.damaged(
      position: UInt64(clamping: both.last), through: UInt64(clamping: alone.last),
      reason: "the end of \(path)-wal is missing, for \(path) has had more from it")
  }

  /// Sees whether what comes behind the file's end is all there.
  private func checkRest(_ database: Database, behind place: Int64) throws {
    // A block and its entries in the index are written together.
    if let lost = try StreamIndex.lost(after: place, database) {
      throw isOfAnother("the events up to \(lost) are in neither of them")
    }
    // One follows on the other, but for what was forgotten since, which is noted.
    let next = try SQLiteStore.blocks(of: nil, after: place, limit: 1, database).first
    guard let first = next?.firstPosition, try End(of: database).forgotten <= place else { return }
    let end = UInt64(clamping: place)
    if first > end + 1 { throw isOfAnother("the events \(end + 1) to \(first - 1) are in neither of them") }
  }

  /// Has SQLite look through what it makes of both. What was damaged before is the same without the write-ahead log, and costs no more than
  /// what is on the damaged pages.
  private func lookThrough(_ database: Database) throws {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size <= Self.mostLookedThrough, let flaw = try Self.flaw(of: database) else { return }
    let isWhole = try? Self.look(at: unchanging) { try Self.flaw(of: $0) == nil }
    if isWhole == true { throw isOfAnother(flaw) }
  }

  /// The first thing that SQLite finds wrong; `nil` if that is nothing.
  private static func flaw(of database: Database) throws -> String? {
    let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    // There may be a title before it, with stars.
    return found == "ok" ? nil : found?.split(separator: "\n").last.map(String.init)
  }

  private func isOfAnother(_ reason: String) -> EventLogError {
    .damaged(
      position: 0, through: 0,
      reason: """
        \(path)-wal isn't of the \(path) beside it: \(reason). Where that was put back from a backup, \(path)-wal and \(path)-shm are \
        still of the file before it: move both away, and start again
        """)
  }

  /// Reads what SQLite makes of a file; an older log is read as one of today.
  static func look<Value>(at name: String, _ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { try SQLiteSchema.supplement($0) }
    return try DatabaseQueue(path: name, configuration: configuration).read(body)
  }

  /// Where a log ends.
  private struct End {
    /// The place of the last block, or of the last that there was when something was forgotten.
    let last: Int64
    /// Where the last block was when something was forgotten.
    let forgotten: Int64

    init(of database: Database) throws {
      forgotten = try Int64.fetchOne(database, sql: "SELECT value FROM about WHERE key = 'last'") ?? 0
      last = max(try Int64.fetchOne(database, sql: "SELECT max(last) FROM blocks") ?? 0, forgotten)
    }
  }
}
