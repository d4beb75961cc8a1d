internal import EventStream
internal import Synchronization
internal import ViewKit

/// A session that is being made, for what must be made before it.
private final class Made: Sendable {
  private struct Holder { weak var session: WebSession? }

  private let holder = Mutex(Holder())

  var session: WebSession? { holder.withLock { $0.session } }

  func note(_ session: WebSession) { holder.withLock { $0.session = session } }
}

/// Making sessions, new ones and those that come back.
extension SessionStore {
  func makeSession(
    _ id: String, of owner: SessionOwner, _ quota: AddressQuota, _ opening: SessionOpening
  ) -> WebSession {
    let recorder = journal?.recorder(of: id)
    var makeRecorder: (@Sendable () -> any SessionRecorder)?
    if let recorder { makeRecorder = { recorder } }
    var durable: (@Sendable () async -> Void)?
    if let journal { durable = { await journal.settle() } }
    let made = Made()
    let live = LiveSession(
      app.makeSession(for: opening.visitor), app: stream,
      // One address has its turn once in a round, however many sessions it has.
      party: quota.party,
      onNews: { [turns, made] in
        if let rest = made.session?.rest { turns.addLater($0, after: rest) } else { turns.add($0) }
      }, onFailure: onFailure,
      recorder: makeRecorder,
      durable: durable,
      keeper: recorder.flatMap { makeKeeper(of: id, opening.visitor, made, $0) },
      tappedBy: { [monitor] in monitor?.sessionTaps() ?? [] })
    let session = WebSession(
      id: id, owner: owner, live: live, configuration: configuration, quota: quota, turns: turns,
      files: files, journal: journal,
      recorder: recorder, actsBefore: opening.actsBefore ?? 0)
    made.note(session)
    return session
  }

  private func makeKeeper(
    of id: String, _ visitor: Visitor, _ made: Made, _ recorder: LogRecorder
  ) -> (@Sendable () -> any SnapshotKeeper)? {
    guard let journal, journal.snapshotInterval > 0 else { return nil }
    return { [app] in
      SnapshotWriter(id, in: journal, recorder) {
        app.makeSession(for: visitor)
      } counts: {
        made.session.map(PageCounts.init) ?? PageCounts()
      }
    }
  }
}
