internal import EventLog
internal import EventStream
internal import ViewKit

/// The sessions of a recording that had something under way when their process came to an end.
struct UnfinishedSessions {
  /// What an act leads to may be so long on its way into the log, and so be missing.
  static let pause = Duration.seconds(5)
  /// So many of the last events are looked at.
  static let reach: UInt64 = 300_000

  /// When each session did something last.
  private var acts: [String: Timestamp] = [:]
  private var names: [StreamIdentity: String] = [:]
  /// What was asked of the app and has not been answered.
  private var requests: Set<EventID> = []
  private var last: Timestamp?

  /// Looks at the end of a log.
  ///
  /// - Parameter end: The place of the last event that a process wrote before it came to its end.
  /// - Returns: The ids of those that did something right before the end, or had asked for something that was not answered; in order.
  /// - Throws: What the log throws, but for damage, which is passed over.
  static func find(in log: any EventLog, through end: UInt64) async throws -> [String] {
    var found = UnfinishedSessions()
    var place = end > reach ? end - reach : 0
    while place < end {
      let records = try await log.undamaged(of: nil, after: place, limit: 5_000)
      if records.place == place { break }
      for record in records.found where record.position <= end { found.read(record) }
      place = records.place
    }
    return found.names(behind: found.last?.advanced(by: .zero - pause))
  }

  private mutating func read(_ record: LogRecord) {
    last = record.time
    switch record.source {
    case .session(let id): if record.isAct { note(record, of: id) }
    case .app:
      if record.isRequestOfSession { requests.insert(record.id) }
      if let answered = record.answers { requests.remove(answered) }
    }
  }

  private mutating func note(_ record: LogRecord, of session: String) {
    acts[session] = record.time
    // What notes that it is about to return has an id of nobody's.
    if record.marks.contains(.input) { names[StreamIdentity(of: record.id)] = session }
  }

  private func names(behind time: Timestamp?) -> [String] {
    let late = acts.filter { act in time.map { act.value >= $0 } ?? false }.map(\.key)
    return Set(late).union(requests.compactMap { names[StreamIdentity(of: $0)] }).sorted()
  }
}

extension LogRecord {
  /// Whether a session did something, or its user did, that it may ask the app for something.
  fileprivate var isAct: Bool {
    name.hasPrefix("SessionEvent.") && !["SessionEvent.shown", "SessionEvent.ended"].contains(name)
  }

  fileprivate var isRequestOfSession: Bool { StreamIdentity(of: id).isAsker(of: id) }
}
