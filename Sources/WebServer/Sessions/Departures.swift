internal import Synchronization
internal import WebRenderer

/// Sends what outboxes hold, for all sessions that have something to send at the time.
///
/// Two tasks do it for everybody. A task for each session, waiting until what has happened is durable, took several kilobytes and
/// microseconds for each of a thousand screens that one event changes; so they wait for that once, together. Who waits for the
/// answer to what they did doesn't stand behind those who are only told the news, nor behind news of their own that wait for the log:
/// each of the two has a lane of its own, and takes out of an outbox what there is when it may be sent.
final class Departures: Sendable {
  private struct Departure {
    let writer: LiveWriter
    /// The number that the outbox gave to the connection.
    let connection: Int
  }

  private struct Lane {
    var waiting: [Departure] = []
    /// How many tasks send what waits.
    var running = 0

    /// Takes the first of those that wait, and says that one has stopped if there are none.
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

  private let answers = Mutex(Lane())
  private let news = Mutex(Lane())

  /// A writer has something to send on a connection.
  func add(_ writer: LiveWriter, _ connection: Int, _ urgency: Outbox.Urgency) {
    add(Departure(writer: writer, connection: connection), urgency)
  }

  private func add(_ departure: Departure, _ urgency: Outbox.Urgency) {
    let starts = change(urgency) { lane in
      lane.waiting.append(departure)
      if lane.running >= (urgency == .answer ? Self.mostAnswering : 1) { return false }
      lane.running += 1
      return true
    }
    if starts { Task { await run(urgency) } }
  }

  private func change<Result: Sendable>(
    _ urgency: Outbox.Urgency, _ body: (inout sending Lane) -> sending Result
  ) -> Result {
    switch urgency {
    case .answer: answers.withLock(body)
    case .news: news.withLock(body)
    }
  }

  private func run(_ urgency: Outbox.Urgency) async {
    while true {
      let departures = change(urgency) { $0.take() }
      if departures.isEmpty { return }
      // Asked before: what comes meanwhile may not be durable yet.
      let deliveries = departures.map { $0.writer.next(for: $0.connection, urgency) }
      await settle(departures, deliveries)
      var sockets: [LiveSocket] = []
      for (departure, delivery) in zip(departures, deliveries) { carryOut(delivery, departure, through: &sockets) }
      LiveSocket.flush(sockets)
    }
  }

  private func settle(_ departures: [Departure], _ deliveries: [Outbox.Delivery]) async {
    var settled: Journal?
    for (departure, delivery) in zip(departures, deliveries) {
      guard case .messages = delivery, let journal = departure.writer.session.journal, journal !== settled
      else { continue }
      await journal.settle()
      settled = journal
    }
  }

  private func carryOut(_ delivery: Outbox.Delivery, _ departure: Departure, through sockets: inout [LiveSocket]) {
    let writer = departure.writer
    switch delivery {
    case .messages(let mark):
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
    if let urgency = departure.writer.hasMore(for: departure.connection) { add(departure, urgency) }
  }
}
