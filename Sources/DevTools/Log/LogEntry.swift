internal import EventLog
internal import EventStream

/// What an index keeps of a record: all but what the event carries, in 56 bytes.
struct LogEntry: Sendable {
  let position: UInt64
  let id: EventID
  /// Zero for none, as is `answers`.
  let causeID: UInt64
  let answersID: UInt64
  let time: Timestamp
  /// The number of the name and of the source in the index.
  let name: UInt32
  let source: UInt32
  let marks: LogMarks
}
