import Testing

@testable import EventLog

@Suite struct `A log that has been compacted` {
  /// They were told by blocks of which nothing was left of the sessions.
  @Test func `tells the names of its sessions and cases in the blocks that are left`() async throws {
    let log = try MemoryLog()
    let written = try await RecoverableLog().fill(log)
    let names = log.store.names()
    for session in (0..<3).map({ "session-\($0)" }) {
      let last = try #require(written.last { $0.source == .session(session) && $0.sequence <= 200 })
      try await log.save(snapshot: [1], of: session, at: last.position)
    }
    try await log.compact()
    // The app's events are in all blocks, and go too.
    try await log.removeAll(before: try #require(written.dropFirst(500).first).time, except: ["session-0"])
    let blocks = try log.store.blocks(of: nil, after: 0, limit: .max).map { try BlockContents($0.bytes) }
    let sessions = Set(blocks.flatMap { contents in contents.sessions.values })
    for record in try await log.records(of: nil, after: 0, limit: .max) {
      if case .session(let session) = record.source { #expect(sessions.contains(session)) }
    }
    #expect(Set(blocks.flatMap(\.names)).isSuperset(of: names))
    try await log.close()
  }
}
