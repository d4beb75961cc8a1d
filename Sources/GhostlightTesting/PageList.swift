internal import Synchronization
internal import ViewKit

/// The pages that are open in a test.
actor PageList {
  private(set) var all: [LiveSession] = []
  /// What all that there have been are recorded as.
  private(set) var recorded: [String] = []
  private let numbers = Atomic(0)

  /// The number of a new page, from 1.
  nonisolated func nextNumber() -> Int { numbers.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The requests of pages that aren't waited for any longer.
  private var givenUp: [ObjectIdentifier: Set<UInt64>] = [:]
  private var seen: [ObjectIdentifier: SeenViews] = [:]

  func add(_ session: LiveSession, _ views: SeenViews, recordedAs name: String) {
    all.append(session)
    recorded.append(name)
    seen[ObjectIdentifier(session)] = views
  }

  /// - Returns: The views that have been on its screen, if it was there.
  func remove(_ session: LiveSession) -> SeenViews? {
    all.removeAll { $0 === session }
    givenUp[ObjectIdentifier(session)] = nil
    return seen.removeValue(forKey: ObjectIdentifier(session))
  }

  /// Whether nothing of what a page has asked for is waited for any longer.
  func isGivenUp(_ session: LiveSession) async -> Bool {
    guard let requests = givenUp[ObjectIdentifier(session)] else { return false }
    return await requests.isSuperset(of: session.unansweredCases.keys)
  }

  /// Gives up what a page has asked for until now, and tells the cases of what is new in it.
  func giveUp(_ session: LiveSession) async -> [String] {
    let cases = await session.unansweredCases
    let before = givenUp.updateValue(Set(cases.keys), forKey: ObjectIdentifier(session)) ?? []
    return Set(cases.filter { !before.contains($0.key) }.values).sorted()
  }
}
