import EventLog
import EventStream
import Metering
import Synchronization

@testable import DevTools

/// A log of records that a test has written down.
final class ArrayLog: EventLog {
  private let records: Mutex<[LogRecord]>
  private let contents = Mutex<[UInt64: String]>([:])

  private let most = Mutex(Int.max)
  /// How often its sessions were asked for.
  let listings = Mutex(0)
  private let damaged = Mutex<ClosedRange<UInt64>?>(nil)

  init(_ records: [LogRecord] = []) { self.records = Mutex(records) }

  /// From now on gives no more than so many at a time, whatever is asked, as a log does before a damage.
  func give(atMost count: Int) { most.withLock { $0 = count } }

  /// From now on these can't be read.
  func damage(_ places: ClosedRange<UInt64>) { damaged.withLock { $0 = places } }

  func add(
    _ name: String, on source: LogSource, id: UInt64? = nil, cause: UInt64? = nil, answers: UInt64? = nil,
    marks: LogMarks = [], at milliseconds: Int64? = nil, content: String = ""
  ) {
    records.withLock { records in
      let position = UInt64(records.count + 1)
      contents.withLock { $0[position] = content }
      records.append(
        LogRecord(
          position: position, source: source, name: name, sequence: position,
          id: EventID(rawValue: id ?? position), cause: cause.map(EventID.init(rawValue:)),
          answers: answers.map(EventID.init(rawValue:)), requests: [],
          time: Timestamp(milliseconds: milliseconds ?? Int64(position) * 10), marks: marks,
          payload: .nothing))
    }
  }

  func content(of position: UInt64) -> String { contents.withLock { $0[position] ?? "" } }

  func append<Root: Event>(
    _ event: Root, _ envelope: Envelope, from source: LogSource, marks: LogMarks
  ) -> LogPlace { .nowhere }
  func flush() async throws {}

  func records(of source: LogSource?, after position: UInt64, limit: Int) async throws -> [LogRecord] {
    var limit = most.withLock { min($0, limit) }
    if let damaged = damaged.withLock({ $0 }), damaged.upperBound > position {
      limit = min(limit, Int(damaged.lowerBound) - 1 - Int(position))
      if limit < 1 {
        throw EventLogError.damaged(position: position, through: damaged.upperBound, reason: "its checksum is wrong")
      }
    }
    return records.withLock { records in
      Array(
        records.dropFirst(Int(position)).lazy.filter { source == nil || $0.source == source }.prefix(limit))
    }
  }

  func sessions(limit: Int) async throws -> [RecordedSession] {
    listings.withLock { $0 += 1 }
    let ids = records.withLock { records in
      records.compactMap { if case .session(let id) = $0.source { id } else { nil } }
    }
    return Set(ids).sorted().prefix(limit).map { id in
      let own = records.withLock { $0.filter { $0.source == .session(id) } }
      return RecordedSession(
        id: id, user: nil, began: own[0].time, lastEvent: own[own.count - 1].time, count: own.count, isEnded: false)
    }
  }

  func session(_ id: String) async throws -> RecordedSession? { try await sessions(limit: 99).first { $0.id == id } }
  func save(snapshot: [UInt8], of session: String, at position: UInt64) async throws {}
  func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? { nil }
  func removeAll(before time: Timestamp, now: Timestamp, unless isNeeded: @Sendable (String) -> Bool) async throws {}
  func close() async throws {}

  /// Ann ticks a todo, and Bo looks at the same list.
  static var oneClick: ArrayLog {
    let log = ArrayLog()
    let (ann, bo) = (LogSource.session("ann-7Qw2"), LogSource.session("bo-9Zk4"))
    log.add("TodoEvent.requestCompleteTodo", on: ann, marks: .input, content: "7")
    log.add("StoreEvent.requestWriteTodo", on: .app, cause: 1)
    log.add("Other.tick", on: .app)
    log.add("StoreEvent.todo", on: .app, cause: 2, answers: 2, content: "Buy Milk")
    log.add("StoreEvent.todo", on: ann, id: 4, cause: 2, answers: 2, marks: .input, content: "Buy Milk")
    log.add("TodoEvent.row", on: ann, cause: 4, answers: 1, content: "Buy Milk")
    log.add("StoreEvent.todo", on: bo, id: 4, cause: 2, answers: 2, marks: .input, content: "Buy Milk")
    log.add("TodoEvent.row", on: bo, cause: 4, content: "Buy Milk")
    return log
  }
}

extension DevToolsParts {
  init(_ log: ArrayLog, replaying replay: any SessionReplaying, keeping limit: Int = 1_000) {
    self.init(
      appName: "Test", log: log, index: LogIndex(limit: limit),
      describe: EventDescription { record in log.content(of: record.position) }, meter: StreamMeter(),
      sessionMeter: StreamMeter(),
      screens: ScreenCache(replay))
  }
}
