import EventLog
import Logging
import Synchronization
import Testing

@testable import WebServer

/// What an operator is told of the log.
@Suite struct `The journal of an app's sessions` {
  /// It said that the log couldn't be written, of whatever outlived the server.
  @Test func `says once that the log is closed, which is no trouble`() async throws {
    let log = try MemoryLog()
    let told = Told()
    let journal = Journal(log, logger: told.logger())
    try await log.close()
    for session in ["a", "b"] { await journal.noteReturn(of: session, isAlone: false) }
    #expect(told.lines.withLock { $0 } == ["the log of events is closed: what happens now isn't recorded: "])
    #expect(told.levels.withLock { $0 } == [.notice])
  }
}
