internal import Synchronization
internal import ViewKit

/// What a page's user has unfolded: only his browser knows. Thread-safe.
final class Folding: Sendable {
  private let places = Mutex<Set<IntentTarget>>([])

  /// What stands unfolded that didn't begin so.
  var unfolded: Set<IntentTarget> { places.withLock { $0 } }

  func unfold(_ place: IntentTarget) { places.withLock { _ = $0.insert(place) } }
}
