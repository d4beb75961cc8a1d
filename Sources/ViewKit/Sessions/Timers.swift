internal import EventStream

/// The timers of a session. One that runs down comes as an event, so that a recording has it.
final class Timers {
  private let sleep: @Sendable (Duration) async throws -> Void
  private unowned let stream: SessionStream
  private var running: [Int: ScreenTimer] = [:]
  /// The number of the last timer.
  var last = 0
  private var subscription: SessionSubscription?

  init(_ stream: SessionStream, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.sleep = sleep
    self.stream = stream
    subscription = stream.observe(\SessionEvent.timerFired) { [unowned self] number, _ in
      running.removeValue(forKey: number)?.fire()
    }
  }

  func start(_ duration: Duration, _ body: @escaping () -> Void) -> ScreenTimer {
    last += 1
    running = running.filter { !$0.value.isOver }
    let timer = ScreenTimer(last, due: stream.now.advanced(by: duration), body)
    running[last] = timer
    // In a recording it has run down already, or will when that is over.
    if !stream.isReplaying { run(timer, for: duration) }
    return timer
  }

  /// Whether none is running.
  var areOver: Bool { running.values.allSatisfy(\.isOver) }

  /// Forgets what is running, and counts on behind a number.
  func goOn(behind number: Int) {
    for timer in running.values { timer.cancel() }
    running = [:]
    last = number
  }

  /// The session has been brought back: what hasn't run down does so when it would have, or now.
  func resume(at now: Timestamp) {
    if stream.isReplaying { return }
    for timer in running.values where !timer.isOver {
      run(timer, for: max(.zero, now.duration(to: timer.due)))
    }
  }

  private func run(_ timer: ScreenTimer, for duration: Duration) {
    timer.task = Task { [sleep, mailbox = stream.mailbox, number = timer.number] in
      guard (try? await sleep(duration)) != nil else { return }
      mailbox.send(SessionEvent.timerFired(number))
    }
  }

  func end() {
    for timer in running.values { timer.cancel() }
    running = [:]
    subscription = nil
  }
}
