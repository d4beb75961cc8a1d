public import EventLog
internal import Foundation

/// Finds the blocks of a log in its file where SQLite can't, or not all of them.
///
/// The file, and what stands in the write-ahead log beside it, is searched for the mark that every block begins with; the
/// checksum tells whether it is one. Nothing else of the file is believed, except, for an event larger than a page, where its
/// next page is. So it costs the damaged blocks and no others, wherever the damage is. Events that were written but never
/// acknowledged may be found too; snapshots and users are not.
public enum SQLiteSalvage {
  /// Reads what is left of a log.
  ///
  /// - Throws: `EventLogError.cannotOpen` if the file can't be read.
  public static func log(at path: String) throws -> MemoryLog {
    let path = FileIdentity.target(of: path)
    return try log(in: FileManager.default.contents(atPath: path), at: path)
  }

  /// Reads what is left of a log from the bytes of its file, which are asked for when what stands beside it has been read.
  ///
  /// - Throws: `EventLogError.cannotOpen` if there are none.
  static func log(in file: @autoclosure () throws -> Data?, at path: String) throws -> MemoryLog {
    // The log first: what is moved from it meanwhile is in the file then.
    let log = FileManager.default.contents(atPath: path + "-wal")
    guard let file = try? file() else {
      throw EventLogError.cannotOpen(reason: "\(path) isn't there, or may not be read: see whether the path is right")
    }
    var blocks = SalvagedBlocks()
    SalvagedPages(file: Array(file)).search(&blocks)
    if let log { SalvagedPages(writeAheadLog: Array(log)).search(&blocks) }
    return try blocks.log()
  }
}

/// A search of a log's file.
struct SalvagedFile {
  /// Gives what was found; `nil` if the file is too large.
  let search: Task<MemoryStore?, any Error>
  /// When it began.
  let time: ContinuousClock.Instant
}
