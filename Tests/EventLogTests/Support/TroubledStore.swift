import EventLog
@testable import EventLogSQLite
import GRDB

/// What may be wrong with a disk.
enum DiskTrouble: CaseIterable { case full, broken, slow }

/// A store whose disk can be brought into trouble.
protocol TroubledStore: LogStore {
  /// Its disk is in this trouble from now on, or in none. Called by the thread that writes.
  ///
  /// - Throws: What whoever writes is told, if the store wouldn't notice by itself.
  func meet(_ trouble: DiskTrouble?) throws
}

extension MemoryStore: TroubledStore {
  func meet(_ trouble: DiskTrouble?) throws {
    switch trouble {
    case .full?: throw FaultyStore.Fault.disk("the disk is full")
    case .broken?: throw FaultyStore.Fault.disk("input/output error")
    case .slow?, nil: break
    }
  }
}

extension SQLiteStore: TroubledStore {
  /// SQLite itself finds no room for another page, or that the file can't be written, and undoes what it has begun.
  func meet(_ trouble: DiskTrouble?) throws {
    try limit(pages: trouble == .full ? 1 : 1 << 30)
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA query_only = \(trouble == .broken ? 1 : 0)")
    }
  }
}
