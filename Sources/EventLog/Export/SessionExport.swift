internal import EventStream
public import Foundation

/// A recorded session outside of its log: to be sent to somebody, kept with a test, or read.
///
/// As JSON lines the first line says what follows, and every other is one event; as a property list it is one file of the
/// same content. Both lose nothing but the places in the log.
public struct SessionExport: Sendable {
  /// The version of the format that is written, and the newest that is read.
  public static let format = 1

  /// What is known of the session.
  public let session: RecordedSession
  /// Its events.
  public let records: [LogRecord]

  /// Makes an export of records that are at hand.
  public init(session: RecordedSession, records: [LogRecord]) {
    self.session = session
    self.records = records
  }

  /// Takes a session out of a log; `nil` if it isn't there.
  public init?(_ id: String, from log: any EventLog) async throws {
    guard let session = try await log.session(id) else { return nil }
    var records: [LogRecord] = []
    while true {
      let more = try await log.records(of: .session(id), after: records.last?.position ?? 0, limit: 5_000)
      records += more
      if more.count < 5_000 { break }
    }
    self.init(session: session, records: records)
  }

  /// Puts the session into a log.
  ///
  /// - Throws: ``EventLogError/exists(session:)`` if the log has one of that name.
  public func add(to log: any EventLog) async throws {
    if try await log.session(session.id) != nil { throw EventLogError.exists(session: session.id) }
    try await log.add(records)
    if let user = session.user { log.note(user: user, of: session.id) }
    if session.isEnded { log.noteEnd(of: session.id) }
    try await log.flush()
  }

  private var head: LogValue {
    var fields = [
      LogField("ghostlight", .string("session")), LogField("format", .integer(Int128(Self.format))),
      LogField("session", .string(session.id)), LogField("began", .string(session.began.text)),
      LogField("lastEvent", .string(session.lastEvent.text)), LogField("events", .integer(Int128(session.count))),
      LogField("isEnded", .bool(session.isEnded)), LogField("isIncomplete", .bool(session.isIncomplete)),
    ]
    if let user = session.user { fields.append(LogField("user", .string(user))) }
    return .object(fields)
  }

  // MARK: JSON lines

  /// The session as JSON lines.
  public func jsonLines() throws -> String {
    var text = head.json + "\n"
    for record in records { text += try record.value().json + "\n" }
    return text
  }

  /// Reads a session from JSON lines.
  ///
  /// - Throws: ``EventLogError/notReadable(reason:)`` with the number of the line, or
  ///   ``EventLogError/tooNew(found:known:)``.
  public init(jsonLines text: String) throws(EventLogError) {
    var head: LogValue?
    var values: [LogValue] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy(\.isWhitespace) { continue }
      do {
        let value = try LogValue(json: String(line))
        if head == nil { head = value } else { values.append(value) }
      } catch {
        throw .notReadable(reason: "line \(index + 1): \(error.reason)")
      }
    }
    try self.init(head: head, values)
  }

  // MARK: Property list

  /// The session as an XML property list.
  public func propertyList() throws -> Data {
    let whole = LogValue.object([
      LogField("head", head), LogField("events", .array(try records.map { try $0.value() })),
    ])
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return try encoder.encode(whole.portable(.propertyList))
  }

  /// Reads a session from a property list.
  ///
  /// - Throws: As ``init(jsonLines:)``.
  public init(propertyList data: Data) throws(EventLogError) {
    let whole: LogValue
    do {
      whole = try PropertyListDecoder().decode(PlainValue.self, from: data).value.restored()
    } catch {
      throw .notReadable(reason: "the property list can't be read: \(error)")
    }
    guard case .array(let events)? = whole["events"] else {
      throw .notReadable(reason: "the property list has no events")
    }
    try self.init(head: whole["head"], events)
  }

  private init(head: LogValue?, _ values: [LogValue]) throws(EventLogError) {
    func text(_ name: String) -> String? { if case .string(let text)? = head?[name] { text } else { nil } }
    guard let head, text("ghostlight") == "session", case .integer(let format)? = head["format"],
      let id = text("session")
    else {
      throw .notReadable(reason: "it doesn't begin with what ghostlight writes: {\"ghostlight\":\"session\", …}")
    }
    guard format <= Self.format else { throw .tooNew(found: Int(truncatingIfNeeded: format), known: Self.format) }
    var records: [LogRecord] = []
    for value in values { records.append(try LogRecord(value)) }
    let began = text("began").flatMap(Timestamp.init(text:)) ?? records.first?.time
    let last = text("lastEvent").flatMap(Timestamp.init(text:)) ?? records.last?.time
    let none = Timestamp(nanoseconds: 0)
    self.init(
      session: RecordedSession(
        id: id, user: text("user"), began: began ?? none, lastEvent: last ?? none, count: records.count,
        isEnded: head["isEnded"] == .bool(true), isIncomplete: head["isIncomplete"] == .bool(true)),
      records: records)
  }
}

/// A value of the kinds that a property list has.
private struct PlainValue: Decodable {
  let value: LogValue

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PathKey.self) {
      value = .object(
        try container.allKeys.map {
          LogField($0.stringValue, try container.decode(PlainValue.self, forKey: $0).value)
        })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var items: [LogValue] = []
      while !container.isAtEnd { items.append(try container.decode(PlainValue.self).value) }
      value = .array(items)
      return
    }
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if let truth = try? container.decode(Bool.self) {
      value = .bool(truth)
    } else if let number = try? container.decode(Int64.self) {
      value = .integer(Int128(number))
    } else {
      value = .double(try container.decode(Double.self))
    }
  }
}
