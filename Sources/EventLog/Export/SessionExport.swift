internal import EventStream
public import Foundation

/// A recorded session outside of its log: to be sent to somebody, kept with a test, or read.
///
/// As JSON lines the first line says what follows, and every other is one event, or a snapshot of all before it; as a property list
/// it is one file of the same content. Both lose nothing but the places in the log.
public struct SessionExport: Sendable {
  /// The newest version of the format that is read. The second is written where there is a snapshot that the events follow on, and
  /// the third where there are others, for those before it had none.
  public static let format = 3
  /// The events of a session have at most so many different names: no app has more cases, and each stays in the log that takes it in.
  static let mostNames = 10_000

  /// What is known of the session.
  public let session: RecordedSession
  /// Its events.
  public let records: [LogRecord]
  /// What they follow on, if what was before them was forgotten; its place is that of the first of them, or before it.
  public let start: LogSnapshot?
  /// Snapshots among them, in order, ``SnapshotThinning/limit`` at most: who looks at a moment needn't play everything before it.
  public let snapshots: [LogSnapshot]

  /// Makes an export of records that are at hand.
  public init(
    session: RecordedSession, records: [LogRecord], behind start: LogSnapshot? = nil, with snapshots: [LogSnapshot] = []
  ) {
    self.session = session
    self.records = records
    self.start = start
    self.snapshots = snapshots
  }

  /// Takes a session out of a log; `nil` if it isn't there.
  ///
  /// If what was before its events was forgotten, it begins with a snapshot: with the one that its first event is in or, where forgetting
  /// was interrupted, with the first that has its own event among those that are left. What is left before that isn't taken.
  ///
  /// - Parameter upToDamage: Whether of a damaged session what stands before the damage is taken, or before what a newer program has
  ///   written, or before what is missing. It is incomplete then.
  /// - Throws: What the log throws; ``EventLogError/damaged(position:through:reason:)`` if any of the session is damaged or missing.
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
      if start == nil, first.sequence > 1 { start = try await Self.earliest(of: id, from: log, cutting: &records) }
      if start == nil, first.sequence > 1 {
        guard upToDamage else {
          throw EventLogError.damaged(
            position: 0, through: first.position, reason: "what stands before its first event is missing")
        }
        isDamaged = true
      }
    }
    if let gap = SessionNumbering.gap(in: records) {
      guard upToDamage else {
        let before = records[gap - 1].position
        throw EventLogError.damaged(
          position: before, through: before, reason: "what stood before event \(records[gap].position) is missing")
      }
      records.removeSubrange(gap...)
      isDamaged = true
    }
    let places = (start?.position ?? 0)...(records.last?.position ?? start?.position ?? 0)
    self.init(
      session: session.with(records, isIncomplete: session.isIncomplete || isDamaged), records: records, behind: start,
      with: try await Self.snapshots(of: id, behind: places.lowerBound, through: places.upperBound, from: log))
  }

  /// The earliest snapshot with an event of its own that is left, of a session of which the events before it were being forgotten when that
  /// was interrupted; what is left of those goes. `nil` if there is none. Those before it went first, and of what is behind it nothing did.
  private static func earliest(
    of id: String, from log: any EventLog, cutting records: inout [LogRecord]
  ) async throws -> LogSnapshot? {
    guard let first = records.first else { return nil }
    var (start, begin, place): (LogSnapshot?, Int, UInt64) = (nil, 0, .max)
    while let snapshot = try await log.snapshot(of: id, before: place), snapshot.position >= first.position {
      if let index = records.firstIndex(where: { $0.position == snapshot.position }) {
        (start, begin) = (snapshot, index)
      }
      guard snapshot.position > 0 else { break }
      place = snapshot.position - 1
    }
    if start != nil { records.removeSubrange(..<begin) }
    return start
  }

  /// The snapshots that a log has of a session between two places, in order.
  private static func snapshots(
    of id: String, behind first: UInt64, through last: UInt64, from log: any EventLog
  ) async throws -> [LogSnapshot] {
    var (found, place): ([LogSnapshot], UInt64) = ([], last)
    while found.count < SnapshotThinning.limit, place > first,
      let snapshot = try await log.snapshot(of: id, before: place), snapshot.position > first
    {
      found.append(snapshot)
      place = snapshot.position - 1
    }
    return found.reversed()
  }

  /// The same as an incomplete session: of a log that was put together again from what was left of it, nobody knows what stood behind.
  public var incomplete: SessionExport {
    SessionExport(
      session: session.with(records, isIncomplete: true), records: records, behind: start, with: snapshots)
  }

  /// Puts the session into a log, where it counts as ended: it is there to be looked at and replayed, and nothing that it would do
  /// is done.
  ///
  /// - Throws: ``EventLogError/exists(session:)`` if the log has one of that name; ``EventLogError/newerSession(found:known:)``.
  public func add(to log: any EventLog) async throws {
    if try await log.session(session.id) != nil { throw EventLogError.exists(session: session.id) }
    try await log.add(records, with: (start.map { [$0] } ?? []) + snapshots, of: session)
  }

  private var head: LogValue {
    var fields = [
      LogField("ghostlight", .string("session")), LogField("format", .integer(version)),
      LogField("session", .string(session.id)), LogField("began", .string(session.began.text)),
      LogField("lastEvent", .string(session.lastEvent.text)), LogField("events", .integer(Int128(records.count))),
      LogField("isEnded", .bool(session.isEnded)), LogField("isIncomplete", .bool(session.isIncomplete)),
    ]
    if let user = session.user { fields.append(LogField("user", .string(user))) }
    if let start { fields.append(LogField("snapshot", Self.value(of: start))) }
    return .object(fields)
  }

  /// The oldest version of the format that has all of this.
  private var version: Int128 {
    if !snapshots.isEmpty { return 3 }
    return start == nil ? 1 : 2
  }

  /// A snapshot is a text wherever it is one, for those who read it.
  private static func value(of snapshot: LogSnapshot) -> LogValue {
    let text = String(validating: snapshot.content, as: UTF8.self)
    return .object([
      LogField("position", .integer(Int128(snapshot.position))),
      LogField("content", text.map { .string($0) } ?? .data(snapshot.content)),
    ])
  }

  // MARK: JSON lines

  /// The session as JSON lines: what is known of it, then an event on each line, in order, and each snapshot behind the last event
  /// that is in it. Each ends with a line feed.
  ///
  /// - Throws: ``EventLogError/damaged(position:through:reason:)`` if what an event carries can't be read.
  public func jsonLines() throws -> String {
    var text = head.json + "\n"
    var left = snapshots[...]
    for (index, record) in records.enumerated() {
      text += try record.value().json + "\n"
      let next = records.indices.contains(index + 1) ? records[index + 1].position : .max
      while let first = left.first, first.position < next {
        text += LogValue.object([LogField("snapshot", Self.value(of: first))]).json + "\n"
        left = left.dropFirst()
      }
    }
    return text
  }

  // MARK: Property list

  /// The session as an XML property list.
  ///
  /// - Throws: As ``jsonLines()``, and what Foundation's encoder throws.
  public func propertyList() throws -> Data {
    var fields = [LogField("head", head), LogField("events", .array(try records.map { try $0.value() }))]
    if !snapshots.isEmpty { fields.append(LogField("snapshots", .array(snapshots.map(Self.value(of:))))) }
    let whole = LogValue.object(fields)
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
