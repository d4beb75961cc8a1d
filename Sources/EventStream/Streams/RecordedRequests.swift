/// Which requests of a session that is played are those that its recording names.
///
/// In the program that has recorded them they have the same ids. One that was changed may send an event more or less before, or ask for
/// something else in the same act; then a request has another id here, and what was recorded for it would be for nobody. So what doesn't
/// fit the request with its id is for the first one that it fits, of those that have been made in the same way.
struct RecordedRequests {
  /// The ids here of those that the recording has named.
  private var here: [UInt64: UInt64] = [:]
  /// Those of them that wait for their answers.
  private var found: Set<UInt64> = []

  /// A request's id here, if the recording has named it before.
  func id(of recorded: UInt64) -> UInt64? { here[recorded] }

  /// Finds a request.
  ///
  /// - Parameters:
  ///   - recorded: Its id in the recording.
  ///   - waiting: The request that waits with an id, if one does.
  ///   - all: All that wait, in the order in which they were made.
  ///   - fits: Whether it may be that one.
  mutating func find(
    _ recorded: UInt64, _ waiting: (UInt64) -> Envelope?, _ all: () -> [Envelope], where fits: (Envelope) -> Bool
  ) -> Envelope? {
    if let known = here[recorded] { return waiting(known) }
    func isFree(_ request: Envelope) -> Bool { fits(request) && !found.contains(request.id.rawValue) }
    let request =
      waiting(recorded).flatMap { isFree($0) ? $0 : nil }
      ?? all().first { isFree($0) && Self.areAlike($0.id.rawValue, recorded) }
    guard let request else { return nil }
    here[recorded] = request.id.rawValue
    found.insert(request.id.rawValue)
    return request
  }

  /// Notes the ids here of the requests that another was made for.
  mutating func note(_ recorded: Work, are own: Work) {
    var (recorded, own) = (recorded, own)
    while recorded.request != 0, recorded.type == own.type, recorded.tag == own.tag {
      if recorded.request != own.request { here[recorded.request] = own.request }
      recorded = recorded.outer?.work ?? Work()
      own = own.outer?.work ?? Work()
    }
  }

  /// The request with an id here waits no longer.
  mutating func answered(_ id: UInt64) { found.remove(id) }

  /// Whether two requests of a session were made in the same way: on its own stream, for the app in one act of its user's, or for the app
  /// otherwise. Those that came from another thread have the ids that they were recorded with.
  private static func areAlike(_ one: UInt64, _ other: UInt64) -> Bool {
    let way = UInt64(7) << 37, fromElsewhere = UInt64(1) << 39
    guard one & way == other & way, one & fromElsewhere == 0 else { return false }
    return EventID(rawValue: one).act == EventID(rawValue: other).act
  }
}

extension SessionReplay {
  /// What travels with an event that was recorded, with the ids that the requests have here which it answers or was sent for, or which it is.
  func here(_ recorded: Envelope) -> Envelope {
    var envelope = recorded
    if let request = find(recorded.answersID, where: { $0.type == recorded.type && $0.answerTag == recorded.tag }) {
      requests.note(recorded.work, are: request.work)
      envelope.answersID = request.id.rawValue
      envelope.work = request.work
    } else if recorded.work.request != 0 {
      envelope.work = here(recorded.work)
    }
    // One of its own to the app, which it hears on the app's stream. What comes through its mailbox has its id from the recording.
    if StreamIdentity(of: recorded.id).isAsker(of: recorded.id),
      let request = find(recorded.id.rawValue, where: { $0.type == recorded.type && $0.tag == recorded.tag })
    {
      envelope.ownID = request.id
    }
    return envelope
  }

  private func here(_ recorded: Work) -> Work {
    var inner: [Work] = []
    var work = recorded
    while work.request != 0 {
      if let request = find(work.request, where: { [work] in $0.type == work.type && $0.tag == work.tag }) {
        if let outer = work.outer?.work { requests.note(outer, are: request.work) }
        work.request = request.id.rawValue
        work = work.within(request.work)
        break
      }
      work.request = requests.id(of: work.request) ?? work.request
      inner.append(work)
      work = work.outer?.work ?? Work()
    }
    return inner.reversed().reduce(work) { outer, work in work.within(outer) }
  }
}
