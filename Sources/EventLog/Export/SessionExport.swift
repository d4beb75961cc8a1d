internal import EventStream
public import Foundation

/// A recorded session outside of its log: to be sent to somebody, kept with a test, or read.
///
/// As JSON lines the first line says what follows, and every other is one event; as a property list it is one file of the
/// same content. Both lose nothing but the places in the log.
public struct SessionExport: Sendable {
  /// The newest version of the format that is read. The second is written where there is a snapshot, for the first had none.
  public static let format = 2

  /// What is known of the session.
  public let session: RecordedSession
  /// Its events.
  public let records: [LogRecord]
  /// What they follow on, if what was before them was forgotten; its place is that of the first of them, or before it.
  public let start: LogSnapshot?

  /// Makes an export of records that are at hand.
  public init(session: RecordedSession, records: [LogRecord], behind start: LogSnapshot? = nil) {
    self.session = session
    self.records = records
    self.start = start
  }

  /// Takes a session out of a log; `nil` if it isn't there.
  ///
  /// - Parameter upToDamage: Whether of a damaged session what stands before the damage is taken, or before what a newer program has
  ///   written. It is incomplete then.
  /// - Throws: What the log throws; ``EventLogError/damaged(position:through:reason:)`` if any of the session is damaged.
  public init?(_ id: String, from log: any EventLog, upToDamage: Bool = false) async throws {
    guard let session = try await log.session(id) else { return nil }
    var records: [LogRecord] = []
    var isDamaged = false
    // Until none come: before a damage there are fewer than were asked for, as at the end.
    reading: while true {
      do {
        let more = try await log.records(of: .session(id), after: records.last?.position ?? 0, limit: 5_000)
        if more.isEmpty { break reading }
        records += more
      } catch let error as EventLogError where upToDamage && error.isOfReading {
        isDamaged = true
        break reading
      }
    }
    var start: LogSnapshot?
    if let first = records.first {
      start = try await log.snapshot(of: id, before: first.position)
      // The first event of a stream is its first.
      if start == nil, first.sequence > 1 {
        guard upToDamage else {
          throw EventLogError.damaged(
            position: 0, through: first.position, reason: "what stands before its first event is missing")
        }
        isDamaged = true
      }
    }
    self.init(
      session: session.with(records, isIncomplete: session.isIncomplete || isDamaged), records: records, behind: start)
  }

  /// The events before the first that is missing, as an incomplete session: of a log that was put together again from what was
  /// left of it.
  public var upToGap: SessionExport {
    let gap = records.indices.dropFirst().first { records[$0].sequence > records[$0 - 1].sequence &+ 1 }
    let whole = Array(records[..<(gap ?? records.endIndex)])
    return SessionExport(session: session.with(whole, isIncomplete: true), records: whole, behind: start)
  }

  /// Puts the session into a log, where it counts as ended: it is there to be looked at and replayed, and nothing that it would do
  /// is done.
  ///
  /// - Throws: ``EventLogError/exists(session:)`` if the log has one of that name; ``EventLogError/newerSession(found:known:)``.
  public func add(to log: any EventLog) async throws {
    if try await log.session(session.id) != nil { throw EventLogError.exists(session: session.id) }
    try await log.add(records, behind: start, of: session)
  }

  private var head: LogValue {
    var fields = [
      LogField("ghostlight", .string("session")), LogField("format", .integer(start == nil ? 1 : 2)),
      LogField("session", .string(session.id)), LogField("began", .string(session.began.text)),
      LogField("lastEvent", .string(session.lastEvent.text)), LogField("events", .integer(Int128(records.count))),
      LogField("isEnded", .bool(session.isEnded)), LogField("isIncomplete", .bool(session.isIncomplete)),
    ]
    if let user = session.user { fields.append(LogField("user", .string(user))) }
    if let start { fields.append(LogField("snapshot", Self.value(of: start))) }
    return .object(fields)
  }

  /// A snapshot is a text wherever it is one, for those who read it.
  private static func value(of start: LogSnapshot) -> LogValue {
    let text = String(validating: start.content, as: UTF8.self)
    return .object([
      LogField("position", .integer(Int128(start.position))),
      LogField("content", text.map { .string($0) } ?? .data(start.content)),
    ])
  }

  // MARK: JSON lines

  /// The session as JSON lines: what is known of it, then an event on each line, in order. Each ends with a line feed.
  ///
  /// - Throws: ``EventLogError/damaged(position:through:reason:)`` if what an event carries can't be read.
  public func jsonLines() throws -> String {
    var text = head.json + "\n"
    for record in records { text += try record.value().json + "\n" }
    return text
  }

  // MARK: Property list

  /// The session as an XML property list.
  ///
  /// - Throws: As ``jsonLines()``, and what Foundation's encoder throws.
  public func propertyList() throws -> Data {
    let whole = LogValue.object([
      LogField("head", head), LogField("events", .array(try records.map { try $0.value() })),
    ])
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return try encoder.encode(whole.portable(.propertyList))
  }
}

extension RecordedSession {
  /// The session with so many of its events.
  fileprivate func with(_ records: [LogRecord], isIncomplete: Bool) -> RecordedSession {
    RecordedSession(
      id: id, user: user, began: began, lastEvent: records.last?.time ?? lastEvent,
      count: records.count, isEnded: isEnded, isIncomplete: isIncomplete)
  }
}

extension EventLogError {
  /// Whether there is something behind that can't be read.
  fileprivate var isOfReading: Bool {
    switch self {
    case .damaged, .tooNew: true
    default: false
    }
  }
}
