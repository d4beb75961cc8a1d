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

  /// It said so with the next act, which may be hours later.
  @Test(.timeLimit(.minutes(1)))
  func `says that the log is written again when it is, though nobody acts`() async throws {
    let log = try HeldLog()
    let told = Told()
    let journal = Journal(log, pause: .milliseconds(5), logger: told.logger())
    for _ in 0..<2 {
      log.isFull = true
      let before = told.lines.withLock { $0.count }
      for session in ["a", "b"] { await journal.noteReturn(of: session, isAlone: false) }
      // For as long as it can't be, nothing more is said.
      try await Task.sleep(for: .milliseconds(50))
      #expect(told.lines.withLock { $0.count } == before + 1)
      log.isFull = false
      while told.lines.withLock({ $0.count }) < before + 2 { try await Task.sleep(for: .milliseconds(2)) }
    }
    let expected = ["the log of events can't be written: ", "the log of events is written again: "]
    let lines = told.lines.withLock { $0 }
    #expect(lines.count == 4 && zip(lines, expected + expected).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
    try await log.close()
  }
}
