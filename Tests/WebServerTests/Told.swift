import Logging
import Synchronization

/// What an operator was told: messages, and why.
final class Told: Sendable {
  let lines = Mutex<[String]>([])
  /// How grave each is.
  let levels = Mutex<[Logger.Level]>([])
  /// What each says besides.
  let metadata = Mutex<[Logger.Metadata]>([])

  /// A logger that tells it.
  func logger() -> Logger { Logger(label: "test") { _ in Listener(told: self) } }

  private struct Listener: LogHandler {
    let told: Told
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let reason = event.metadata?["error"].map { "\($0)" } ?? ""
      told.levels.withLock { $0.append(event.level) }
      told.metadata.withLock { $0.append(event.metadata ?? [:]) }
      told.lines.withLock { $0.append("\(event.message): \(reason)") }
    }
  }
}
