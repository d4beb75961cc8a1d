internal import Synchronization

/// Those who wait until what they have said for a session may be taken, since it has said much. They can be told that they wait in vain:
/// whoever waits holds what he has said. Thread-safe.
final class Pauses: Sendable {
  enum Speaker: Equatable {
    /// A connection, by the number that the outbox gave it.
    case connection(Int)
    /// What the page has said when it was left, by the number that it got here.
    case beacon(Int)
    /// A file that is to come.
    case file
  }

  private struct Sleeper {
    let speaker: Speaker
    let sleep: Task<Bool, Never>
  }

  private struct State {
    /// By numbers of their own.
    var sleepers: [Int: Sleeper] = [:]
    var lastSleeper = 0
    /// The beacons that are under way, by their numbers: from which intent to which each goes.
    var beacons: [Int: ClosedRange<Int>] = [:]
    var lastBeacon = 0
    /// How many beacons are on their way.
    var beaconsComing = 0
  }

  /// More files at once than this aren't one user's: the page sends one after another.
  private static let mostFiles = 8
  /// Nor are more beacons of which none says what another does: only one that has come late says something else.
  private static let mostBeacons = 4

  private let state = Mutex(State())

  /// How many wait.
  var count: Int { state.withLock { $0.sleepers.count } }

  /// Waits.
  ///
  /// - Parameter isInVain: Asked once ``end(where:)`` can reach who waits: what came before that has gone by.
  /// - Returns: False if it was in vain, or there are too many files that wait already.
  func wait(_ time: Duration, _ speaker: Speaker, unless isInVain: () -> Bool) async -> Bool {
    await wait(speaker, unless: isInVain) { try? await Task.sleep(for: time) }
  }

  /// The same, until `body` is over, which must be soon when its task is cancelled.
  func wait(
    _ speaker: Speaker, unless isInVain: () -> Bool, until body: @escaping @Sendable () async -> Void
  ) async -> Bool {
    let sleep = Task {
      await body()
      return !Task.isCancelled
    }
    let number = add(Sleeper(speaker: speaker, sleep: sleep))
    if number == nil || isInVain() { sleep.cancel() }
    defer { if let number { remove(number) } }
    // The server ends, say, and waits for no more than a moment.
    return await withTaskCancellationHandler {
      await sleep.value
    } onCancel: {
      sleep.cancel()
    }
  }

  private func add(_ sleeper: Sleeper) -> Int? {
    state.withLock { state -> Int? in
      if sleeper.speaker == .file, state.sleepers.values.count(where: { $0.speaker == .file }) >= Self.mostFiles {
        return nil
      }
      state.lastSleeper += 1
      state.sleepers[state.lastSleeper] = sleeper
      return state.lastSleeper
    }
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      state.sleepers[number] = nil
      // An empty dictionary would hold its memory.
      if state.sleepers.isEmpty { state.sleepers = [:] }
    }
  }

  /// Lets those go who wait in vain from now on.
  func end(where isInVain: (Speaker) -> Bool) {
    let ended = state.withLock { state in state.sleepers.values.filter { isInVain($0.speaker) }.map(\.sleep) }
    for sleep in ended { sleep.cancel() }
  }

  /// Lets those connections go from which another has taken over.
  func endConnections(before number: Int) {
    end { if case .connection(let other) = $0 { other < number } else { false } }
  }

  // MARK: Beacons

  /// A beacon begins to come: what has come of it is kept until it is whole.
  ///
  /// - Returns: False if there are too many of the session's.
  func beginReading() -> Bool {
    state.withLock { state in
      if state.beaconsComing >= Self.mostBeacons { return false }
      state.beaconsComing += 1
      return true
    }
  }

  /// It is whole, or won't be.
  func endReading() { state.withLock { $0.beaconsComing -= 1 } }

  /// A page says what it had no answer to, and with it mostly all that it has said so before and had no answer to: that is in vain then.
  /// Not so what goes further than this, which has come late.
  ///
  /// - Parameter intents: From which intent to which it goes.
  /// - Returns: The number of this one; `nil` if another that is under way says all of it, or too many are.
  func beginBeacon(saying intents: ClosedRange<Int>) -> Int? {
    let (number, ended) = state.withLock { state -> (Int?, [Int]) in
      let before = state.beacons.filter { $0.value.upperBound <= intents.upperBound }.map(\.key)
      let others = state.beacons.values.filter { $0.upperBound > intents.upperBound }
      if others.count >= Self.mostBeacons || others.contains(where: { $0.lowerBound <= intents.lowerBound }) {
        return (nil, [])
      }
      for other in before { state.beacons[other] = nil }
      state.lastBeacon += 1
      state.beacons[state.lastBeacon] = intents
      return (state.lastBeacon, before)
    }
    if !ended.isEmpty { end { if case .beacon(let other) = $0 { ended.contains(other) } else { false } } }
    return number
  }

  /// Whether a beacon is under way, and no other has taken its place.
  func isDue(beacon number: Int) -> Bool { state.withLock { $0.beacons[number] != nil } }

  /// A beacon is done, or won't be.
  func endBeacon(_ number: Int) {
    state.withLock { state in
      state.beacons[number] = nil
      // As above.
      if state.beacons.isEmpty { state.beacons = [:] }
    }
  }
}
