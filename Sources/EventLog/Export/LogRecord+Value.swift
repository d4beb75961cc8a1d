public import EventStream
internal import Foundation

extension LogRecord {
  /// The record as one value, as it is exported: its envelope, and what it carries under `payload`.
  ///
  /// - Throws: ``EventLogError/damaged(position:through:reason:)`` if its payload can't be read.
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
    let fields = ExportedFields(value)
    // Stores count with 63 bits.
    guard let position = try fields.number("position", in: 1...UInt64(Int64.max)), let name = try fields.name("event"),
      let sequence: UInt64 = try fields.number("sequence"), let id = try fields.id("id"),
      let time = try fields.time("time"), let carried = value["payload"]
    else {
      throw .notReadable(
        reason: "an event needs position, event, sequence, id, time and payload; found \(value.excerpt)")
    }
    var requests: [RecordedRequest] = []
    for item in try fields.items("for") {
      let fields = ExportedFields(item)
      guard let id = try fields.id("id"), let name = try fields.name("event") else {
        throw .notReadable(reason: "a request needs id and event; found \(item.excerpt)")
      }
      requests.append(RecordedRequest(id: id, name: name))
    }
    guard requests.count <= Self.mostRequests else {
      throw .notReadable(reason: "an event is for at most \(Self.mostRequests) requests; found \(requests.count)")
    }
    let payload: LogPayload
    do {
      payload = try LogPayload(carried, isWhole: fields.flag("whole"))
    } catch let error as EventLogError {
      throw error
    } catch {
      throw .notReadable(reason: String(describing: error))
    }
    self.init(
      position: position, source: try fields.name("session").map { .session($0) } ?? .app, name: name,
      sequence: sequence, id: id, cause: try fields.id("cause"), answers: try fields.id("answers"), requests: requests,
      time: time, marks: LogMarks(rawValue: try fields.number("marks") ?? 0),
      version: try fields.number("version", in: 1...Int.max) ?? 1, payload: payload)
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

  /// Reads a moment as ``text`` gives it; `nil` for what is none, or lies before 1678 or behind 2262, beyond what nanoseconds
  /// can tell.
  init?(text: String) {
    guard let point = text.lastIndex(of: "."), text.hasSuffix("Z"),
      let date = try? Date.ISO8601FormatStyle().parse(text[..<point] + "Z"),
      let seconds = Int64(exactly: date.timeIntervalSince1970)
    else { return nil }
    let digits = text[text.index(after: point)...].dropLast()
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let fraction = Int64(digits + String(repeating: "0", count: 9 - digits.utf8.count))
    else { return nil }
    // The first second of all begins before what can be told; hence not both steps with 64 bits.
    guard let nanoseconds = Int64(exactly: Int128(seconds) * 1_000_000_000 + Int128(fraction)) else { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}
