internal import EventStream

/// Turns events into groups of blocks, ready for a store. Used by the writer's thread.
struct Scribe: PendingVisitor {
  /// Of so many sessions at once the numbers are kept; one that is forgotten begins another chapter.
  static let mostSessions = 50_000

  private let names: NameDictionary
  private let version: Int
  private let blockSize: Int
  private var builder: BlockBuilder
  private var nextPosition: UInt64
  private var lastStream: Int
  private var streams: [String: Int] = [:]
  private var lastSession: (name: String, number: Int)?
  /// The identity that the youngest stream has of which an event was taken.
  private var lastIdentity: StreamIdentity?
  /// Sessions of which an event couldn't be encoded: nothing that comes after it is kept.
  private var cut: Set<String> = []
  /// The case of each tag of each type, as far as they have occurred, by the type's index.
  private var cases: [[CaseNames?]] = []
  /// The types that those are of, by the numbers of their names.
  private var types: [UInt64: EventType] = [:]
  /// What has been put together and isn't written.
  private(set) var group: LogGroup
  /// How many bytes of blocks that is.
  private(set) var size = 0
  /// How many bytes the contents of all events took so far.
  private(set) var contentSize = 0
  /// Events that couldn't be encoded, and why.
  private var failures: [EventLogError] = []

  private struct CaseNames {
    let number: UInt64
    let path: [String]
    /// Why its events can't be recorded: they can't be told from those of another type, which has been met before, or have no name.
    let refusal: (any Error)?
  }

  init(_ contents: LogContents, version: Int, blockSize: Int) {
    let names = NameDictionary(NameTable(contents.names))
    // The blocks that were the first to use them may be lost, or forgotten.
    var builder = BlockBuilder(version: version, size: blockSize)
    builder.tell(names.table.all)
    self.names = names
    self.builder = builder
    self.version = version
    self.blockSize = blockSize
    nextPosition = contents.lastPosition + 1
    lastStream = contents.lastStream
    lastIdentity = contents.lastIdentity
    group = LogGroup(version: version)
  }

  // MARK: Events

  mutating func visit<Root: Event>(_ event: Root, _ head: PendingEvents.Head) {
    if case .session(let session) = head.source, !cut.isEmpty, cut.contains(session) { return }
    let type = Root.eventType
    let names = caseNames(type, tag: event.tag)
    let payload: (bytes: [UInt8], isWhole: Bool)
    do {
      if let refusal = names.refusal { throw refusal }
      payload = try self.names.encode(event, path: names.path)
      try Self.checkDepth(of: payload.bytes)
    } catch {
      failures.append(.unwritable(name: event.name, reason: ByteReader.Malformed.reason(of: error)))
      if case .session(let session) = head.source { cutOff(session) }
      return
    }
    // Before the record, whose stream may begin in the block.
    if !builder.isEmpty, builder.byteCount + payload.bytes.count + 16 > blockSize { closeBlock() }
    let envelope = head.envelope
    note(StreamIdentity(of: envelope.id))
    let record = CodedRecord(
      position: nextPosition, source: stream(of: head.source, at: envelope.time), name: names.number,
      sequence: envelope.sequence, id: envelope.id.rawValue, cause: envelope.cause?.rawValue ?? 0,
      answers: envelope.answers?.rawValue ?? 0, requests: requests(of: envelope), time: envelope.time.nanoseconds,
      marks: head.marks.rawValue, isWhole: payload.isWhole)
    nextPosition += 1
    contentSize += payload.bytes.count
    tellAdded()
    builder.append(record, payload: payload.bytes[...])
    self.names.giveRoom(payload.bytes)
    if builder.isFull { closeBlock() }
  }

  /// So many values may stand in one another. With what stands around them in an export that is less than is read.
  private static let deepest = ByteReader.deepest - 50

  /// What is nested deeper than anybody reads mustn't be written: nobody would see that before it is needed.
  private static func checkDepth(of payload: [UInt8]) throws {
    // Each level takes a byte.
    guard payload.count > deepest else { return }
    try payload.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(bytes, 0..<bytes.count)
      do { try reader.skipValue(depth: ByteReader.deepest - deepest) } catch {
        throw ByteReader.Malformed(
          reason: "more than \(deepest) values stand in one another in it: keep what it carries flatter")
      }
    }
  }

  /// Notes which identities have been given. Those in records of other logs don't count: they were given elsewhere.
  private mutating func note(_ identity: StreamIdentity) {
    guard identity != lastIdentity, lastIdentity.map(identity.isLater) ?? true else { return }
    lastIdentity = identity
    group.lastIdentity = identity
  }

  private mutating func requests(of envelope: Envelope) -> [BlockContext.CodedRequest] {
    guard envelope.isForRequest else { return [] }
    var found: [BlockContext.CodedRequest] = []
    envelope.forEachRequest { id, type, tag in
      // The nearest are kept: with more of them the block would be taken for damaged.
      guard found.count < LogRecord.mostRequests else { return }
      found.append(BlockContext.CodedRequest(id: id.rawValue, name: caseNames(type, tag: tag).number))
    }
    return found
  }

  private mutating func caseNames(_ type: EventType, tag: Int) -> CaseNames {
    let index = type.index
    if index < cases.count, cases[index].indices.contains(tag), let found = cases[index][tag] { return found }
    while cases.count <= index { cases.append([]) }
    if cases[index].isEmpty { cases[index] = Array(repeating: nil, count: type.caseCount) }
    let name = type.name(ofTag: tag)
    let made = caseNames(named: name, of: type, path: type.casePath(ofTag: tag))
    if cases[index].indices.contains(tag) { cases[index][tag] = made }
    return made
  }

  private mutating func caseNames(named name: String, of type: EventType, path: [String]) -> CaseNames {
    do {
      let number = try number(ofCase: name)
      let first = types[number] ?? type
      types[number] = first
      return CaseNames(
        number: number, path: path,
        refusal: first === type ? nil : EventLogError.ambiguity(of: name, among: [first, type]))
    } catch {
      return CaseNames(number: 0, path: path, refusal: error)
    }
  }

  private func number(ofCase name: String) throws -> UInt64 {
    guard let number = names.table.caseNumber(name) else {
      throw ByteReader.Malformed(
        reason: "the log has \(NameTable.highest) names of cases, and room for no other: begin another log")
    }
    return UInt64(number)
  }

  private mutating func stream(of source: LogSource, at time: Timestamp) -> Int {
    guard case .session(let session) = source else { return 0 }
    if let lastSession, lastSession.name == session { return lastSession.number }
    let number = streams[session] ?? begin(session, at: time)
    lastSession = (session, number)
    return number
  }

  private mutating func begin(_ session: String, at time: Timestamp) -> Int {
    if streams.count >= Self.mostSessions {
      streams = [:]
      builder.forgetSessions()
    }
    lastStream += 1
    streams[session] = lastStream
    builder.define(session: session, number: lastStream)
    group.chapters.append(NewChapter(number: lastStream, session: session, began: time.nanoseconds))
    return lastStream
  }

  // MARK: Records of other logs

  /// Takes in records of another log, which keep all but their positions.
  ///
  /// - Parameters:
  ///   - snapshots: Those of their session, in order, as they stood there: each comes to stand where the last event does that
  ///     is in it.
  ///   - began: When their session began there; with the first of them unless given.
  mutating func add(_ records: [LogRecord], with snapshots: [LogSnapshot], began: Timestamp?) {
    var left = snapshots[...]
    for record in records {
      if case .session(let session) = record.source, cut.contains(session) { continue }
      keep(&left, before: record)
      do {
        try add(record, began: began)
      } catch {
        failures.append(.unwritable(name: record.name, reason: ByteReader.Malformed.reason(of: error)))
        if case .session(let session) = record.source { cutOff(session) }
      }
    }
    if let last = records.last { keep(&left, of: last.source) }
    closeBlock()
  }

  /// Keeps the first of some snapshots: those that a record isn't in.
  private mutating func keep(_ left: inout ArraySlice<LogSnapshot>, before record: LogRecord) {
    while let first = left.first, first.position < record.position { keep(&left, of: record.source, atMost: 1) }
  }

  private mutating func keep(_ left: inout ArraySlice<LogSnapshot>, of source: LogSource, atMost limit: Int = .max) {
    // Those of what was cut off have no event to stand behind.
    guard case .session(let session) = source, !cut.contains(session) else { return left = [] }
    for snapshot in left.prefix(limit) {
      group.snapshots.append((session, LogSnapshot(position: nextPosition - 1, content: snapshot.content)))
    }
    left = left.dropFirst(limit)
  }

  private mutating func add(_ record: LogRecord, began: Timestamp?) throws {
    let encoder = ValueEncoder(names, learnsNames: false)
    try record.payload.value().encode(to: encoder)
    let payload = encoder.finish()
    let name = try number(ofCase: record.name)
    let requests = try record.requests.map { request in
      BlockContext.CodedRequest(id: request.id.rawValue, name: try number(ofCase: request.name))
    }
    if record.version != builder.version || builder.byteCount + payload.count + 16 > blockSize {
      closeBlock()
      builder = builder.next(version: record.version)
    }
    let coded = CodedRecord(
      position: nextPosition, source: stream(of: record.source, at: began ?? record.time),
      name: name, sequence: record.sequence, id: record.id.rawValue,
      cause: record.cause?.rawValue ?? 0, answers: record.answers?.rawValue ?? 0, requests: requests,
      time: record.time.nanoseconds, marks: record.marks.rawValue, isWhole: record.payload.isWhole)
    nextPosition += 1
    tellAdded()
    builder.append(coded, payload: payload[...])
  }

  // MARK: Notes

  /// Notes something about a session; `time` is when, should nothing of it have been recorded yet.
  mutating func note(_ kind: ChapterNote.Kind, of session: String, at time: Timestamp) {
    let number = stream(of: .session(session), at: time)
    group.notes.append(ChapterNote(number: number, kind: kind))
    guard kind == .ended else { return }
    streams[session] = nil
    lastSession = nil
    builder.forget(session: number)
    cut.remove(session)
  }

  /// Whether what comes of some sessions is dropped.
  var hasCutOff: Bool { !cut.isEmpty }

  /// Nothing more comes of a session.
  mutating func forget(_ session: String) { cut.remove(session) }

  private mutating func cutOff(_ session: String) {
    cut.insert(session)
    note(.incomplete, of: session, at: Timestamp(nanoseconds: 0))
  }

  // MARK: Groups

  /// Closes the block that is being built, so that everything is in the group.
  mutating func closeBlock() {
    guard !builder.isEmpty else { return }
    let block = builder.finish()
    size += block.bytes.count
    group.blocks.append(block)
    builder = builder.next(version: version)
  }

  /// Has the store take in the names that have been added, and the block that is being built tell them.
  private mutating func tellAdded() {
    let added = names.table.takeAdded()
    if added.isEmpty { return }
    group.names += added
    builder.define(added)
  }

  /// Has the next block tell all names once more: those that told them may be forgotten. To be called when everything is in the group.
  mutating func tellNames() { builder.tell(names.table.all) }

  /// The group has been written.
  mutating func forgetGroup() {
    group = LogGroup(version: version)
    size = 0
  }

  mutating func takeFailures() -> [EventLogError] {
    if failures.isEmpty { return [] }
    defer { failures = [] }
    return failures
  }

  /// The names of everything so far.
  func allNames() -> LogNames { names.table.names() }
}
