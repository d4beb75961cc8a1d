internal import EventLog
internal import EventStream
internal import ViewKit

/// The sessions of a recording that had something under way when their process came to an end.
struct UnfinishedSessions {
  /// What an act leads to may be so long on its way into the log, and so be missing.
  static let pause = Duration.seconds(5)
  /// So many of the last events are looked at.
  static let reach: UInt64 = 300_000

  /// When something happened, and where it stands in the log: what stands behind came later, also if the clock was set back between.
  private struct Moment {
    let time: Timestamp
    let position: UInt64
  }

  /// When each session did something last.
  private var acts: [String: Moment] = [:]
  /// What was taken in from elsewhere may have the identity of another.
  private var names: [StreamIdentity: Set<String>] = [:]
  /// What was asked of the app and has not been answered.
  private var requests: Set<EventID> = []
  /// When the app did something last.
  private var lastOfApp: Moment?

  /// Looks at the end of a log.
  ///
  /// - Parameters:
  ///   - end: The place of the last event that a process wrote before it came to its end.
  ///   - now: The time, which the end can't be behind, whatever the log says.
  /// - Returns: The ids of those that did something right before the end, or had asked for something that was not answered; in order.
  /// - Throws: What the log throws, but for damage, which is passed over.
  static func find(
    in log: any EventLog, through end: UInt64, now: Timestamp = EventClock.coarse.now
  ) async throws -> [String] {
    var found = UnfinishedSessions()
    var place = end > reach ? end - reach : 0
    while place < end {
      let next = try await log.undamagedHeads(after: place, limit: 20_000)
      if next.place == place { break }
      found.read(next.found, through: end)
      place = next.place
    }
    let last = await found.last(in: log)
    return found.names(within: last.map { min($0, now).advanced(by: .zero - pause)...$0.advanced(by: pause) })
  }

  /// When something happened last. What was taken in from another log doesn't tell, for it may claim anything: it counts as ended, and
  /// does nothing any more.
  private mutating func last(in log: any EventLog) async -> Timestamp? {
    for (session, act) in acts.sorted(by: { $0.value.position > $1.value.position }) {
      if let lastOfApp, act.position <= lastOfApp.position { break }
      // One that can't be read can't be brought back either.
      if let known = try? await log.session(session), !known.isEnded { return act.time }
      acts[session] = nil
    }
    return lastOfApp?.time
  }

  private mutating func read(_ next: LogHeads, through end: UInt64) {
    let areActs = next.names.map(Self.isAct)
    for head in next.heads where head.position <= end {
      // One that failed when its session returned is answered there.
      if let answered = head.answers { requests.remove(answered) }
      switch next.sources[head.source] {
      case .session(let id): if areActs[head.name] { note(head, of: id) }
      case .app:
        lastOfApp = Moment(time: head.time, position: head.position)
        if StreamIdentity(of: head.id).isAsker(of: head.id) { requests.insert(head.id) }
      }
    }
  }

  /// Whether a session did something in an event of this name, or its user did, so that it may have asked the app for something.
  private static func isAct(_ name: String) -> Bool {
    name.hasPrefix("SessionEvent.") && name != "SessionEvent.shown" && name != "SessionEvent.ended"
  }

  private mutating func note(_ act: LogHeads.Head, of session: String) {
    acts[session] = Moment(time: act.time, position: act.position)
    // What notes that it is about to return has an id of nobody's.
    if act.marks.contains(.input) { names[StreamIdentity(of: act.id), default: []].insert(session) }
  }

  /// The sessions that did something within a span, back from the end of the log: before a clock was set back the same time is another.
  private func names(within span: ClosedRange<Timestamp>?) -> [String] {
    let late = acts.sorted { $0.value.position > $1.value.position }
      .prefix { act in span?.contains(act.value.time) ?? false }.map(\.key)
    return Set(late).union(requests.flatMap { names[StreamIdentity(of: $0)] ?? [] }).sorted()
  }
}
