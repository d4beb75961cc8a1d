internal import EventStream

extension LiveSession {
  /// Somebody who waits.
  struct Waiting {
    let moment: Moment
    let continuation: CheckedContinuation<Void, Never>
  }

  /// What can be waited for.
  enum Moment {
    /// No request of the screen is unanswered.
    case settled
    /// A turn is over.
    case turnOver
  }

  var isSettled: Bool { stage?.stream.hasUnanswered != true }

  /// Waits until no request of the screen is unanswered, or the task is cancelled. A request that is never answered makes this wait
  /// for ever, so give the waiting task a limit.
  public func settle() async {
    if !isSettled { await wait(for: .settled) }
  }

  /// As ``settle()``, but no longer than `patience`.
  public func settle(atMost patience: Duration) async {
    if !isSettled { await Self.race(patience) { await self.settle() } }
  }

  /// The cases of the screen's requests that wait for their answers, by the ids of the requests.
  package var unansweredCases: [UInt64: String] { stage?.stream.unansweredCases ?? [:] }

  /// Lets everyone who waits for ``settle()`` go on.
  public func stopSettling() { resume(.settled) }

  /// Waits for the row that an intent is for, if that has gone lately and something that the screen has asked for may bring it back. Who
  /// ticks a row, chooses the rows that are ticked and acts on it once more has done nothing that excludes the other, though all of it may
  /// arrive before the first is answered.
  ///
  /// - Parameter patience: It waits no longer, and all such waits together no longer until everything is answered.
  public func waitForRow(of intent: Intent, atMost patience: Duration) async {
    let left = patience - rowPatienceSpent
    guard left > .zero, isAwaited(intent) else { return }
    let begin = ContinuousClock.now
    await Self.race(left) { await self.waitUntilBack(intent) }
    // It may have ended because everything is answered.
    if !isSettled { rowPatienceSpent += .now - begin }
  }

  /// Whether ``waitForRow(of:atMost:)`` has something to wait for.
  public func isAwaited(_ intent: Intent) -> Bool { !isSettled && stage?.tree.isAway(intent) == true }

  /// Waits as long as more of the screen's requests are unanswered than that; with 0, as long as any of the session's is. Who asks more
  /// quickly than he is answered would have the server work, and record, long after he has gone; and what is said once more after a return
  /// may be for what an answer has brought.
  ///
  /// - Parameter patience: It waits no longer.
  public func waitForAnswers(toAllBut most: Int, atMost patience: Duration) async {
    if asks(forMoreThan: most) { await Self.race(patience) { await self.waitUntilAnswered(most) } }
  }

  /// Whether more of the screen's requests are unanswered than that; with 0, whether any of the session's is.
  public func asks(forMoreThan most: Int) -> Bool {
    guard let stream = stage?.stream else { return false }
    return most == 0 ? stream.awaitsAnswers : stream.unansweredCount > most
  }

  private func waitUntilAnswered(_ most: Int) async {
    while asks(forMoreThan: most), !Task.isCancelled { await wait(for: .turnOver) }
  }

  /// Looks, and waits, without letting a turn come in between: nobody would tell of it.
  private func waitUntilBack(_ intent: Intent) async {
    while isAwaited(intent), !Task.isCancelled { await wait(for: .turnOver) }
  }

  /// Everything is answered.
  func noteSettled() {
    rowPatienceSpent = .zero
    resume(.settled)
  }

  func resume(_ moment: Moment) {
    if waiting.isEmpty { return }
    for (number, one) in waiting where one.moment == moment { stopWaiting(number, one) }
  }

  private func stopWaiting(_ number: Int, _ one: Waiting) {
    waiting[number] = nil
    // Mostly nobody waits, and then a session keeps no memory for it.
    if waiting.isEmpty { waiting = [:] }
    one.continuation.resume()
  }

  private func stopWaiting(_ number: Int) {
    if let one = waiting[number] { stopWaiting(number, one) }
  }

  private func wait(for moment: Moment) async {
    lastWaiting += 1
    let number = lastWaiting
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume()
        } else {
          waiting[number] = Waiting(moment: moment, continuation: continuation)
        }
      }
    } onCancel: {
      Task { await self.stopWaiting(number) }
    }
  }

  private static func race(_ patience: Duration, _ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
      group.addTask { await body() }
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }
}
