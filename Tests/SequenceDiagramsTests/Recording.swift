import EventLog
import EventStream

/// A recording written down by hand.
struct Recording {
  private(set) var records: [LogRecord] = []

  /// Adds an event; its id is its place unless it has passed another stream before.
  mutating func add(
    _ name: String, on source: LogSource, id: UInt64? = nil, cause: UInt64? = nil, answers: UInt64? = nil,
    at milliseconds: Int64 = 0
  ) {
    let position = UInt64(records.count + 1)
    records.append(
      LogRecord(
        position: position, source: source, name: name, sequence: position,
        id: EventID(rawValue: id ?? position), cause: cause.map(EventID.init(rawValue:)),
        answers: answers.map(EventID.init(rawValue:)), requests: [], time: Timestamp(milliseconds: milliseconds),
        marks: [], payload: .nothing))
  }

  /// Ann ticks a todo, as Todostream's recording has it; Bo looks at the same list.
  static var oneClick: Recording {
    var recording = Recording()
    let (ann, bo) = (LogSource.session("ann-7Qw2"), LogSource.session("bo-9Zk4"))
    recording.add("TodoEvent.requestCompleteTodo", on: ann)
    recording.add("StoreEvent.requestWriteTodo", on: .app, cause: 1, at: 1)
    recording.add("StoreEvent.todo", on: .app, cause: 2, answers: 2, at: 4)
    recording.add("StoreEvent.todo", on: ann, id: 3, cause: 2, answers: 2, at: 4)
    recording.add("TodoEvent.row", on: ann, cause: 3, answers: 1, at: 5)
    recording.add("StoreEvent.todo", on: bo, id: 3, cause: 2, answers: 2, at: 5)
    recording.add("TodoEvent.row", on: bo, cause: 3, at: 5)
    return recording
  }
}
