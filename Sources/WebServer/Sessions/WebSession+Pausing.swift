internal import ViewKit

extension WebSession {
  /// Waits as long as the page must before what it says is taken.
  ///
  /// - Parameters:
  ///   - bytes: How long it is.
  ///   - speaker: Who says it.
  ///   - isInVain: Asked once it waits: whether it is too late to end that by ``pauses``.
  /// - Returns: Whether it is to be taken. Otherwise it was in vain, and costs nothing.
  @discardableResult
  func pause(
    for bytes: Int, _ speaker: Pauses.Speaker, unless isInVain: () -> Bool = { false }
  ) async -> Bool {
    // Its page may come from an address meanwhile.
    let quota = quota
    let (own, shared) = throttle(bytes, for: quota)
    let time = max(own, shared)
    if time <= .zero { return true }
    let isDone = await pauses.wait(time, speaker, unless: isInVain)
    if shared > .zero { quota.endWait() }
    if !isDone { giveBack(bytes, for: quota) }
    return isDone
  }

  /// Waits as long as the page must before it is given the whole screen.
  ///
  /// - Parameter isInVain: As that of ``pause(for:_:unless:)``.
  /// - Returns: Whether it is to be given. Otherwise it costs nothing.
  func pauseForPicture(on connection: Int, unless isInVain: () -> Bool) async -> Bool {
    let time = throttlePicture()
    if time <= .zero { return true }
    let isDone = await pauses.wait(time, .connection(connection), unless: isInVain)
    if !isDone { givePictureBack() }
    return isDone
  }

  /// Waits for what the page has asked for before, where what it says needs that: the row that it is for, which an answer may bring back;
  /// what its user may have acted on, where it is said once more to a session that has come back; or room for more, where very much is
  /// unanswered.
  ///
  /// - Parameter isInVain: As that of ``pause(for:_:unless:)``.
  /// - Returns: Whether what is said is to be taken.
  func waitForAnswers(
    before message: ClientMessage, _ speaker: Pauses.Speaker, unless isInVain: () -> Bool
  ) async -> Bool {
    // What is said once more is done already.
    if let number = message.number, number <= lastTaken { return true }
    guard await waitForRow(of: message, speaker, unless: isInVain) else { return false }
    let patience = patienceOfReturn
    let most = patience > .zero ? 0 : Self.mostUnanswered
    guard await live.asks(forMoreThan: most) else { return true }
    return await pauses.wait(speaker, unless: isInVain) { [self] in
      let begin = ContinuousClock.now
      await live.waitForAnswers(toAllBut: most, atMost: patience > .zero ? patience : Self.answerPatience)
      if patience > .zero { spendPatience(.now - begin) }
    }
  }

  /// More than somebody asks for who looks at the answers, and enough for a database to be always at work for one who doesn't.
  private static let mostUnanswered = 32
  /// What is never answered mustn't stop a page.
  private static let answerPatience = Duration.milliseconds(250)

  private func waitForRow(
    of message: ClientMessage, _ speaker: Pauses.Speaker, unless isInVain: () -> Bool
  ) async -> Bool {
    guard case .intent(_, let intent) = message, case .row = intent.target, await live.isAwaited(intent)
    else { return true }
    return await pauses.wait(speaker, unless: isInVain) { [live] in
      await live.waitForRow(of: intent, atMost: Self.rowPatience)
    }
  }

  /// Less than a page waits until it asks whether its server is there.
  private static let rowPatience = Duration.seconds(2)

  /// Carries out what its page has said: behind others, if that is much.
  ///
  /// - Parameter isPatient: Whether it is behind others whatever it is, for nobody waits for it.
  func inTurn<Result: Sendable>(
    isPatient: Bool = false, _ body: () async throws -> Result
  ) async rethrows -> Result {
    if isPatient || isHasty { try await turns.unhurried(of: quota, body) } else { try await body() }
  }
}
