import Foundation
import GRDB
import Testing

@testable import EventLog
@testable import EventLogSQLite

/// Snapshots that aren't as they were saved.
@Suite struct SnapshotDamageTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  var path: String { folder.path("log.sqlite") }

  private func store(with positions: [UInt64]) async throws -> SQLiteStore {
    let store = try SQLiteStore(path: path)
    for position in positions {
      try await store.save(LogSnapshot(position: position, content: [1, 2, UInt8(position)]), of: "a")
    }
    return store
  }

  private func change(_ sql: String, _ arguments: StatementArguments = []) async throws {
    try await DatabaseQueue(path: path).write { try $0.execute(sql: sql, arguments: arguments) }
  }

  /// A session went on behind a place that it had never come to, and all that it had done since the snapshot was passed over.
  @Test func `one whose place is damaged is as good as none`() async throws {
    let store = try await store(with: [10, 20])
    try await change("UPDATE snapshots SET position = position | (1 << 40) WHERE position = 20")
    #expect(try await store.snapshot(of: "a", before: .max)?.position == 10)
    try await change("UPDATE snapshots SET content = x'010203' WHERE position = 10")
    #expect(try await store.snapshot(of: "a", before: .max) == nil)
    try await store.close()
  }

  /// Older programs summed up the content alone.
  @Test func `one of an older log is read`() async throws {
    let store = try await store(with: [10])
    let content: [UInt8] = [1, 2, 10]
    let sum = Checksum.of(content[...])
    try await change("UPDATE snapshots SET checksum = ?", [Int64(sum)])
    #expect(try await store.snapshot(of: "a", before: .max) == LogSnapshot(position: 10, content: content))
    try await store.close()
  }
}
