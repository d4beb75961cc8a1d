public import EventLog
internal import EventStream

extension SequenceDiagram {
  /// Reads a diagram out of records.
  ///
  /// Records say which stream an event passed, what caused it and which request it answers. From this follow the senders: an
  /// answer comes from whoever answers that type's requests, an event that another caused from whoever took that one, and what
  /// nothing caused from the session's browser. Where they don't tell, the sender is ``DiagramLane/unknown``.
  ///
  /// - Parameters:
  ///   - records: A stretch of a log, in any order.
  ///   - limit: At most so many messages, the first ones.
  ///   - more: How many records there are behind these, which count among those that are left out.
  ///   - describe: What an event carries, in a few words for people; empty for nothing. An answer whose words begin with
  ///     `failure`, as those of a coded `Result` do, is drawn as one that failed.
  public init(
    of records: [LogRecord], limit: Int = 400, followedBy more: Int = 0,
    describing describe: (LogRecord) -> String = { _ in "" }
  ) {
    var reader = DiagramReader(records.filter(Self.draws).sorted { $0.position < $1.position })
    let drawn = reader.records.prefix(max(0, limit))
    var messages: [DiagramMessage] = []
    for record in drawn { messages.append(reader.read(record, describe(record))) }
    let sessions = reader.lanes.compactMap(\.session)
    let order = reader.lanes.enumerated().sorted {
      ($0.element.place(among: sessions), $0.offset) < ($1.element.place(among: sessions), $1.offset)
    }
    var placed = [Int](repeating: 0, count: order.count)
    for (place, lane) in order.enumerated() { placed[lane.offset] = place }
    self.init(
      lanes: order.map(\.element),
      messages: messages.map { message in
        DiagramMessage(
          from: placed[message.sender], to: placed[message.receiver], observer: message.observer.map { placed[$0] },
          name: message.name, detail: message.detail, kind: message.kind, time: message.time,
          position: message.position)
      },
      omitted: reader.records.count - drawn.count + more)
  }

  /// Whether a record is drawn, if there is room. A screen is recorded beside what happens: nobody sends it.
  package static func draws(_ record: LogRecord) -> Bool { record.name != "SessionEvent.shown" }
}

/// Finds out, record by record, who sent it and who took it.
private struct DiagramReader {
  let records: [LogRecord]
  private(set) var lanes: [DiagramLane] = []
  /// The records of each event in order: an event of the app's may be recorded by sessions too.
  private let first: [EventID: LogRecord]
  /// The answers by the request that they answer.
  private let answers: [EventID: LogRecord]
  /// The only session that got the answer to a request of the app's.
  private let askers: [EventID: String]
  private var seen: [EventID: LogSource] = [:]
  /// What has passed each stream so far.
  private var passed: [Passage: LogRecord] = [:]

  private struct Passage: Hashable {
    let id: EventID
    let source: LogSource
  }

  init(_ records: [LogRecord]) {
    self.records = records
    first = Dictionary(records.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var answers: [EventID: LogRecord] = [:]
    var takers: [EventID: Set<String>] = [:]
    for record in records {
      guard let request = record.answers else { continue }
      if answers[request] == nil { answers[request] = record }
      if case .session(let session) = record.source { takers[request, default: []].insert(session) }
    }
    self.answers = answers
    askers = takers.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  mutating func read(_ record: LogRecord, _ detail: String) -> DiagramMessage {
    let receiver = lane(Self.stream(record.source))
    let passedBefore = seen[record.id]
    let sender = lane(passedBefore.map(Self.stream) ?? sender(of: record))
    seen[record.id] = seen[record.id] ?? record.source
    passed[Passage(id: record.id, source: record.source)] = record
    // It is taken once, where it first passed.
    let observer = passedBefore == nil ? server(for: record).map { lane($0) } : nil
    let since = (records.first?.time ?? record.time).duration(to: record.time)
    return DiagramMessage(
      from: sender, to: receiver, observer: observer, name: record.name, detail: detail,
      kind: kind(of: record, detail), time: Self.nanoseconds(since), position: record.position)
  }

  /// A stretch of time as a diagram has it: at most a century either way, whatever clock a recording was made by.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let century = Duration.seconds(100 * 365 * 86_400)
    let (seconds, attoseconds) = min(max(duration, .zero - century), century).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  private func kind(of record: LogRecord, _ detail: String) -> DiagramMessage.Kind {
    if record.answers != nil {
      return detail.hasPrefix("failure") || detail.hasPrefix("{\"failure\"") ? .failure : .answer
    }
    return answers[record.id] == nil ? .event : .request
  }

  private func sender(of record: LogRecord) -> DiagramLane {
    if let request = record.answers.flatMap({ first[$0] }), let server = server(for: request) { return server }
    if let cause = record.cause {
      // An app's event that a session took caused what follows there.
      if let cause = passed[Passage(id: cause, source: record.source)] ?? first[cause] {
        return server(for: cause) ?? Self.stream(cause.source)
      }
      return .unknown
    }
    switch record.source {
    case .session(let session): return .browser(session: session)
    case .app: return askers[record.id].map { .session($0) } ?? .unknown
    }
  }

  /// Who answers a request, if anybody did: on the stream that the answer was given on first.
  private func server(for record: LogRecord) -> DiagramLane? {
    guard let answer = answers[record.id] else { return nil }
    let type = String(record.name.prefix { $0 != "." })
    switch answer.source {
    case .app: return .appServer(type: type)
    case .session(let session):
      return record.source == .app ? .appServer(type: type) : .sessionServer(session: session, type: type)
    }
  }

  private mutating func lane(_ lane: DiagramLane) -> Int {
    if let index = lanes.firstIndex(of: lane) { return index }
    lanes.append(lane)
    return lanes.count - 1
  }

  private static func stream(_ source: LogSource) -> DiagramLane {
    switch source {
    case .app: .app
    case .session(let session): .session(session)
    }
  }
}
