internal import EventStream

/// The timers of a session. One that runs down comes as an event, so that a recording has it.
final class Timers {
  private let sleep: @Sendable (Duration) async throws -> Void
  private unowned let stream: SessionStream
  private var running: [Int: ScreenTimer] = [:]
  /// The number of the last timer.
  var last = 0

  init(_ stream: SessionStream, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.sleep = sleep
    self.stream = stream
  }

  /// The timer with a number has run down.
  func fire(_ number: Int) { running.removeValue(forKey: number)?.fire() }

  /// - Parameter site: Where in the program it is started.
  func start(_ duration: Duration, at site: String, _ body: @escaping () -> Void) -> ScreenTimer {
    last += 1
    running = running.filter { !$0.value.isOver }
    let timer = ScreenTimer(last, due: stream.now.advanced(by: duration), after: duration, at: site, body)
    running[last] = timer
    // In a recording it has run down already, or will when that is over.
    if !stream.isReplaying { run(timer, for: duration) }
    return timer
  }

  /// Those that run, in the order in which they were started.
  var inOrder: [ScreenTimer] { running.values.filter { !$0.isOver }.sorted { $0.number < $1.number } }

  /// Takes what runs for what ran in another session of the program, and counts on behind a number. What didn't run there ends.
  ///
  /// - Parameter isOfOtherProgram: Whether it was another program's, which may have started them elsewhere in the same file.
  /// - Throws: ``SessionSnapshot/Refusal`` if a timer ran there that the screens don't start when they are made, or nothing tells which
  ///   of theirs it is.
  func goOn(
    behind number: Int, with kept: [KeptTimer], ofOtherProgram isOfOtherProgram: Bool
  ) throws(SessionSnapshot.Refusal) {
    var own = inOrder
    defer { for timer in own { timer.cancel() } }
    running = [:]
    last = number
    let sites = TimerSites(of: kept, among: own)
    for kept in kept {
      let site = try isOfOtherProgram ? sites.site(of: kept) : kept.site
      guard let index = own.firstIndex(where: { $0.duration == kept.duration && $0.site == site }) else {
        throw isOfOtherProgram ? TimerSites.missing(kept) : .notNow
      }
      let timer = own.remove(at: index)
      (timer.number, timer.due) = (kept.number, kept.due)
      running[kept.number] = timer
    }
  }

  /// The session has been brought back: what hasn't run down does so when it would have, or now.
  func resume(at now: Timestamp) {
    if stream.isReplaying { return }
    // What was started since runs already.
    for timer in inOrder where timer.task == nil { run(timer, for: timer.remaining(at: now)) }
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
  }
}
