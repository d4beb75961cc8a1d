import EventLog
import EventStream
import Foundation
import GRDB
import Testing

@testable import EventLogSQLite

/// What a log is asked for again and again takes as long in a long one as in a short one.
@Suite struct `A long index of streams` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  private func add(_ entries: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { try $0.execute(sql: "INSERT INTO streams (stream, last, count) \(entries)") }
    try database.close()
  }

  /// Makes a log whose index says that blocks have events of streams.
  private func make(_ entries: String) async throws -> SQLiteStore {
    try await SQLiteLog(path: path).close()
    try add(entries)
    return try SQLiteStore(path: path, isReadOnly: true)
  }

  private func numbers(to count: Int) -> String {
    "WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))"
  }

  /// With two streams all entries behind the place were sorted for each 64 blocks: a minute for these.
  @Test(.timeLimit(.minutes(1))) func `is read of several streams as of one`() async throws {
    // The second stream has events in few blocks, and in some of the first one's.
    let store = try await make(
      """
      \(numbers(to: 200_000)) SELECT 1, n, 1 FROM numbers WHERE n % 2 = 1
      UNION ALL SELECT 2, n, 1 FROM numbers WHERE n % 500 = 0 OR n % 701 = 0
      """)
    let wanted = (1...200_000).filter { $0 % 2 == 1 || $0 % 500 == 0 || $0 % 701 == 0 }.map(UInt64.init)
    let begin = ContinuousClock.now
    var found: [UInt64] = []
    while true {
      let blocks = try await store.blocks(of: [2, 1, 7], after: found.last ?? 0, limit: 64)
      if blocks.isEmpty { break }
      found += blocks.map(\.last)
    }
    #expect(found == wanted)
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(try await store.blocks(of: [1, 2], after: 3, limit: 3).map(\.last) == [5, 7, 9])
    #expect(try await store.blocks(of: [7, 8], after: 0, limit: 64).isEmpty)
    try await store.close()
  }

  /// Each gap was looked for in all of the index.
  @Test(.timeLimit(.minutes(1))) func `knows at once that nothing is missing in ten thousand gaps`() async throws {
    let store = try await make("\(numbers(to: 200_000)) SELECT n % 50, n * 10, 1 FROM numbers")
    let begin = ContinuousClock.now
    for number in 1...10_000 {
      let place = UInt64(number * 10)
      #expect(try await store.missing(behind: place, before: place + 10).isEmpty)
    }
    #expect(ContinuousClock.now - begin < .seconds(20))
    // Something is: the index knows of a block that isn't there.
    #expect(try await store.missing(behind: 100, before: 111).map(\.last) == [110])
    // And of what has come since.
    try add("SELECT 1, 2000500, 1")
    #expect(try await store.missing(behind: 2_000_000, before: 2_000_400).isEmpty)
    #expect(try await store.missing(behind: 2_000_000, before: 2_000_501).map(\.last) == [2_000_500])
    try await store.close()
  }
}
