extension SessionStore {
  /// A session that is being brought back.
  struct Return {
    /// Gives why it can't come back now, if it may come back later.
    let task: Task<Refusal?, Never>
    /// Who asked for it; `nil` for the server itself.
    let owner: SessionOwner?
  }

  /// How often processes before this one were about to bring a session back.
  struct Trials {
    /// Since its last turn.
    let all: Int
    /// By itself, and came to an end before it was.
    let alone: Int
    /// Whether one came to an end before it was.
    let isSuspect: Bool
  }

  /// Which sessions there are, will be and were.
  struct State {
    var sessions: [String: WebSession] = [:]
    /// The ids of a visitor's sessions, those last that were begun or connected last. So many as people have tabs: others might open any
    /// number, and each of their pages would look at all of them.
    private(set) var tabs: [String: [String]] = [:]
    private static let mostTabs = 64
    var quotas: [String: AddressQuota] = [:]
    /// The sessions that are being brought back.
    var returning: [String: Return] = [:]
    /// The sessions that nobody finds any more, and that may still be at work.
    var ending: [String: WebSession] = [:]
    /// The sessions whose recordings are being forgotten.
    var forgotten: Set<String> = []
    /// Those that ended while the log couldn't be written, since it could be last.
    var unwritten: Set<String> = []
    /// Those that are recorded to be about to return, and couldn't just then.
    private var noted: [String: Trials] = [:]
    /// So many sessions are noted one by one, as each of the two.
    private static let mostNoted = 1 << 16
    var isEnded = false

    /// Whether some of a session isn't written yet; of so many that they aren't noted one by one it may not be.
    func isUnwritten(_ id: String) -> Bool { unwritten.contains(id) || unwritten.count >= Self.mostNoted }

    mutating func noteUnwritten(_ id: String) {
      if unwritten.count < Self.mostNoted { unwritten.insert(id) }
    }

    /// What was before this process was about to bring a session back; `nil` if it wasn't.
    func trials(of id: String) -> Trials? { noted[id] }

    mutating func note(_ trials: Trials, of id: String) {
      if noted.count < Self.mostNoted { noted[id] = trials }
    }

    /// It is back, or never will be.
    mutating func finishReturn(of id: String) { noted[id] = nil }

    /// Forgets those of addresses that do nothing: not one that somebody is about to count a session with.
    mutating func forgetQuotas(now: ContinuousClock.Instant) {
      for address in Array(quotas.keys) where quotas[address]?.isIdle(now: now) == true {
        if isKnownUniquelyReferenced(&quotas[address]) { quotas[address] = nil }
      }
    }

    /// Those that there are and those that there will be.
    var count: Int { sessions.count + returning.count }

    mutating func noteTab(_ id: String, of visitor: String) {
      tabs[visitor]?.removeAll { $0 == id }
      tabs[visitor, default: []].append(id)
      if tabs[visitor, default: []].count > Self.mostTabs { tabs[visitor]?.removeFirst() }
    }

    mutating func takeOut(_ session: WebSession) {
      // Whoever comes second does it in vain.
      guard sessions[session.id] === session else { return }
      sessions[session.id] = nil
      if let visitor = session.visitor {
        tabs[visitor]?.removeAll { $0 == session.id }
        if tabs[visitor]?.isEmpty == true { tabs[visitor] = nil }
      }
      ending[session.id] = session
      session.quota.giveSessionBack()
    }
  }

  /// Why a session can't be opened, or can't come back now.
  enum Refusal: Error, Equatable {
    case tooMany
    case tooFast(retryAfter: Duration)
    /// What is recorded of it can't be read now, or not all of it is written yet.
    case troubled

    /// The same, for who reads an answer.
    var text: String {
      switch self {
      case .tooMany: "There is no place for the session just now.\n"
      case .tooFast: "This address has asked for too many sessions that there aren't.\n"
      case .troubled: "What is recorded of the session can't be read just now.\n"
      }
    }
  }
}
