internal import EventLog
internal import EventStream
internal import Logging

/// Has a log forget what is too old, and what is too much. Sessions that live are kept, and so are those that come back meanwhile.
struct LogKeeper {
  /// When it looks. Not at once, for pages come back first.
  struct Times {
    /// A clock that is set right some time after the start mustn't have all sessions forgotten.
    var beforeOld = Duration.seconds(600)
    var betweenOld = Duration.seconds(3600)
    /// Browsers let pages that nobody looks at act once in a minute.
    var beforeSize = Duration.seconds(180)
    /// What is written in that time is little beside the log, so that it grows hardly beyond its size.
    var betweenSizes = Duration.seconds(2)
    /// After hardly anything could be forgotten: it was gone through as a whole for that.
    var afterFailure = Duration.seconds(60)
  }

  let log: any EventLog
  let store: SessionStore
  let configuration: ServerConfiguration
  let logger: Logger
  var times = Times()
  /// Tells what is old.
  var clock: @Sendable () -> Timestamp = { EventClock.coarse.now }
  /// A clock that has gone wrong by more since the last look is believed at the next one, should it still say so.
  static let mostLeap = Duration.seconds(3600)
  /// Where more waits for those who read, the operator is told. Beside a log that nobody reads for long a quarter of that waits at most.
  static let mostHeld = 256 << 20

  /// Looks after it until the task is cancelled.
  func run() async {
    let start = ContinuousClock.now
    var last = (wall: clock(), running: start)
    var old = start + times.beforeOld
    var look = start + times.betweenSizes
    var shrinking = start + times.beforeSize
    var (isTold, isToldOfReader) = (false, false)
    // One after the other: who returns is asked about what is being forgotten, and both would say when that is done.
    while (try? await Task.sleep(until: configuration.maximumLogBytes > 0 ? min(old, look) : old)) != nil {
      isToldOfReader = tellOfReader(isTold: isToldOfReader)
      if old <= .now {
        let now = (wall: clock(), running: ContinuousClock.now)
        let leap = last.wall.duration(to: now.wall) - (now.running - last.running)
        last = now
        if abs(leap.components.seconds) < Self.mostLeap.components.seconds {
          await forgetOld(at: now.wall)
        } else {
          logger.warning(
            "the clock was set: nothing old is forgotten before the next look", metadata: ["by": "\(leap)"])
        }
        old = .now + times.betweenOld
        continue
      }
      // A sleep may end a little early, and of a log without a bound nothing is too much.
      guard configuration.maximumLogBytes > 0 else { continue }
      let outcome = await lookAfterSize(mayForget: shrinking <= .now, isTold: isTold)
      isTold = outcome.isTold
      if outcome.isInVain { shrinking = .now + times.afterFailure }
      look = .now + times.betweenSizes
    }
  }

  /// Tells the operator, once, that somebody has been reading for so long that the log becomes slow to open.
  ///
  /// - Returns: Whether that is known.
  private func tellOfReader(isTold: Bool) -> Bool {
    let held = log.heldBytes
    if held >= Self.mostHeld, !isTold {
      logger.warning(
        """
        somebody has been reading the log for long, and what is written meanwhile can't be moved into its file: its -wal grows until that \
        ends, and the next start reads all of it. End who reads it, a tool that was forgotten say
        """, metadata: ["bytes": "\(held)"])
    }
    return held >= Self.mostHeld
  }

  private func forgetOld(at now: Timestamp) async {
    do {
      let time = now.advanced(by: .zero - configuration.logMemory)
      try await log.removeAll(before: time, now: now) { !store.letGo(of: $0) }
      await store.noteForgotten()
    } catch is CancellationError {
    } catch {
      await store.noteForgotten()
      logger.error("old events can't be removed from the log", metadata: ["error": "\(error)"])
    }
  }

  private struct Outcome {
    /// Whether the operator knows that it is too large.
    var isTold: Bool
    /// Whether hardly anything could be forgotten.
    var isInVain = false
  }

  /// Makes it smaller if it is too large: by an eighth, so that there is some time until the next. Those who act much pay for what it is
  /// larger in any case.
  private func lookAfterSize(mayForget: Bool, isTold: Bool) async -> Outcome {
    let most = configuration.maximumLogBytes
    do {
      let before = try await log.size()
      store.journal?.note(size: before, atMost: most)
      if before <= most { return Outcome(isTold: false) }
      if !mayForget { return Outcome(isTold: isTold) }
      let size = try await log.shrink(to: most / 8 * 7) { !store.letGo(of: $0) }
      await store.noteForgotten()
      if size > most, !isTold {
        logger.warning(
          "the log is larger than it should be, though all was forgotten that can be: sessions live, or much is recorded just now",
          metadata: ["bytes": "\(size)", "maximumLogBytes": "\(most)"])
      }
      return Outcome(isTold: size > most, isInVain: size >= before / 16 * 15)
    } catch is CancellationError {
    } catch {
      // What nothing has gone of comes back; what is half gone has lost its beginning, and is told so.
      await store.noteForgotten()
      if !isTold { logger.error("the log can't be made smaller", metadata: ["error": "\(error)"]) }
    }
    return Outcome(isTold: true, isInVain: true)
  }
}
