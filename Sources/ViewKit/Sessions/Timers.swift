internal import EventStream

/// The timers of a session. One that runs down comes as an event, so that a recording has it.
final class Timers {
  private let sleep: @Sendable (Duration) async throws -> Void
  private let mailbox: Mailbox
  private var running: [Int: ScreenTimer] = [:]
  private var last = 0
  private var subscription: SessionSubscription?

  init(_ stream: SessionStream, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.sleep = sleep
    mailbox = stream.mailbox
    subscription = stream.observe(\SessionEvent.timerFired) { [unowned self] number, _ in
      running.removeValue(forKey: number)?.fire()
    }
  }

  func start(_ duration: Duration, _ body: @escaping () -> Void) -> ScreenTimer {
    last += 1
    let number = last
    let task = Task { [sleep, mailbox] in
      guard (try? await sleep(duration)) != nil else { return }
      mailbox.send(SessionEvent.timerFired(number))
    }
    running = running.filter { !$0.value.isOver }
    let timer = ScreenTimer(number, task, body)
    running[number] = timer
    return timer
  }

  func end() {
    for timer in running.values { timer.cancel() }
    running = [:]
    subscription = nil
  }
}
