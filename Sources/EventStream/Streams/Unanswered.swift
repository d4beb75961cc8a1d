internal import Synchronization

/// The requests of a session's views that wait for their answers.
final class Unanswered: Sendable {
  private struct Request: Hashable {
    let owner: ObjectIdentifier
    let kind: Kind
  }

  private struct Kind: Hashable {
    let type: UInt32
    let tag: UInt32
  }

  private struct Answered {
    let id: UInt64
    let request: Request
    let number: UInt64
    /// Whether it was the latest of its case and owner when its answer came.
    let wasLatest: Bool
  }

  private struct State {
    /// How many there were. Their order tells which is later: ids don't, since those of a user's acts have ranges of their own.
    var count: UInt64 = 0
    var requests: [UInt64: (request: Request, number: UInt64)] = [:]
    /// The number of the last request of each case and owner, as long as there are any whose answers are to come.
    var latest: [Request: UInt64] = [:]
    /// The request whose answer is being delivered: it waits no longer, but its owner is about to be told.
    var answered: Answered?
    /// Who takes over the requests of a case whose owners end.
    var heirs: [Kind: ObjectIdentifier] = [:]
    /// Those that nobody has taken over yet: the latest, for whoever answers none would leave more and more.
    var abandoned: [UInt64: (kind: Kind, number: UInt64)] = [:]

    mutating func add(_ id: UInt64, _ request: Request) {
      count += 1
      add(id, request, number: count)
    }

    mutating func add(_ id: UInt64, _ request: Request, number: UInt64) {
      requests[id] = (request, number)
      latest[request] = max(latest[request] ?? 0, number)
    }

    /// Between two requests a session keeps no memory for them. Whatever is asked for from then on is later than all before.
    mutating func releaseMemory() {
      guard requests.isEmpty else { return }
      requests = [:]
      if abandoned.isEmpty { latest = [:] }
    }

    mutating func abandon(_ id: UInt64, _ kind: Kind, number: UInt64) {
      if let heir = heirs[kind] { return add(id, Request(owner: heir, kind: kind), number: number) }
      abandoned[id] = (kind, number)
      guard abandoned.count > Unanswered.mostAbandoned else { return }
      if let first = abandoned.min(by: { $0.value.number < $1.value.number })?.key { abandoned[first] = nil }
    }
  }

  private static let mostAbandoned = 32

  // Locked because a request to the app is noted while the app's stream accepts it, before its answer can come.
  private let state = Lock(State())

  func add(_ envelope: Envelope, _ owner: ObjectIdentifier) {
    let request = Request(owner: owner, kind: Kind(type: envelope.type, tag: envelope.tag))
    state.withLock { $0.add(envelope.id.rawValue, request) }
  }

  /// Has the requests of a case whose owners end become those of another owner, until that ends; also those whose owners have.
  ///
  /// - Returns: How many those are.
  func takeOver(type: UInt32, tag: UInt32, by owner: AnyObject) -> Int {
    let (owner, kind) = (ObjectIdentifier(owner), Kind(type: type, tag: tag))
    return state.withLock { state in
      state.heirs[kind] = owner
      let found = state.abandoned.filter { $0.value.kind == kind }
      for (id, left) in found {
        state.abandoned[id] = nil
        state.add(id, Request(owner: owner, kind: kind), number: left.number)
      }
      if state.abandoned.isEmpty { state.abandoned = [:] }
      return found.count
    }
  }

  /// The latest request of a case that `owner` has sent, if it waits.
  func latest(_ owner: AnyObject, type: UInt32, tag: UInt32) -> UInt64? {
    let request = Request(owner: ObjectIdentifier(owner), kind: Kind(type: type, tag: tag))
    return state.withLock { state in
      guard let latest = state.latest[request] else { return nil }
      return state.requests.first { $0.value.number == latest }?.key
    }
  }

  func isAbandoned(type: UInt32, tag: UInt32) -> Bool {
    state.withLock { $0.abandoned.values.contains { $0.kind == Kind(type: type, tag: tag) } }
  }

  /// The answer to a request is delivered next.
  ///
  /// - Returns: Whether it is one of these.
  func remove(_ id: UInt64) -> Bool {
    state.withLock { state in
      state.answered = state.requests.removeValue(forKey: id).map {
        Answered(id: id, request: $0.request, number: $0.number, wasLatest: state.latest[$0.request] == $0.number)
      }
      if state.abandoned.removeValue(forKey: id) != nil, state.abandoned.isEmpty { state.abandoned = [:] }
      state.releaseMemory()
      return state.answered != nil
    }
  }

  func removeAll(of owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    state.withLock { state in
      let left = state.requests.filter { $0.value.request.owner == owner }
      state.requests = state.requests.filter { $0.value.request.owner != owner }
      state.latest = state.latest.filter { $0.key.owner != owner }
      state.heirs = state.heirs.filter { $0.value != owner }
      for (id, sent) in left { state.abandon(id, sent.request.kind, number: sent.number) }
      // What is being delivered may be another's answer: that one is still told.
      if state.answered?.request.owner == owner { state.answered = nil }
    }
  }

  /// Forgets all of them, but not who takes over those to come.
  func removeAll() {
    state.withLock { state in
      let heirs = state.heirs
      state = State()
      state.heirs = heirs
    }
  }

  /// The case of each, by its id.
  var cases: [UInt64: String] {
    state.withLock { $0.requests.mapValues(\.request.kind) }.mapValues {
      EventType.at(Int($0.type))?.name(ofTag: Int($0.tag)) ?? ""
    }
  }

  var requests: Set<UInt64> { state.withLock { Set($0.requests.keys) } }

  /// Whether one of some requests waits. Of them, and not of all that wait, it costs what it does: it is asked at the end of every turn.
  func has(anyOf requests: Set<UInt64>) -> Bool {
    state.withLock { state in requests.contains { state.requests[$0] != nil } }
  }

  var count: Int { state.withLock { $0.requests.count } }

  var isEmpty: Bool { state.withLock { $0.requests.isEmpty } }

  /// Whether the request whose answer is being delivered was one of the given case that `owner` has sent.
  func wasRequest(
    _ id: UInt64, of owner: ObjectIdentifier, type: UInt32, tag: UInt32, isLatest: Bool
  ) -> Bool {
    state.withLock { state in
      guard let answered = state.answered, answered.id == id else { return false }
      let request = answered.request
      guard request.owner == owner, request.kind == Kind(type: type, tag: tag) else { return false }
      // One that has been sent since is later.
      return !isLatest || answered.wasLatest && state.latest[request, default: answered.number] == answered.number
    }
  }

  func contains(_ owner: AnyObject) -> Bool {
    let owner = ObjectIdentifier(owner)
    return state.withLock { $0.requests.values.contains { $0.request.owner == owner } }
  }

  func contains(_ owner: AnyObject, type: UInt32, tags: Range<Int>) -> Bool {
    let owner = ObjectIdentifier(owner)
    return state.withLock {
      $0.requests.values.contains {
        $0.request.owner == owner && $0.request.kind.type == type && tags.contains(Int($0.request.kind.tag))
      }
    }
  }
}
