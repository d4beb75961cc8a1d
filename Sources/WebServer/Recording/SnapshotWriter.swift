internal import EventLog
internal import EventStream
internal import Foundation
internal import ViewKit

/// What a page has been sent, and has done: see ``KeptSession``.
struct PageCounts {
  var patches = 0
  var lastIntent = 0
  var lastOfOtherProgram = -1
  var refusals: [KeptSession.Refusal]?

  init() {}

  init(_ session: WebSession) {
    patches = session.outbox.sequence
    lastIntent = session.lastFinished
    lastOfOtherProgram = session.lastOfOtherProgram
    refusals = session.outbox.keptRefusals
  }
}

/// Keeps a session in its log now and then, so that its return takes no longer the longer it has lived.
// Safe because it is used in the session's isolation domain only; what it writes is written by a task of its own.
final class SnapshotWriter: SnapshotKeeper, @unchecked Sendable {
  private let id: String
  private let journal: Journal
  private let recorder: LogRecorder
  private let make: @Sendable () -> Session
  private let counts: @Sendable () -> PageCounts
  private var turnsBefore = 0
  private var interval: Int
  private var writing: Task<UInt64, Never>?

  /// - Parameters:
  ///   - make: Makes what the session consists of anew.
  ///   - counts: What its page has been sent, and has done.
  init(
    _ id: String, in journal: Journal, _ recorder: LogRecorder, make: @escaping @Sendable () -> Session,
    counts: @escaping @Sendable () -> PageCounts
  ) {
    self.id = id
    self.journal = journal
    self.recorder = recorder
    self.make = make
    self.counts = counts
    interval = journal.snapshotInterval
  }

  var coding: any SnapshotCoding { SnapshotJSON() }

  var isDue: Bool { interval > 0 && turns - turnsBefore >= interval && journal.snapshots.take() }

  /// However short each of its stays is, a session that returns has no more to play each time.
  private var turns: Int { recorder.turnsPlayed + recorder.turns }

  func makeSession() -> Session { make() }

  func keep(_ snapshot: SessionSnapshot) {
    guard let last = recorder.last, let place = recorder.place(of: snapshot.point.identity) else { return }
    turnsBefore = turns
    interval = journal.snapshotInterval
    let counts = counts()
    let kept = KeptSession(
      session: snapshot, program: journal.program, patches: counts.patches, lastIntent: counts.lastIntent,
      lastOfOtherProgram: counts.lastOfOtherProgram, refusals: counts.refusals,
      version: journal.decoder.version, last: last.id, place: place)
    writing = Task { [id, journal, before = writing, beginning = recorder.beginning] in
      await journal.keep(kept, of: id, after: await before?.value ?? beginning)
    }
  }

  func keepNone(because error: any Error) {
    // What is under way now may be over some turns later; what isn't alike may become so, but not soon.
    if error as? SessionSnapshot.Refusal == .notNow {
      turnsBefore += max(1, interval / 8)
      return
    }
    turnsBefore = turns
    interval = min(interval * 2, 1 << 16)
    journal.couldNotKeep(because: error)
  }
}
