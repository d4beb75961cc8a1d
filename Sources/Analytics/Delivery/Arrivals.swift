internal import EventStream
internal import Synchronization

/// What has been reported and isn't stored yet: a place in memory that never makes anyone wait. Thread-safe.
final class Arrivals: Sendable {
  struct Arrival: Sendable {
    let event: AnalyticsEvent
    let time: Timestamp
    let id: EventID?
  }

  private struct State {
    var events: [Arrival] = []
    /// Where the oldest stands in `events`, once that is full and goes round.
    var first = 0
    var dropped = 0
    /// How many have been taken and are on their way to the disk.
    var carried = 0
  }

  private let state = Mutex(State())
  private let limit: Int
  /// Given when there is something; once for any number of them.
  let signal = Signal()

  init(limit: Int) { self.limit = max(1, limit) }

  /// How many there are, with those on their way to the disk.
  var count: Int { state.withLock { $0.events.count + $0.carried } }

  func add(_ event: AnalyticsEvent, at time: Timestamp, of id: EventID? = nil) {
    let isFirst = state.withLock { state in
      if state.events.count < limit {
        state.events.append(Arrival(event: event, time: time, id: id))
      } else {
        state.events[state.first] = Arrival(event: event, time: time, id: id)
        state.first = (state.first + 1) % limit
        state.dropped += 1
      }
      return state.events.count == 1
    }
    if isFirst { signal.give() }
  }

  /// Takes everything, in order, with the number of those that were dropped: to store it, and then say so by ``settle()`` or put
  /// it back.
  func take() -> (events: [Arrival], dropped: Int) {
    state.withLock { state in
      let events = Array(state.events[state.first...] + state.events[..<state.first])
      let dropped = state.dropped
      state = State(carried: events.count)
      return (events, dropped)
    }
  }

  /// What was taken is stored.
  func settle() { state.withLock { $0.carried = 0 } }

  /// Takes back what couldn't be stored, in front of what has come since; the oldest are dropped if it is too much.
  func putBack(_ events: [Arrival], dropped: Int) {
    state.withLock { state in
      let since = state.events[state.first...] + state.events[..<state.first]
      let all = events + since
      state.events = Array(all.suffix(limit))
      state.first = 0
      state.carried = 0
      state.dropped += dropped + all.count - state.events.count
    }
  }
}
