import Synchronization

/// How often a server has been asked. It is of no session's screens, so two are alike whatever they count: what answers do isn't
/// done again when a session returns.
final class RequestCount: Sendable, Equatable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }

  static func == (a: RequestCount, b: RequestCount) -> Bool { true }
}
