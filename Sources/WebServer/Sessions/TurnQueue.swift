internal import EventStream
internal import Foundation
internal import Synchronization
internal import ViewKit

/// Has sessions take in what has come for them. Thread-safe.
///
/// One event can wake thousands of sessions. A task for each would cost an allocation and a place in the pool's queue, and
/// what a user does meanwhile would stand behind all of them. So there are as many tasks as cores; they go from session to
/// session, and after every few to the end of the pool's queue. What they do may not run far ahead of the log either: the answer to
/// what a user does meanwhile waits until all that was recorded before is durable.
///
/// A session that nobody looks at hears everything too, but it isn't urgent: it takes in what has come in a while at one go, when
/// no other waits, or seldom. Somebody who opens pages that never connect makes sessions that cost little more than their memory.
/// What those ask for who ask for more than people do has its turn as seldom: see ``unhurried(of:_:)``.
final class TurnQueue: Sendable {
  private struct State {
    /// Those that somebody looks at.
    var waiting = Line()
    /// Those that nobody looks at and whose turn has come.
    var unwatched = Line()
    /// Those that nobody looks at and whose turn is later, by how long they rest.
    var resting: [Duration: [LiveSession]] = [:]
    var running = 0
    /// How often those that somebody looks at have had their turn since the others had.
    var before = 0
    /// Those who have asked for so much that they wait until nobody else does, a line for each address.
    var patient = Turns<ObjectIdentifier, WaitingLine<CheckedContinuation<Void, Never>>>()
    /// How many of them are served.
    var served = 0
    /// How many sessions that somebody looks at have had their turn since one of them was served.
    var sinceServed = 0

    /// Takes those that have their turn next; one turn in so many is for those that nobody looks at, however many others wait.
    mutating func take(_ most: Int) -> [LiveSession] {
      if !waiting.isEmpty, unwatched.isEmpty || before < TurnQueue.advantage {
        before += 1
        let next = waiting.take(most)
        sinceServed += next.count
        return next
      }
      before = 0
      return unwatched.take(most)
    }

    /// Whether one who has asked for much may be served now.
    func canServe(_ places: Int) -> Bool {
      served < places && (waiting.isEmpty || sinceServed >= TurnQueue.patience)
    }

    /// Takes those of them who may be served now.
    mutating func serve(_ places: Int) -> [CheckedContinuation<Void, Never>] {
      var next: [CheckedContinuation<Void, Never>] = []
      while canServe(places), let first = patient.popFirst() {
        noteServed()
        next.append(first)
      }
      return next
    }

    mutating func noteServed() {
      served += 1
      sinceServed = 0
    }
  }

  private struct Line {
    private var sessions: [LiveSession] = []
    /// How many of those have had their turn.
    private var taken = 0

    var isEmpty: Bool { sessions.isEmpty }

    mutating func add(_ session: LiveSession) { sessions.append(session) }

    mutating func add(_ others: [LiveSession]) { sessions += others }

    mutating func take(_ most: Int) -> [LiveSession] {
      // By themselves: with a slice of them somebody would hold on to all, and whoever adds one would copy thousands.
      let next = Array(sessions[taken...].prefix(most))
      taken += next.count
      if taken == sessions.count {
        sessions = []
        taken = 0
      } else if taken > 1024, taken > sessions.count / 2 {
        sessions.removeFirst(taken)
        taken = 0
      }
      return next
    }
  }

  /// How many there are for this process.
  static let cores = ProcessInfo.processInfo.activeProcessorCount
  /// How many sessions have their turn before others of the pool do: a fraction of a millisecond.
  private static let share = 4
  /// After how many turns it waits for the log: a millisecond or two. Each time costs what a small group of its costs.
  private static let stretch = 64
  /// After how many turns of those that somebody looks at the others have one.
  private static let advantage = 8
  /// After how many turns of those one is served who has asked for much.
  private static let patience = 128

  private let state = Mutex(State())
  private let places: Int
  private let settle: (@Sendable () async -> Void)?

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - places: How many sessions have their turn at a time; as many as there are cores unless given.
  ///   - settle: Returns when everything that was recorded until now is durable; nothing is recorded unless given.
  init(
    places: Int = TurnQueue.cores,
    settle: (@Sendable () async -> Void)? = nil
  ) {
    self.places = places
    self.settle = settle
  }

  /// Has a session take in what has come, behind those that wait.
  func add(_ session: LiveSession) { change { $0.waiting.add(session) } }

  /// Has a session that nobody looks at take in what has come and what comes in the next while.
  func addLater(_ session: LiveSession, after rest: Duration) {
    let isFirst = state.withLock { state in
      state.resting[rest, default: []].append(session)
      return state.resting[rest]?.count == 1
    }
    guard isFirst else { return }
    Task.detached { [self] in
      try? await Task.sleep(for: rest)
      change { state in state.unwatched.add(state.resting.removeValue(forKey: rest) ?? []) }
    }
  }

  /// Does something for somebody who has asked for more than people do: when no session waits that somebody looks at, or seldom. Of
  /// those who have, as many are served at a time as sessions have their turn, of one address after the other.
  ///
  /// - Parameter quota: What stands for his address.
  func unhurried<Result: Sendable>(
    of quota: AddressQuota, _ body: () async throws -> Result
  ) async rethrows -> Result {
    await withCheckedContinuation { continuation in
      let isServed = state.withLock { state in
        if state.patient.isEmpty, state.canServe(places) {
          state.noteServed()
          return true
        }
        state.patient.change(ObjectIdentifier(quota)) { $0.append(continuation) }
        return false
      }
      if isServed { continuation.resume() }
    }
    defer {
      let next = state.withLock { state in
        state.served -= 1
        return state.serve(places)
      }
      for one in next { one.resume() }
    }
    return try await body()
  }

  private func change(_ body: (inout State) -> Void) {
    let starts = state.withLock { state in
      body(&state)
      if state.running == places { return false }
      state.running += 1
      return true
    }
    if starts { Task.detached { await self.run() } }
  }

  private func run() async {
    var turns = 0
    while let sessions = next() {
      for session in sessions { await session.takeIn() }
      turns += sessions.count
      if turns >= Self.stretch, let settle {
        await settle()
        turns = 0
      } else {
        await Task.yield()
      }
    }
  }

  private func next() -> [LiveSession]? {
    let (sessions, served) = state.withLock { state in
      let sessions = state.take(Self.share)
      if sessions.isEmpty { state.running -= 1 }
      return (sessions, state.serve(places))
    }
    for one in served { one.resume() }
    return sessions.isEmpty ? nil : sessions
  }
}
