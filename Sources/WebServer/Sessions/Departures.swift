internal import Synchronization
internal import WebRenderer

/// Sends what outboxes hold, for all sessions that have something to send at the time.
///
/// One task does it for everybody. A task for each session, waiting until what has happened is durable, took several kilobytes and
/// microseconds for each of a thousand screens that one event changes; so they wait for that once, together. Who waits for the
/// answer to what they did goes before those who are only told the news.
final class Departures: Sendable {
  private struct Departure {
    let writer: LiveWriter
    /// The number that the outbox gave to the connection.
    let connection: Int
  }

  private struct State {
    var answers: [Departure] = []
    var news: [Departure] = []
    var isRunning = false

    mutating func take() -> [Departure] {
      // Half at most, so that the news aren't kept waiting by those who act without end.
      let taken = Self.take(Departures.most / 2, of: &answers)
      return taken + Self.take(Departures.most - taken.count, of: &news)
    }

    private static func take(_ most: Int, of waiting: inout [Departure]) -> [Departure] {
      if waiting.count > most {
        defer { waiting.removeFirst(most) }
        return Array(waiting.prefix(most))
      }
      defer { waiting = [] }
      return waiting
    }
  }

  /// So many at a time: the next ones don't wait for all of ten thousand.
  private static let most = 256

  private let state = Mutex(State())

  /// A writer has something to send on a connection.
  func add(_ writer: LiveWriter, _ connection: Int, _ urgency: Outbox.Urgency) {
    add(Departure(writer: writer, connection: connection), urgency)
  }

  private func add(_ departure: Departure, _ urgency: Outbox.Urgency) {
    let starts = state.withLock { state in
      switch urgency {
      case .answer: state.answers.append(departure)
      case .news: state.news.append(departure)
      }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { Task { await run() } }
  }

  private func run() async {
    while true {
      let departures = next()
      if departures.isEmpty { return }
      // Taken out before: what comes meanwhile may not be durable yet.
      let deliveries = departures.map { $0.writer.next(for: $0.connection) }
      await settle(departures, deliveries)
      var sockets: [LiveSocket] = []
      for (departure, delivery) in zip(departures, deliveries) { carryOut(delivery, departure, through: &sockets) }
      LiveSocket.flush(sockets)
    }
  }

  private func next() -> [Departure] {
    state.withLock { state in
      let departures = state.take()
      state.isRunning = !departures.isEmpty
      return departures
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
    case .messages(let messages):
      switch writer.send(messages, through: &sockets) {
      case .sent: if let urgency = writer.hasMore(for: departure.connection) { add(departure, urgency) }
      case .mustWait:
        Task {
          await writer.socket.room()
          add(departure, .news)
        }
      case .failed: break
      }
    case .fresh:
      Task {
        guard await writer.sendPicture(on: departure.connection) else { return }
        if let urgency = writer.hasMore(for: departure.connection) { add(departure, urgency) }
      }
    case .replaced: Task { await writer.socket.close(.replaced) }
    case .nothing, .disconnected: break
    }
  }
}
