/// What a session that was brought back from its recording has heard already: none of it is told twice. Used in the session's isolation
/// domain only.
final class HeardBefore {
  /// The ids of what it was told of at its return.
  private(set) var told: Set<UInt64> = []
  /// When the last of that happened.
  private var lastTold = Timestamp(nanoseconds: 0)
  /// The ids of its own requests that it had heard, as it observes them, and that are made once more.
  private(set) var own: Set<UInt64> = []

  /// Notes what the session is told of at its return.
  ///
  /// - Parameters:
  ///   - own: The ids of those of its requests that it had heard before.
  ///   - again: The ids of those that are made once more.
  func note(_ missed: some Collection<Envelope>, own: Set<UInt64>, madeAgain again: Set<UInt64>) {
    told = Set(missed.map(\.id.rawValue))
    lastTold = missed.map(\.time).max() ?? lastTold
    self.own = own.union(told).intersection(again)
  }

  /// Whether it has heard what comes first in a queue; that is forgotten here, since it comes once.
  ///
  /// - Parameter origin: The session's own.
  func hasFirst(of queue: EventQueue, _ origin: UInt64) -> Bool {
    guard !told.isEmpty || !own.isEmpty, let id = queue.firstID else { return false }
    let (wasTold, wasOwn) = (told.remove(id) != nil, own.remove(id) != nil)
    if wasTold || wasOwn { return true }
    // The app's events come in their order: behind a later one comes nothing of that any more. The session's own come in between.
    let isOwn = id & ~0xFF_FFFF_FFFF == origin
    if !isOwn, let time = queue.firstTime, time > lastTold { told = [] }
    return false
  }
}
