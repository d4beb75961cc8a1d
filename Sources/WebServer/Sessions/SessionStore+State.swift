extension SessionStore {
  /// A session that is being brought back.
  struct Return {
    let task: Task<Void, Never>
    /// Who asked for it; `nil` for the server itself.
    let owner: SessionOwner?
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
    var isEnded = false

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

  /// Why a session can't be opened.
  enum Refusal: Error {
    case tooMany
    case tooFast(retryAfter: Duration)
  }
}
