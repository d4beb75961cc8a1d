/// Whether a session's page is there, and how long the session waits for it where it isn't.
struct PagePresence: Sendable {
  private var connections = 0
  private var hasCome = false
  /// How many requests it says something in.
  private var holds = 0
  /// When the session ends unless its page connects before.
  private var deadline: ContinuousClock.Instant?

  /// How long the session leaves news while its page isn't there; `nil` if it is. One whose page has never come mostly has none that
  /// will.
  var rest: Duration? {
    if connections > 0 { return nil }
    return hasCome ? .seconds(1) : .seconds(8)
  }

  mutating func connect() {
    connections += 1
    hasCome = true
    deadline = nil
  }

  mutating func disconnect(grace: Duration) {
    connections -= 1
    wait(grace)
  }

  /// It says something in a request of its own, whether it is connected or not.
  mutating func hold() { holds += 1 }

  mutating func release() { holds -= 1 }

  /// Waits so long for the page, from now on.
  mutating func wait(_ grace: Duration) {
    if connections == 0 { deadline = .now + grace }
  }

  /// Waits so long for a page that was there when another process ended.
  mutating func waitForReturn(_ grace: Duration) {
    hasCome = true
    wait(grace)
  }

  /// Waits no longer than until then for a page that has never come.
  mutating func giveUp(at time: ContinuousClock.Instant) {
    if !hasCome { deadline = deadline.map { min($0, time) } }
  }

  func isOver(now: ContinuousClock.Instant) -> Bool { holds == 0 && deadline.map { $0 <= now } ?? false }
}
