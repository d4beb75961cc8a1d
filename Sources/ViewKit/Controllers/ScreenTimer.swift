internal import EventStream

/// A timer of a controller. Used in its session only.
public final class ScreenTimer {
  var number: Int
  var due: Timestamp
  /// How long it runs, and where in the program it is started: in another session of the program the same timer has the same.
  let duration: Duration
  let site: String
  /// What waits for the end; there is none while a recording is played.
  var task: Task<Void, Never>?
  private var body: (() -> Void)?

  init(_ number: Int, due: Timestamp, after duration: Duration, at site: String, _ body: @escaping () -> Void) {
    self.number = number
    self.due = due
    self.duration = duration
    self.site = site
    self.body = body
  }

  /// Whether it has fired or was cancelled.
  public var isOver: Bool { body == nil }

  /// How long it still runs in a session that has been brought back: until it is due. If the clock was set back meanwhile, no longer
  /// than from now on.
  func remaining(at now: Timestamp) -> Duration { min(duration, max(.zero, now.duration(to: due))) }

  /// Ends it: its closure isn't called any more.
  public func cancel() {
    body = nil
    task?.cancel()
    // Whoever keeps the timer needn't keep that.
    task = nil
  }

  func fire() {
    let body = body
    self.body = nil
    task = nil
    body?()
  }
}
