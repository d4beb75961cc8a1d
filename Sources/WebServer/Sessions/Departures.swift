internal import Synchronization
internal import WebRenderer

/// Sends what outboxes hold, for all sessions that have something to send at the time.
///
/// A task for each session, waiting until what has happened is durable, took several kilobytes and microseconds for each of a
/// thousand screens that one event changes; so they wait for that once, together. Who waits for the answer to what they did doesn't
/// stand behind those who are only told the news, nor behind news of their own that wait for the log: each of the two has a lane of
/// its own, and takes out of an outbox what there is when it may be sent. Answers needn't wait for a task's turn either: the log is
/// asked where they come about, and they are sent where it says that it is done. What needn't be durable before it is shown goes at once.
final class Departures: Sendable {
  private struct Departure {
    let writer: LiveWriter
    /// The number that the outbox gave to the connection.
    let connection: Int
  }

  private struct Lane {
    var waiting: [Departure] = []
    /// How many batches are on their way.
    var running = 0

    /// Takes the first of those that wait, for a batch that is on its way; if there are none, it isn't any more.
    mutating func take() -> [Departure] {
      let departures = Array(waiting.prefix(Departures.most))
      if waiting.count > departures.count { waiting.removeFirst(departures.count) } else { waiting = [] }
      if departures.isEmpty { running -= 1 }
      return departures
    }
  }

  /// So many at a time: the next ones don't wait for all of ten thousand.
  private static let most = 256
  /// So many batches of answers wait for the log at a time: one more doesn't wait until the log has written for those before it.
  private static let mostAnswering = 8
  /// So many are sent on the log's thread, which has others to write for; more are sent by a task.
  private static let mostAtOnce = 8

  private let answers = Mutex(Lane())
  private let news = Mutex(Lane())

  /// A writer has something to send on a connection.
  func add(_ writer: LiveWriter, _ connection: Int, _ urgency: Outbox.Urgency) {
    let departure = Departure(writer: writer, connection: connection)
    if urgency == .answer, writer.session.outbox.canSendAtOnce(for: connection) { return sendAtOnce(departure) }
    guard add(departure, urgency) else { return }
    switch urgency {
    case .answer: begin(urgency)
    case .news: Task { begin(urgency) }
    }
  }

  private func sendAtOnce(_ departure: Departure) {
    switch departure.writer.next(for: departure.connection, .answer) {
    case .messages(_, settles: true):
      // Another has been at it meanwhile.
      if add(departure, .answer) { begin(.answer) }
    case let delivery: carryOut([(departure, delivery)])
    }
  }

  /// - Returns: Whether a batch is to be begun.
  private func add(_ departure: Departure, _ urgency: Outbox.Urgency) -> Bool {
    change(urgency) { lane in
      lane.waiting.append(departure)
      if lane.running >= (urgency == .answer ? Self.mostAnswering : 1) { return false }
      lane.running += 1
      return true
    }
  }

  private func change<Result: Sendable>(
    _ urgency: Outbox.Urgency, _ body: (inout sending Lane) -> sending Result
  ) -> Result {
    switch urgency {
    case .answer: answers.withLock(body)
    case .news: news.withLock(body)
    }
  }

  /// Begins a batch with what waits.
  private func begin(_ urgency: Outbox.Urgency) {
    let departures = change(urgency) { $0.take() }
    if departures.isEmpty { return }
    // Asked before: what comes meanwhile may not be durable yet.
    let deliveries = departures.map { ($0, $0.writer.next(for: $0.connection, urgency)) }
    carryOut(deliveries.filter { !$1.settles })
    let settling = deliveries.filter { $1.settles }
    settle(journals(of: settling)[...]) { [self] in
      if settling.count > Self.mostAtOnce {
        Task { finish(settling, urgency) }
      } else {
        finish(settling, urgency)
      }
    }
  }

  /// Where what is to be sent is recorded: mostly in one.
  private func journals(of settling: [(Departure, Outbox.Delivery)]) -> [Journal] {
    var journals: [Journal] = []
    for (departure, _) in settling {
      guard let journal = departure.writer.session.journal else { continue }
      if !journals.contains(where: { $0 === journal }) { journals.append(journal) }
    }
    return journals
  }

  private func settle(_ journals: ArraySlice<Journal>, then body: @escaping @Sendable () -> Void) {
    guard let first = journals.first else { return body() }
    first.settle { [self] in settle(journals.dropFirst(), then: body) }
  }

  private func carryOut(_ deliveries: [(Departure, Outbox.Delivery)]) {
    var sockets: [LiveSocket] = []
    for (departure, delivery) in deliveries { carryOut(delivery, departure, through: &sockets) }
    LiveSocket.flush(sockets)
  }

  private func finish(_ settled: [(Departure, Outbox.Delivery)], _ urgency: Outbox.Urgency) {
    carryOut(settled)
    let hasMore = change(urgency) { lane in
      if lane.waiting.isEmpty { lane.running -= 1 }
      return !lane.waiting.isEmpty
    }
    // In a task, or one batch would stand on the stack of the other.
    if hasMore { Task { begin(urgency) } }
  }

  private func carryOut(_ delivery: Outbox.Delivery, _ departure: Departure, through sockets: inout [LiveSocket]) {
    let writer = departure.writer
    switch delivery {
    case .messages(let mark, _):
      switch writer.send(upTo: mark, for: departure.connection, through: &sockets) {
      case .sent: goOn(departure)
      case .mustWait:
        Task {
          await writer.room(on: departure.connection)
          goOn(departure)
        }
      case .failed: break
      }
    case .fresh: Task { if await writer.sendPicture(on: departure.connection) { goOn(departure) } }
    case .replaced: Task { await writer.socket.close(.replaced) }
    case .nothing, .disconnected: break
    }
  }

  /// What a writer took out has been sent: it goes on with what has come since.
  private func goOn(_ departure: Departure) {
    guard let urgency = departure.writer.hasMore(for: departure.connection), add(departure, urgency) else { return }
    Task { begin(urgency) }
  }
}
