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
      let next = try await log.undamagedHeads(after: place, limit: 20_000)
      if next.place == place { break }
      found.read(next.found, through: end)
      place = next.place
    }
    return found.names(behind: found.last?.advanced(by: .zero - pause))
  }

  private mutating func read(_ next: LogHeads, through end: UInt64) {
    let (areActs, now) = (next.names.map(Self.isAct), EventClock.coarse.now)
    // What was taken in from elsewhere may claim to be of the future.
    for head in next.heads where head.position <= end && head.time <= now {
      // One that failed when its session returned is answered there.
      if let answered = head.answers { requests.remove(answered) }
      // What was taken in from another log may be older, and stand behind.
      last = max(last ?? head.time, head.time)
      switch next.sources[head.source] {
      case .session(let id): if areActs[head.name] { note(head, of: id) }
      case .app:
        if StreamIdentity(of: head.id).isAsker(of: head.id) { requests.insert(head.id) }
      }
    }
  }

  /// Whether a session did something in an event of this name, or its user did, so that it may have asked the app for something.
  private static func isAct(_ name: String) -> Bool {
    name.hasPrefix("SessionEvent.") && name != "SessionEvent.shown" && name != "SessionEvent.ended"
  }

  private mutating func note(_ act: LogHeads.Head, of session: String) {
    acts[session] = act.time
    // What notes that it is about to return has an id of nobody's.
    if act.marks.contains(.input) { names[StreamIdentity(of: act.id)] = session }
  }

  private func names(behind time: Timestamp?) -> [String] {
    let late = acts.filter { act in time.map { act.value >= $0 } ?? false }.map(\.key)
    return Set(late).union(requests.compactMap { names[StreamIdentity(of: $0)] }).sorted()
  }
}
