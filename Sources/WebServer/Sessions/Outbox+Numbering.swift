internal import Synchronization
internal import WebRenderer

/// The numbers of patches: one process after the other counts on where nobody has before.
extension Outbox {
  /// More than a process sends without having recorded it, as long as its log can be written.
  private static let leap = 100_000

  /// Counts on behind a number.
  func goOn(behind sequence: Int) { state.withLock { $0.sequence = sequence } }

  /// Counts on as another process does. The one before may have sent patches that it hadn't recorded when it ended: their numbers are left
  /// out, so that they never stand for anything else.
  ///
  /// - Parameter returns: How many processes have begun with the session since the last patch.
  func leap(returns: Int) { state.withLock { $0.leap(returns * Self.leap) } }

  /// Counts on as this process does, which begins with the session: its recording is played.
  ///
  /// - Parameters:
  ///   - returns: How many processes have begun with the session since the last patch, this one included.
  ///   - isWhole: Whether what led to that patch was recorded to its end, as far as is known.
  func begin(returns: Int, isWhole: Bool) {
    state.withLock { state in
      state.lastRecorded = isWhole ? state.sequence : nil
      state.leap(returns * Self.leap)
      state.first = state.sequence
      // Refusals of what is played are told from the list of those, to whoever connects.
      state.notes = []
    }
  }

  /// Goes on as a session that was kept: behind the last patch that its page had been sent, with what was refused and what the page may
  /// not have heard.
  func goOn(as kept: KeptSession) {
    state.withLock { state in
      state.sequence = kept.patches
      state.refusals = (kept.refusals ?? []).suffix(Self.mostRefusals).map { ($0.patch, $0.buffer) }
    }
  }

  /// The refusals that the page may not have heard, the oldest first; `nil` if there are none.
  var keptRefusals: [KeptSession.Refusal]? {
    let refusals = state.withLock { $0.refusals }
    return refusals.isEmpty ? nil : refusals.map { KeptSession.Refusal(patch: $0.patch, message: $0.message.text) }
  }

  /// The number that the patch with a number has in this process: another, if it is the last one that was recorded.
  func place(of sequence: Int) -> Int { state.withLock { $0.lastRecorded == sequence ? $0.first : sequence } }
}
