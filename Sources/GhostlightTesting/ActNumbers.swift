internal import Synchronization

/// Numbers what a page's user does, from 1, as a browser does. Thread-safe.
final class ActNumbers: Sendable {
  private let given = Atomic(0)

  func next() -> Int { given.wrappingAdd(1, ordering: .relaxed).newValue }
}
