internal import EventLog
internal import Synchronization

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
      state.quotas = state.quotas.filter { !$0.value.isIdle(now: now) }
      return over
    }
    for session in over { await end(session) }
    await FileThreads.run { [files] in files.sweep(now: now) }
  }

  /// Ends all sessions; none can be opened afterwards.
  func end() async {
    endReturns()
    let all = state.withLock { state in
      let all = Array(state.sessions.values)
      for session in all { state.takeOut(session) }
      return all
    }
    for session in all { await end(session) }
  }

  /// Ends a session whose page will not come.
  func dismiss(_ session: WebSession) async {
    state.withLock { $0.takeOut(session) }
    await end(session)
  }

  private func end(_ session: WebSession) async {
    await session.end()
    session.journal?.log.noteDeparture(of: session.id)
    state.withLock { state in
      if state.ending[session.id] === session { state.ending[session.id] = nil }
    }
    monitor?.sessionEnded()
  }
}
