public import CoreMetrics
public import EventStream
internal import Synchronization

/// Counts what passes through streams, and how long it takes: events by case, the time that their observers take, the time
/// from a request to its answer, each when it is delivered, and what waits to be.
///
/// ```swift
/// let meter = StreamMeter()
/// stream.add(meter.tap(of: stream))
/// ```
///
/// Several streams may share a meter: those of all sessions, say. Its ``figures`` can be read by anyone; given a factory of
/// swift-metrics it reports to that too:
///
/// | label | kind | dimensions |
/// |---|---|---|
/// | `ghostlight_events` | counter | `case` |
/// | `ghostlight_handling` | timer | `case` |
/// | `ghostlight_answer` | timer | `request`, `outcome`: `success` or `failure` |
/// | `ghostlight_events_waiting` | meter, for taps of app streams; told with each delivery and once a second | – |
///
/// Thread-safe.
public final class StreamMeter: Sendable {
  fileprivate struct State {
    var cases: [CaseIdentity: CaseMeter] = [:]
    /// The requests that wait for their answers, and those that came before them.
    var asked: (now: [EventID: Question], before: [EventID: Question]) = ([:], [:])
    var second: Int64 = 0
    /// Events in each of the last seconds, round about.
    var rates = [Int](repeating: 0, count: StreamMeter.rateSeconds)
  }

  fileprivate struct Question {
    let identity: CaseIdentity
    let begin: ContinuousClock.Instant
  }

  /// How many seconds ``recentRates`` reaches back.
  public static let rateSeconds = 60
  /// Of unanswered requests the youngest are remembered, at least so many and at most twice as many.
  fileprivate static let questionLimit = 5_000

  private let state = Mutex(State())
  private let factory: (any MetricsFactory)?
  private let prefix: String
  private let waiting: Mutex<Meter?> = Mutex(nil)
  private let begin = ContinuousClock.now

  /// Makes a meter.
  ///
  /// - Parameters:
  ///   - factory: Where to report to besides, such as `MetricsSystem.factory`.
  ///   - prefix: What its labels begin with.
  public init(reportingTo factory: (any MetricsFactory)? = nil, as prefix: String = "ghostlight") {
    self.factory = factory
    self.prefix = prefix
  }

  /// Makes a tap for one stream.
  ///
  /// - Parameter stream: The stream, if what waits in it is to be told; not kept.
  public func tap(of stream: AppStream? = nil) -> any Tap {
    MeteringTap(self, stream, waiting: stream == nil ? nil : waitingMeter())
  }

  /// Made when it is first wanted: one that nothing is told would always be 0.
  private func waitingMeter() -> Meter? {
    waiting.withLock { waiting in
      waiting = waiting ?? factory.map { Meter(label: "\(prefix)_events_waiting", dimensions: [], factory: $0) }
      return waiting
    }
  }

  /// What is known of each case, by name.
  public var figures: [CaseFigures] {
    state.withLock { $0.cases.values.map(\.figures) }.sorted { $0.name < $1.name }
  }

  /// How many events passed in each of the last seconds, the current one last.
  public var recentRates: [Int] {
    let now = second
    return state.withLock { state in
      state.forget(until: now)
      let first = Int(now % Int64(Self.rateSeconds)) + 1
      return Array(state.rates[first...] + state.rates[..<first])
    }
  }

  private var second: Int64 { begin.duration(to: .now).components.seconds }

  // MARK: Taking in

  /// - Parameter outcome: How the request turned out, if the event answers one.
  func passed(
    _ type: EventType, tag: Int, _ envelope: Envelope, _ outcome: AnswerOutcome, at now: ContinuousClock.Instant
  ) {
    let identity = CaseIdentity(type: ObjectIdentifier(type), tag: tag)
    let second = begin.duration(to: now).components.seconds
    state.withLock { state in
      state.forget(until: second)
      state.rates[Int(second % Int64(Self.rateSeconds))] += 1
      state.cases[
        identity, default: CaseMeter(type.name(ofTag: tag), isRequest: envelope.isRequest, prefix, factory)
      ].count()
      if envelope.isRequest { state.remember(Question(identity: identity, begin: now), of: envelope.id) }
      if let request = envelope.answers, let question = state.takeQuestion(of: request) {
        state.cases[question.identity]?.answered(outcome, after: now - question.begin)
      }
    }
  }

  func handled(_ type: EventType, tag: Int, in time: Duration) {
    state.withLock { $0.cases[CaseIdentity(type: ObjectIdentifier(type), tag: tag)]?.handled(in: time) }
  }
}

extension StreamMeter.State {
  /// Some are never answered: the oldest are forgotten.
  fileprivate mutating func remember(_ question: StreamMeter.Question, of request: EventID) {
    if asked.now.count >= StreamMeter.questionLimit { asked = ([:], asked.now) }
    asked.now[request] = question
  }

  fileprivate mutating func takeQuestion(of request: EventID) -> StreamMeter.Question? {
    asked.now.removeValue(forKey: request) ?? asked.before.removeValue(forKey: request)
  }

  /// Empties the seconds that have begun since the last event.
  fileprivate mutating func forget(until now: Int64) {
    guard now > second else { return }
    for passed in (max(second, now - Int64(rates.count)) + 1)...now { rates[Int(passed % Int64(rates.count))] = 0 }
    second = now
  }
}

struct CaseIdentity: Hashable {
  let type: ObjectIdentifier
  let tag: Int
}
