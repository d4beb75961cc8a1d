public import EventStream

extension RecordedEvent {
  /// Reads an event back from its record; `nil` if a migration says that its case is gone.
  ///
  /// - Throws: As ``EventDecoder/event(of:)``.
  public init?(_ record: LogRecord, _ decoder: EventDecoder = EventDecoder()) throws(EventLogError) {
    guard let record = try decoder.current(record) else { return nil }
    let event = try decoder.decoded(record)
    self.init(
      event,
      Envelope(
        recorded: type(of: event).eventType, tag: event.tag, sequence: record.sequence, id: record.id,
        time: record.time, cause: record.cause, answers: record.answers,
        requests: record.requests.map { ($0.id, $0.name) }),
      leavesOutNumbers: record.marks.contains(.leavesOutNumbers))
  }
}
