internal import EventLog
internal import EventStream

/// How far a session has heard the app's stream: the last event that came from there, or its own opening if none did.
struct AppPlace: Sendable, Codable, Equatable {
  private(set) var id: EventID
  let time: Timestamp
  /// Where the session's own record of that event stands in the log, or something of the session's behind that; what the app has recorded
  /// stands before it, as a rule. 0 if nobody knows.
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

  /// Whether it is a session's request, which has passed the app's stream: its id is of the session's.
  var isRequest: Bool { StreamIdentity(of: id).isAsker(of: id) }

  /// The same for a copy of the session: its opening has another id there.
  func moved(from old: StreamIdentity, to new: StreamIdentity) -> AppPlace {
    var moved = self
    moved.id = id.moved(from: old, to: new)
    return moved
  }
}
