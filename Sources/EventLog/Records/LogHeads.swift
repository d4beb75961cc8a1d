public import EventStream

/// What a log has of some records, but for what they carry: enough to list, filter and follow them, and several times quicker to
/// read than the records.
public struct LogHeads: Sendable {
  /// One record's. Its name and its stream are numbers: places in ``LogHeads/names`` and ``LogHeads/sources``.
  public struct Head: Sendable, Hashable {
    /// The place in the log.
    public let position: UInt64
    /// What identifies the event.
    public let id: EventID
    /// The event that directly caused it; `nil` where the cause lies outside.
    public let cause: EventID?
    /// The request that it answers; `nil` where it answers none.
    public let answers: EventID?
    /// When it was accepted.
    public let time: Timestamp
    /// What it is to a replay.
    public let marks: LogMarks
    /// The place of its case's name.
    public let name: Int
    /// The place of the stream that it passed.
    public let source: Int
  }

  /// The names of cases, such as `TodoEvent.rows`; more than the heads need.
  public private(set) var names: [String] = []
  /// The streams; a session may stand here more than once.
  public private(set) var sources: [LogSource] = []
  /// The heads, in the order of recording.
  public private(set) var heads: [Head] = []

  /// None.
  public init() {}

  /// The heads of some records.
  public init(_ records: [LogRecord]) {
    var (places, streams): ([String: Int], [LogSource: Int]) = ([:], [:])
    for record in records {
      let name = places[record.name] ?? names.count
      if name == names.count {
        names.append(record.name)
        places[record.name] = name
      }
      let source = streams[record.source] ?? sources.count
      if source == sources.count {
        sources.append(record.source)
        streams[record.source] = source
      }
      heads.append(
        Head(
          position: record.position, id: record.id, cause: record.cause, answers: record.answers, time: record.time,
          marks: record.marks, name: name, source: source))
    }
  }
}

/// Heads while they are read from blocks.
struct LogHeadReader {
  private(set) var found = LogHeads()
  private var sources: [Int: Int] = [:]

  /// Takes in the names that what follows refers to.
  mutating func learn(_ names: LogNames) { found.learn(names.cases) }

  /// Takes in what stands in a block behind a place.
  mutating func read(_ contents: BlockContents, after position: UInt64, limit: Int, sessions: SessionNames) {
    var (number, place) = (-1, 0)
    for (record, _) in contents.records where record.position > position {
      guard found.heads.count < limit else { return }
      if record.source != number {
        number = record.source
        place = self.place(of: number, sessions)
      }
      found.add(record, source: place)
    }
  }

  private mutating func place(of number: Int, _ sessions: SessionNames) -> Int {
    if let place = sources[number] { return place }
    let place = found.add(sessions[number])
    sources[number] = place
    return place
  }
}

extension LogHeads {
  /// The place of a name that a damaged log lacks; cases have those of their numbers.
  private static let unknownName = 0

  fileprivate mutating func learn(_ cases: [String]) {
    if names.count <= cases.count { names = ["?"] + cases }
  }

  fileprivate mutating func add(_ source: LogSource) -> Int {
    sources.append(source)
    return sources.count - 1
  }

  fileprivate mutating func add(_ record: CodedRecord, source: Int) {
    heads.append(
      Head(
        position: record.position, id: EventID(rawValue: record.id),
        cause: record.cause == 0 ? nil : EventID(rawValue: record.cause),
        answers: record.answers == 0 ? nil : EventID(rawValue: record.answers),
        time: Timestamp(nanoseconds: record.time), marks: LogMarks(rawValue: record.marks),
        name: record.name < UInt64(names.count) ? Int(record.name) : Self.unknownName, source: source))
  }
}
