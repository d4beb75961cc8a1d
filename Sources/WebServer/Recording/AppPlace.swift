internal import EventLog
internal import EventStream

/// How far a session has heard the app's stream: the last event that came from there, or its own opening if none did.
struct AppPlace: Sendable, Codable, Equatable {
  let id: EventID
  let time: Timestamp
  /// A place in the log behind which the app has recorded that event; 0 if nobody knows.
  var position: UInt64 = 0

  init(_ envelope: Envelope) {
    id = envelope.id
    time = envelope.time
  }

  init(_ record: LogRecord) {
    id = record.id
    time = record.time
    position = record.position
  }
}
