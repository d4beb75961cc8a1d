/// A recorded event on its way to what it would be today.
struct MigratedEvent {
  var name: String
  var isRemoved = false
  private let payload: LogPayload
  /// What it carries, once that has been changed.
  private var value: LogValue?

  init(_ record: LogRecord) {
    name = record.name
    payload = record.payload
  }

  /// Changes what the event carries.
  mutating func changeValue(_ change: (inout LogValue) throws -> Void) throws {
    var value = try value ?? payload.value()
    try change(&value)
    self.value = value
  }

  /// The record with what was changed, and the requests that it was sent for as they are called today.
  func record(from record: LogRecord, for requests: [RecordedRequest]) throws(EventLogError) -> LogRecord {
    if value == nil, name == record.name, requests == record.requests { return record }
    do {
      return record.with(
        name: name, requests: requests,
        payload: try value.map { try LogPayload($0, isWhole: payload.isWhole) } ?? payload)
    } catch {
      throw .unreadable(position: record.position, name: record.name, reason: ByteReader.Malformed.reason(of: error))
    }
  }
}

extension LogRecord {
  /// The record with another name, other requests and another payload.
  func with(name: String, requests: [RecordedRequest], payload: LogPayload) -> LogRecord {
    LogRecord(
      position: position, source: source, name: name, sequence: sequence, id: id, cause: cause, answers: answers,
      requests: requests, time: time, marks: marks, version: version, payload: payload)
  }
}
