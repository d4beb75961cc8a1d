import EventStream
import Testing

@testable import EventLog

/// What blocks tell besides their records.
@Suite struct `A scribe` {
  private func record(
    _ number: UInt64, of session: String, version: Int = 1, named name: String = "Long.step", at position: UInt64 = 0
  ) -> LogRecord {
    LogRecord(
      position: position, source: .session(session), name: name, sequence: number,
      id: EventID(rawValue: 7 << 40 | number), cause: nil, answers: nil, requests: [],
      time: Timestamp(milliseconds: 1), marks: [], version: version, payload: .nothing)
  }

  /// What each block tells.
  private func told(by scribe: Scribe) throws -> [BlockContents] {
    try scribe.group.blocks.map { try BlockContents($0.bytes) }
  }

  /// The block in which it was to be told ended before its first record.
  @Test func `tells a session's name in the block that has its first record`() throws {
    var scribe = Scribe(LogContents(), version: 1, blockSize: 3_900)
    scribe.note(.user("Ann"), of: "a", at: Timestamp(milliseconds: 1))
    scribe.add([record(1, of: "b")], with: [], began: nil)
    scribe.add([record(1, of: "a")], with: [], began: nil)
    scribe.note(.user("Ann"), of: "c", at: Timestamp(milliseconds: 1))
    scribe.add([record(1, of: "c", version: 0)], with: [], began: nil)
    scribe.add([record(2, of: "a")], with: [], began: nil)
    #expect(try told(by: scribe).map { $0.sessions.values.sorted() } == [["b"], ["a"], ["c"], []])
  }

  @Test func `tells all names in its first block, and once more when it is told to`() throws {
    let names = [
      LogName(kind: .case, number: 1, text: "Long.step"), LogName(kind: .field, number: 1, text: "name"),
    ]
    var scribe = Scribe(LogContents(names: names, lastPosition: 7), version: 1, blockSize: 3_900)
    scribe.add([record(1, of: "a", version: 0)], with: [], began: nil)
    scribe.add([record(2, of: "a")], with: [], began: nil)
    scribe.tellNames()
    scribe.tellNames()
    scribe.add([record(3, of: "a")], with: [], began: nil)
    #expect(try told(by: scribe).map(\.names) == [names, [], names])
    // The store has them.
    #expect(scribe.group.names.isEmpty)
  }

  /// What stood behind a long one, or behind very many, was told by no block.
  @Test func `tells the first and the last names where there are too many, and none that is too long`() throws {
    let own = [
      LogName(kind: .case, number: 1, text: "Long.step"), LogName(kind: .field, number: 1, text: "name"),
      LogName(kind: .case, number: 10_003, text: "Long.other"),
    ]
    let long = LogName(kind: .case, number: 2, text: String(repeating: "x", count: 70_000))
    let imported = (3...10_002).map { LogName(kind: .case, number: $0, text: "Imported.event\($0)") }
    var scribe = Scribe(LogContents(names: own + [long] + imported), version: 1, blockSize: 3_900)
    scribe.add([record(1, of: "a")], with: [], began: nil)
    let told = try #require(try self.told(by: scribe).first).names
    #expect(Set(told).isSuperset(of: own) && !told.contains(long) && Set(told).count == told.count)
    let size = told.reduce(0) { $0 + $1.text.utf8.count }
    #expect((60_000...1 << 16).contains(size), "\(size)")
  }

  /// The log couldn't be written any more, for it gave numbers that it had given.
  @Test func `gives no number that nobody would read`() throws {
    let last = LogName(kind: .case, number: NameTable.highest, text: "Long.step")
    var scribe = Scribe(LogContents(names: [last]), version: 1, blockSize: 3_900)
    scribe.add([record(1, of: "a"), record(2, of: "a", named: "Long.other"), record(3, of: "a")], with: [], began: nil)
    let failures = scribe.takeFailures()
    #expect(failures.count == 1 && failures[0].description.contains("room for no other"), "\(failures)")
    #expect(scribe.group.names.isEmpty)
    #expect(scribe.group.notes == [ChapterNote(number: 1, kind: .incomplete)])
    #expect(try told(by: scribe).map(\.records.count) == [1])
  }

  /// They came to stand behind the last event that was left, and the session was brought back as it never was there.
  @Test func `keeps no snapshots of what it has cut off`() throws {
    let last = LogName(kind: .case, number: NameTable.highest, text: "Long.step")
    var scribe = Scribe(LogContents(names: [last]), version: 1, blockSize: 3_900)
    let records = (1...4 as ClosedRange<UInt64>).map { number in
      record(number, of: "a", named: number == 2 ? "Long.other" : "Long.step", at: number)
    }
    let snapshots = records.map { LogSnapshot(position: $0.position, content: [UInt8($0.position)]) }
    scribe.add(Array(records[..<3]), with: Array(snapshots[..<3]), began: nil)
    scribe.add(Array(records[3...]), with: Array(snapshots[3...]), began: nil)
    #expect(scribe.group.snapshots.map { $0.snapshot.content } == [[1]])
    #expect(scribe.group.snapshots.map { $0.snapshot.position } == [1])
  }

  /// It stayed there when the session was forgotten, and many left no room for the names of fields.
  @Test func `makes no name of a dictionary's key that comes with records of another log`() async throws {
    let event = Sample.values(["alice@example.com": 1, "name": 2])
    let log = try MemoryLog()
    session("a", in: AppStream(), log: log).send(Sample.found(.success(Person(name: "Ann", age: 7))))
    let record = LogRecord(
      position: 1, source: .session("b"), name: event.name, sequence: 1, id: EventID(rawValue: 7 << 40 | 1),
      cause: nil, answers: nil, requests: [], time: Timestamp(milliseconds: 1), marks: [],
      payload: try LogPayload(event))
    try await log.add([record])
    #expect(!log.store.names().contains { $0.text == "alice@example.com" })
    let kept = try #require(try await log.records(of: .session("b"), after: 0, limit: 1).first)
    #expect(kept.payload == record.payload)
    #expect(try EventDecoder([Sample.self]).event(of: kept) as? Sample == event)
    try await log.close()
  }

  @Test func `has the store take in a name with the block that tells it`() throws {
    var scribe = Scribe(LogContents(), version: 1, blockSize: 3_900)
    for number in 1...2 as ClosedRange<UInt64> { scribe.add([record(number, of: "a")], with: [], began: nil) }
    let name = LogName(kind: .case, number: 1, text: "Long.step")
    #expect(scribe.group.names == [name])
    #expect(try told(by: scribe).map(\.names) == [[name], []])
  }
}
