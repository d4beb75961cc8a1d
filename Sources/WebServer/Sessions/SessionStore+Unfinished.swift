internal import EventLog
internal import EventStream

extension SessionStore {
  /// Brings back the sessions that had something under way when the process before this one came to an end.
  ///
  /// What a page has been told has happened, is carried out although its tab may be closed. A page that comes finds its session
  /// there; those whose pages don't are swept away, as others are.
  func finishWhatWasBegun() async {
    guard let journal, let end = journal.log.lastPosition else { return }
    do {
      let found = try await UnfinishedSessions.find(in: journal.log, through: end, now: stream.now)
      for id in found where !Task.isCancelled {
        await withTaskCancellationHandler {
          // Nobody knows from which address its page will come.
          _ = try? await bringBack(id, for: nil, AddressQuota(configuration, isNobodys: true), from: journal)
        } onCancel: {
          // The server ends, and waits for this.
          endReturns()
        }
      }
    } catch {
      journal.couldNotLookForUnfinished(because: error)
    }
  }
}
