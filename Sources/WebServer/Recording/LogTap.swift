public import EventLog
public import EventStream

/// Writes what passes the app's stream into a log.
public final class LogTap: Tap {
  private let log: any EventLog

  /// Makes a tap for one app's stream.
  public init(_ log: any EventLog) { self.log = log }

  /// Appends an event of the app's stream to the log, which returns at once.
  public func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    log.append(event, envelope, from: .app, marks: [])
  }
}
