import EventStream
import Foundation
import Testing

@testable import EventLog
@testable import EventLogSQLite

/// When the write-ahead log is moved into the file.
@Suite struct `The write-ahead log of a log` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  /// A group of a hundred kilobytes; blocks are what they are to the store, whatever is in them.
  private func group(_ number: Int) -> LogGroup {
    var group = LogGroup(version: 1)
    group.blocks = (0..<25).map { index in
      let position = UInt64(number * 25 + index + 1)
      return LogBlock(
        bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: position), count: 3_900), first: position, last: position,
        streams: [LogBlock.Stream(number: 0, count: 1)])
    }
    return group
  }

  private var size: Int {
    (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0
  }

  /// It was never moved to its end, grew to 64 megabytes, and was then moved by a commit, for which everybody waited 25 milliseconds.
  @Test func `stays small while there is never a pause between commits`() async throws {
    let store = try SQLiteStore(path: path)
    for number in 0..<600 { try store.write(group(number)) }
    #expect(size < 20 << 20, "\(size >> 20) MB")
    try store.close()
    let read = try SQLiteStore(path: path, isReadOnly: true)
    #expect(try await read.blocks(before: nil, limit: 1).first?.last == 15_000)
    try read.close()
  }

  /// Somebody reads all the time: nothing behind what they see is moved over it.
  @Test func `may be read meanwhile`() async throws {
    let store = try SQLiteStore(path: path)
    try store.write(group(0))
    let reader = try SQLiteStore(path: path, isReadOnly: true)
    for number in 1..<200 {
      try store.write(group(number))
      if number % 20 == 0 {
        let last = try await reader.blocks(before: nil, limit: 1).first
        #expect(last?.last == UInt64(number + 1) * 25)
      }
    }
    try reader.close()
    try store.close()
  }
}
