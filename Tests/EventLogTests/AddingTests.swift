import EventStream
import Testing

@testable import EventLog

/// What becomes of records of another log of which one can't be written.
@Suite struct `Records of another log` {
  private func record(_ number: UInt64, named name: String = "Long.step", payload: LogPayload = .nothing) -> LogRecord {
    LogRecord(
      position: number, source: .session("a"), name: name, sequence: number, id: EventID(rawValue: 7 << 40 | number),
      cause: nil, answers: nil, requests: [], time: Timestamp(milliseconds: 1), marks: [], payload: payload)
  }

  /// Adds three to a log: one that is only for that, or one that an app appends to, which takes in one at a time.
  private func refusal(of records: [LogRecord], by store: MemoryStore, isOnlyAdding: Bool) async throws -> String? {
    var limits = LogLimits()
    limits.group = 1
    let log = try isOnlyAdding ? MemoryLog(addingTo: store, version: 1) : MemoryLog(store, limits: limits)
    let time = Timestamp(milliseconds: 1)
    let session = RecordedSession(
      id: "a", user: "ann", began: time, lastEvent: time, count: records.count, isEnded: false)
    let error = await #expect(throws: EventLogError.self) {
      try await log.add(records, with: [LogSnapshot(position: 3, content: [1])], of: session)
    }
    #expect(try await log.session("a") == nil)
    #expect(try await log.records(of: nil, after: 0, limit: .max).isEmpty)
    #expect(try await log.snapshot(of: "a", before: .max) == nil)
    try await log.close()
    return error?.description
  }

  /// They were said to be there, and the session ended before the first that can't be written.
  @Test(arguments: [false, true])
  func `are all refused if one of them carries no value`(isOnlyAdding: Bool) async throws {
    let nothing = LogPayload(bytes: [], range: 0..<0, names: .none, isWhole: false)
    let records = [record(1), record(2, payload: nothing), record(3)]
    let refusal = try await refusal(of: records, by: MemoryStore(), isOnlyAdding: isOnlyAdding)
    #expect(refusal?.contains("what event 2, Long.step, carries is no value") == true, "\(refusal as Any)")
  }

  @Test(arguments: [false, true])
  func `are all refused if there is no room for their names`(isOnlyAdding: Bool) async throws {
    let store = MemoryStore()
    var group = LogGroup(version: 1)
    group.names = [LogName(kind: .case, number: NameTable.highest, text: "Long.step")]
    store.write(group)
    let records = [record(1), record(2, named: "Long.other"), record(3)]
    let refusal = try await refusal(of: records, by: store, isOnlyAdding: isOnlyAdding)
    #expect(refusal?.contains("1 names that the log hasn't, and it has room for 0") == true, "\(refusal as Any)")
  }
}
