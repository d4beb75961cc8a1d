internal import CoreMetrics

/// What is known of one case of an event.
public struct CaseFigures: Hashable, Sendable {
  /// The case, such as `TodoEvent.rows`.
  public let name: String
  /// How many have passed.
  public internal(set) var count = 0
  /// How long its observers took.
  public internal(set) var handling = TimeFigures()
  /// How long its answers took; none for a case that isn't answered.
  public internal(set) var answering = TimeFigures()
}

/// How long something took, over all the times that it was done.
public struct TimeFigures: Hashable, Sendable {
  /// How often it was done.
  public internal(set) var count = 0
  /// How long it took in all.
  public internal(set) var total = Duration.zero
  /// How long it took at most.
  public internal(set) var longest = Duration.zero

  /// How long it took on average.
  public var mean: Duration { count == 0 ? .zero : total / count }

  mutating func add(_ time: Duration) {
    count += 1
    total += time
    longest = max(longest, time)
  }
}

/// The figures of a case with what they are reported by.
struct CaseMeter {
  private(set) var figures: CaseFigures
  private let events: Counter?
  private let handling: CoreMetrics.Timer?
  /// What is reported of answers, of those that failed apart: requests that fail at once mustn't look as if all went quicker.
  private let answers: (successes: CoreMetrics.Timer, failures: CoreMetrics.Timer)?

  /// - Parameters:
  ///   - isRequest: Whether it is answered: of what isn't there is nothing to tell of answers.
  ///   - prefix: What the labels begin with.
  init(_ name: String, isRequest: Bool, _ prefix: String, _ factory: (any MetricsFactory)?) {
    figures = CaseFigures(name: name)
    events = factory.map { Counter(label: "\(prefix)_events", dimensions: [("case", name)], factory: $0) }
    handling = factory.map { Timer(label: "\(prefix)_handling", dimensions: [("case", name)], factory: $0) }
    // Both from the beginning: that none has failed is told too.
    answers = (isRequest ? factory : nil).map {
      (
        successes: Self.timer(of: name, .success, prefix, $0),
        failures: Self.timer(of: name, .failure, prefix, $0)
      )
    }
  }

  private static func timer(
    of request: String, _ outcome: AnswerOutcome, _ prefix: String, _ factory: any MetricsFactory
  ) -> CoreMetrics.Timer {
    Timer(
      label: "\(prefix)_answer", dimensions: [("request", request), ("outcome", outcome.rawValue)], factory: factory)
  }

  mutating func count() {
    figures.count += 1
    events?.increment()
  }

  mutating func handled(in time: Duration) {
    figures.handling.add(time)
    handling?.recordNanoseconds(time.wholeNanoseconds)
  }

  mutating func answered(_ outcome: AnswerOutcome, after time: Duration) {
    figures.answering.add(time)
    let timer = outcome == .success ? answers?.successes : answers?.failures
    timer?.recordNanoseconds(time.wholeNanoseconds)
  }
}

extension Duration {
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
