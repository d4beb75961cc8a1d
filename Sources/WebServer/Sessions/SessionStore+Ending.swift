internal import EventLog
internal import Synchronization
internal import ViewKit

/// Sessions end: by themselves, because their pages stay away, or with the process.
extension SessionStore {
  /// Ends the sessions whose pages have been gone for too long, again and again until the task is cancelled.
  func sweepForever() async {
    let pause = min(.seconds(1), configuration.sessionGrace / 4)
    while (try? await Task.sleep(for: max(pause, .milliseconds(10)))) != nil { await sweep(now: .now) }
  }

  func sweep(now: ContinuousClock.Instant) async {
    let over = state.withLock { state in
      let over = state.sessions.values.filter { $0.isOver(now: now) }
      for session in over { state.takeOut(session) }
      state.forgetQuotas(now: now)
      return over
    }
    await end(over)
    await FileThreads.run { [files] in files.sweep(now: now) }
  }

  /// How long a handler, or the log, may hold up the end of sessions.
  private static let patience = Duration.seconds(1)

  /// Ends all sessions; none can be opened afterwards.
  func end() async {
    endReturns()
    let deadline = ContinuousClock.now + Self.patience
    await finishSending(state.withLock { Array($0.sessions.values) })
    let all = state.withLock { state in
      let all = Array(state.sessions.values)
      for session in all { state.takeOut(session) }
      return all
    }
    await end(all, atMost: ContinuousClock.now.duration(to: deadline))
  }

  /// Waits until what sessions send to the app once what led to it is durable is sent, half of the patience at most: there is time for
  /// that, and the next process couldn't tell that it wasn't.
  private func finishSending(_ sessions: [WebSession]) async {
    await wait(atMost: Self.patience / 2) { [self] in
      await journal?.settle()
      for session in sessions {
        while await session.live.isSending, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
      }
    }
  }

  /// Ends sessions at the same time. One whose handler never comes to its end isn't waited for any longer: others would never end.
  private func end(_ sessions: [WebSession], atMost patience: Duration = patience) async {
    await wait(atMost: patience) { [self] in
      await withDiscardingTaskGroup { group in
        for session in sessions { group.addTask { [self] in await end(session) } }
      }
    }
  }

  /// Ends a session whose page will not come.
  func dismiss(_ session: WebSession) async {
    state.withLock { $0.takeOut(session) }
    await end(session)
  }

  /// Ends a session once it has sent what it was about to. Another may be doing so.
  func endOutright(_ session: WebSession) async {
    if await session.live.isSending { await finishSending([session]) }
    await session.end()
  }

  private func end(_ session: WebSession) async {
    await endOutright(session)
    if let log = session.journal?.log {
      log.noteDeparture(of: session.id)
      log.flush { [weak self, id = session.id] result in
        if case .failure = result { self?.state.withLock { $0.noteUnwritten(id) } }
      }
    }
    state.withLock { state in
      if state.ending[session.id] === session { state.ending[session.id] = nil }
    }
    monitor?.sessionEnded()
  }
}
