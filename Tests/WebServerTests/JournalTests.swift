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
    let said = Said()
    let journal = Journal(log, logger: Logger(label: "test") { _ in Listener(said: said) })
    try await log.close()
    for session in ["a", "b"] { await journal.noteReturn(of: session, isAlone: false) }
    #expect(said.lines.withLock { $0 } == ["notice: the log of events is closed: what happens now isn't recorded"])
  }
}

private final class Said: Sendable {
  let lines = Mutex<[String]>([])
}

/// Keeps what is said.
private struct Listener: LogHandler {
  let said: Said
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    said.lines.withLock { $0.append("\(event.level): \(event.message)") }
  }
}
