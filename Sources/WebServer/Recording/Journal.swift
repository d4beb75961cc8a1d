internal import EventLog
internal import EventStream
internal import Logging
internal import Synchronization

/// Where an app's sessions are recorded, and what they are brought back from.
final class Journal: Sendable {
  let log: any EventLog
  let decoder: EventDecoder
  private let screenInterval: Int
  private let logger: Logger
  private let isTroubled = Mutex(false)

  /// - Parameter screenInterval: How many turns lie between two of which the screen is recorded too; 0 for never.
  init(_ log: any EventLog, decoder: EventDecoder = EventDecoder(), screenInterval: Int = 32, logger: Logger) {
    self.log = log
    self.decoder = decoder
    self.screenInterval = screenInterval
    self.logger = logger
  }

  /// Records a session.
  func recorder(of session: String) -> LogRecorder {
    LogRecorder(log, .session(session), screenInterval: screenInterval)
  }

  /// Tells the operator that a session begins anew although it is recorded.
  func couldNotBringBack(_ session: String, because error: any Error) {
    logger.warning("a session can't be brought back", metadata: ["session": "\(session)", "error": "\(error)"])
  }

  /// Waits until everything that has happened is durable: before that nobody is told of it.
  ///
  /// A log that can't be written doesn't stop the app. It keeps what it was given, and the operator is told once.
  func settle() async {
    do {
      try await log.flush()
      if isTroubled.withLock({ $0 }) {
        isTroubled.withLock { $0 = false }
        logger.notice("the log of events is written again")
      }
    } catch {
      let isNew = isTroubled.withLock { isTroubled in
        defer { isTroubled = true }
        return !isTroubled
      }
      if isNew { logger.error("the log of events can't be written", metadata: ["error": "\(error)"]) }
    }
  }
}
