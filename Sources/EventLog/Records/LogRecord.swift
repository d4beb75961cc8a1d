public import EventStream

/// The stream that an event passed.
public enum LogSource: Hashable, Sendable, Codable {
  /// The stream that the whole app shares.
  case app
  /// A session's own, by the session's name.
  case session(String)
}

/// What an event is to a replay of its session.
public struct LogMarks: OptionSet, Hashable, Sendable, Codable {
  /// A bit for each mark.
  public let rawValue: UInt8
  /// Makes marks of their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It came from outside the session, and a replay needs it: everything else follows from these.
  public static let input = LogMarks(rawValue: 1)
  /// It is the first of a turn: what it and those behind it change is one patch.
  public static let beginsTurn = LogMarks(rawValue: 2)
  /// It is the last of a turn. Where a turn's last event hasn't got this, it isn't known whether there were more: most turns have it,
  /// but not one that was being written when it ended.
  public static let endsTurn = LogMarks(rawValue: 4)
  /// The session had been brought back, and left out numbers before it: see `RecordedEvent.leavesOutNumbers`.
  public static let leavesOutNumbers = LogMarks(rawValue: 64)
}

/// A request that an event was sent for.
public struct RecordedRequest: Hashable, Sendable, Codable {
  /// The request's id.
  public let id: EventID
  /// The request's case, such as `TodoEvent.showTodos`.
  public let name: String

  /// Describes a request.
  public init(id: EventID, name: String) {
    self.id = id
    self.name = name
  }
}

/// One event as a log has it: its envelope, and its content in binary form, not decoded.
public struct LogRecord: Equatable, Sendable {
  /// An event is sent for at most so many requests at once; what claims more is damaged.
  static let mostRequests = Envelope.mostRequests

  /// The place in the log, from 1, without gaps until something is removed.
  public let position: UInt64
  /// The stream that it passed.
  public let source: LogSource
  /// The event's case, such as `TodoEvent.rows`.
  public let name: String
  /// The number in the order of its stream.
  public let sequence: UInt64
  /// What identifies it.
  public let id: EventID
  /// The event that directly caused it; `nil` where the cause lies outside.
  public let cause: EventID?
  /// The request that it answers; `nil` where it answers none.
  public let answers: EventID?
  /// The requests that it was sent for and that were unanswered, the nearest first.
  public let requests: [RecordedRequest]
  /// When it was accepted.
  public let time: Timestamp
  /// What it is to a replay.
  public let marks: LogMarks
  /// Which of the app's versions wrote it: see ``LogMigrations``.
  public let version: Int
  /// The event, in the log's binary form.
  public let payload: LogPayload

  /// Describes a record.
  public init(
    position: UInt64, source: LogSource, name: String, sequence: UInt64, id: EventID, cause: EventID?,
    answers: EventID?, requests: [RecordedRequest], time: Timestamp, marks: LogMarks, version: Int = 1,
    payload: LogPayload
  ) {
    self.position = position
    self.source = source
    self.name = name
    self.sequence = sequence
    self.id = id
    self.cause = cause
    self.answers = answers
    self.requests = requests
    self.time = time
    self.marks = marks
    self.version = version
    self.payload = payload
  }
}

/// What a log knows of a session as a whole.
public struct RecordedSession: Hashable, Sendable, Codable {
  /// The session's name.
  public let id: String
  /// Who it belongs to, as far as the app says.
  public let user: String?
  /// When its first event was recorded.
  public let began: Timestamp
  /// When its last event was recorded.
  public let lastEvent: Timestamp
  /// How many of its events are recorded.
  public let count: Int
  /// Whether it has ended, and can't be brought back.
  public let isEnded: Bool
  /// Whether events of its end are missing, because they couldn't be written and there was no room to keep them: it must not
  /// be rebuilt beyond the last that is there.
  public let isIncomplete: Bool

  /// Describes a session.
  public init(
    id: String, user: String?, began: Timestamp, lastEvent: Timestamp, count: Int, isEnded: Bool,
    isIncomplete: Bool = false
  ) {
    self.id = id
    self.user = user
    self.began = began
    self.lastEvent = lastEvent
    self.count = count
    self.isEnded = isEnded
    self.isIncomplete = isIncomplete
  }
}

/// A session's state at one place of its recording.
public struct LogSnapshot: Hashable, Sendable {
  /// The place of the last record that is part of it.
  public let position: UInt64
  /// The state, in whatever form the one who saved it gave it.
  public let content: [UInt8]

  /// Describes a snapshot.
  public init(position: UInt64, content: [UInt8]) {
    self.position = position
    self.content = content
  }

  /// The checksum of the place, its lowest byte first, and of the content behind it (CRC-32).
  public var checksum: UInt32 {
    Checksum.of(content[...], behind: Checksum.of((0..<8).map { UInt8(truncatingIfNeeded: position >> (8 * $0)) }[...]))
  }

  /// Whether it is what was saved with a checksum: a log may have one of the content alone, as older programs made it.
  public func fits(_ checksum: Int64) -> Bool {
    checksum == Int64(self.checksum) || checksum == Int64(Checksum.of(content[...]))
  }
}
