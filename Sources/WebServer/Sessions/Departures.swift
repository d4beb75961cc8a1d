internal import Synchronization
internal import WebRenderer

/// Sends what outboxes hold, for all sessions that have something to send at the time.
///
/// One task does it for everybody. A task for each session, waiting until what has happened is durable, took several kilobytes and
/// microseconds for each of a thousand screens that one event changes; so they wait for that once, together.
final class Departures: Sendable {
  private struct State {
    var waiting: [LiveWriter] = []
    var isRunning = false
  }

  /// So many at a time: the next ones don't wait for all of ten thousand.
  private static let most = 256

  private let state = Mutex(State())

  /// A writer has something to send.
  func add(_ writer: LiveWriter) {
    let starts = state.withLock { state in
      state.waiting.append(writer)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { Task { await run() } }
  }

  private func run() async {
    while true {
      let writers = next()
      if writers.isEmpty { return }
      // Taken out before: what comes meanwhile may not be durable yet.
      let deliveries = writers.map { ($0, $0.next()) }
      await settle(deliveries)
      for (writer, delivery) in deliveries { carryOut(delivery, by: writer) }
    }
  }

  private func next() -> [LiveWriter] {
    state.withLock { state in
      let writers = Array(state.waiting.prefix(Self.most))
      if writers.count == state.waiting.count { state.waiting = [] } else { state.waiting.removeFirst(writers.count) }
      state.isRunning = !writers.isEmpty
      return writers
    }
  }

  private func settle(_ deliveries: [(LiveWriter, Outbox.Delivery)]) async {
    var settled: Journal?
    for case (let writer, .messages) in deliveries {
      guard let journal = writer.session.journal, journal !== settled else { continue }
      await journal.settle()
      settled = journal
    }
  }

  private func carryOut(_ delivery: Outbox.Delivery, by writer: LiveWriter) {
    switch delivery {
    case .messages(let messages):
      switch writer.send(messages) {
      case .sent: if writer.hasMore { add(writer) }
      case .mustWait:
        Task {
          await writer.socket.room()
          add(writer)
        }
      case .failed: break
      }
    case .fresh: Task { if await writer.sendPicture() { add(writer) } }
    case .replaced: Task { await writer.socket.close(.replaced) }
    case .nothing, .disconnected: break
    }
  }
}
