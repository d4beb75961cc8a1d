import GhostlightTesting
import Synchronization
import Testing

/// After each test of a suite, every page that it has opened is played from its recording, and shows the same screens.
struct Replayed: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let started = Started()
    try await LiveTest.$didStart.withValue({ test in started.apps.withLock { $0.append(test) } }) {
      try await function()
    }
    for app in started.apps.withLock({ $0 }) {
      try await app.verifyReplays()
      try await app.end()
    }
  }

  private final class Started: Sendable {
    let apps = Mutex<[LiveTest]>([])
  }
}

extension Trait where Self == Replayed {
  static var replayed: Replayed { Replayed() }
}
