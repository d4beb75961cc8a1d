public import EventStream
internal import Foundation

extension LogRecord {
  /// The record as one value, as it is exported: its envelope, and what it carries under `payload`.
  ///
  /// - Throws: ``EventLogError/damaged(position:reason:)`` if its payload can't be read.
  public func value() throws(EventLogError) -> LogValue {
    var fields = [
      LogField("position", .integer(Int128(position))), LogField("event", .string(name)),
      LogField("id", .string(id.description)), LogField("sequence", .integer(Int128(sequence))),
      LogField("time", .string(time.text)),
    ]
    if case .session(let session) = source { fields.append(LogField("session", .string(session))) }
    if let cause { fields.append(LogField("cause", .string(cause.description))) }
    if let answers { fields.append(LogField("answers", .string(answers.description))) }
    if !requests.isEmpty {
      fields.append(
        LogField(
          "for",
          .array(
            requests.map {
              .object([LogField("id", .string($0.id.description)), LogField("event", .string($0.name))])
            })))
    }
    if !marks.isEmpty { fields.append(LogField("marks", .integer(Int128(marks.rawValue)))) }
    if version != 1 { fields.append(LogField("version", .integer(Int128(version)))) }
    if payload.isWhole { fields.append(LogField("whole", .bool(true))) }
    do {
      fields.append(LogField("payload", try payload.value()))
    } catch {
      throw .damaged(position: position, through: position, reason: "its payload can't be read")
    }
    return .object(fields)
  }

  /// Reads a record back from what ``value()`` gave.
  ///
  /// - Throws: ``EventLogError/notReadable(reason:)``.
  public init(_ value: LogValue) throws(EventLogError) {
    func text(_ name: String, in value: LogValue = value) -> String? {
      if case .string(let text)? = value[name] { text } else { nil }
    }
    func number(_ name: String) -> UInt64? {
      if case .integer(let number)? = value[name] { UInt64(exactly: number) } else { nil }
    }
    guard let position = number("position"), let name = text("event"), let sequence = number("sequence"),
      let id = text("id").flatMap(EventID.init), let time = text("time").flatMap(Timestamp.init(text:)),
      let carried = value["payload"]
    else {
      throw .notReadable(reason: "an event needs position, event, sequence, id, time and payload; found \(value.json)")
    }
    var requests: [RecordedRequest] = []
    if case .array(let items)? = value["for"] {
      for item in items {
        guard let id = text("id", in: item).flatMap(EventID.init), let name = text("event", in: item) else {
          throw .notReadable(reason: "a request needs id and event; found \(item.json)")
        }
        requests.append(RecordedRequest(id: id, name: name))
      }
    }
    let payload: LogPayload
    do {
      payload = try LogPayload(carried, isWhole: value["whole"] == .bool(true))
    } catch {
      throw .notReadable(reason: String(describing: error))
    }
    self.init(
      position: position, source: text("session").map { .session($0) } ?? .app, name: name, sequence: sequence,
      id: id, cause: text("cause").flatMap(EventID.init), answers: text("answers").flatMap(EventID.init),
      requests: requests, time: time, marks: LogMarks(rawValue: UInt8(truncatingIfNeeded: number("marks") ?? 0)),
      version: number("version").map { Int(truncatingIfNeeded: $0) } ?? 1, payload: payload)
  }
}

extension EventID {
  /// Reads an id as it is described, such as `3.127`; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let origin = UInt64(parts[0]), let number = UInt64(parts[1]), origin < 1 << 24,
      number < 1 << 40
    else { return nil }
    self.init(rawValue: origin << 40 | number)
  }
}

extension Timestamp {
  /// The moment as text, such as `2026-11-21T17:00:00.123456789Z`.
  public var text: String {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (whole, fraction) = rest < 0 ? (seconds - 1, rest + 1_000_000_000) : (seconds, rest)
    let digits = String(fraction)
    let date = Date(timeIntervalSince1970: TimeInterval(whole)).formatted(.iso8601)
    return date.dropLast() + "." + String(repeating: "0", count: 9 - digits.count) + digits + "Z"
  }

  /// Reads a moment as ``text`` gives it.
  init?(text: String) {
    guard let point = text.lastIndex(of: "."), text.hasSuffix("Z"),
      let date = try? Date.ISO8601FormatStyle().parse(text[..<point] + "Z"),
      let fraction = Int64(text[text.index(after: point)...].dropLast().prefix(9))
    else { return nil }
    self.init(nanoseconds: Int64(date.timeIntervalSince1970) * 1_000_000_000 + fraction)
  }
}
