import EventLog
import EventStream

/// Somebody who appends to a log, and remembers what it was told.
struct LogCaller: Sendable {
  /// The upper bits of its events' ids: no other caller has them.
  let identity: UInt64
  let source: LogSource
  private let log: any EventLog
  private var random: Seeded
  /// How many events it has appended.
  private(set) var appended = 0
  /// How many of them, from the first, the log has said to be durable.
  private(set) var durable = 0
  /// What it was told instead that a log with a store in trouble doesn't say.
  private(set) var surprises: [String] = []

  init(_ identity: UInt64, appendingTo log: any EventLog, as source: LogSource, seed: UInt64) {
    self.identity = identity
    self.log = log
    self.source = source
    random = Seeded(seed)
  }

  /// The event with a number, from 1: none is like another, and they are of any length.
  func event(_ number: UInt64) -> Sample {
    .note(.text("\(identity).\(number)" + String(repeating: "x", count: Int(number * 37 % 300))))
  }

  /// The caller after some more events.
  ///
  /// - Parameter waits: Whether it waits now and then until all that it has appended is durable, or the log says that it isn't.
  func working(waits: Bool) async -> LogCaller {
    var caller = self
    for _ in 0..<Int.random(in: 5...30, using: &caller.random) {
      caller.append()
      if waits, Int.random(in: 0..<6, using: &caller.random) == 0 { await caller.wait() }
    }
    return caller
  }

  private mutating func append() {
    appended += 1
    let number = UInt64(appended)
    let event = self.event(number)
    let envelope = Envelope(
      recorded: Sample.eventType, tag: event.tag, sequence: number, id: EventID(rawValue: identity << 40 | number),
      time: EventClock.coarse.now, cause: nil, answers: nil, requests: [])
    log.append(event, envelope, from: source, marks: [])
  }

  private mutating func wait() async {
    do {
      try await log.flush()
      noteDurable()
    } catch EventLogError.cannotWrite {
      // All of it is kept and tried again: nothing has changed.
    } catch {
      surprises.append("\(error)")
    }
  }

  /// The log has said that everything is durable.
  mutating func noteDurable() { durable = appended }
}
