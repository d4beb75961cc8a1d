public import CoreMetrics
public import EventStream
internal import Synchronization
public import WebServer

/// Reports what goes on in a server to swift-metrics, and what passes through the app's stream.
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// try await LiveServer(app, configuration: configuration)
///   .monitored(by: ServerMeter(reportingTo: metrics))
///   .answering(metrics.endpoint())
///   .run()
/// ```
///
/// | label | kind | dimensions |
/// |---|---|---|
/// | `ghostlight_sessions`, `ghostlight_connections` | meter | – |
/// | `ghostlight_request` | timer | `status` |
/// | `ghostlight_intent` | timer | `outcome` |
/// | `ghostlight_intent_answered`, `ghostlight_intent_confirmed` | timer | – |
/// | `ghostlight_messages`, `ghostlight_message_bytes` | counter | – |
///
/// and those of its ``streams``; for all sessions together the same as those, with labels such as `ghostlight_session_events`,
/// but for what waits.
public final class ServerMeter: ServerMonitor {
  /// What passes through the app's stream.
  public let streams: StreamMeter
  /// What passes through the streams of all sessions.
  public let sessionStreams: StreamMeter
  private let tracer: StreamTracer?
  private let factory: any MetricsFactory
  private let sessions: Meter
  private let connections: Meter
  private let messages: Counter
  private let bytes: Counter
  private let done: CoreMetrics.Timer
  private let refused: CoreMetrics.Timer
  private let answered: CoreMetrics.Timer
  private let confirmed: CoreMetrics.Timer
  private let requests = Mutex<[Int: CoreMetrics.Timer]>([:])
  private let counts = Mutex((sessions: 0, connections: 0))

  /// Makes a meter.
  ///
  /// - Parameters:
  ///   - factory: Where to report to; what the program has set up with `MetricsSystem.bootstrap` unless given.
  ///   - tracesRequests: Whether requests, to the app and within sessions, become spans: see ``StreamTracer``.
  public init(reportingTo factory: any MetricsFactory = MetricsSystem.factory, tracesRequests: Bool = false) {
    self.factory = factory
    tracer = tracesRequests ? StreamTracer() : nil
    streams = StreamMeter(reportingTo: factory)
    sessionStreams = StreamMeter(reportingTo: factory, as: "ghostlight_session")
    sessions = Meter(label: "ghostlight_sessions", dimensions: [], factory: factory)
    connections = Meter(label: "ghostlight_connections", dimensions: [], factory: factory)
    messages = Counter(label: "ghostlight_messages", dimensions: [], factory: factory)
    bytes = Counter(label: "ghostlight_message_bytes", dimensions: [], factory: factory)
    done = Timer(label: "ghostlight_intent", dimensions: [("outcome", "done")], factory: factory)
    answered = Timer(label: "ghostlight_intent_answered", dimensions: [], factory: factory)
    confirmed = Timer(label: "ghostlight_intent_confirmed", dimensions: [], factory: factory)
    refused = Timer(label: "ghostlight_intent", dimensions: [("outcome", "refused")], factory: factory)
  }

  /// Measures the app's stream from now on, and traces it if that was asked for.
  public func serverBegan(_ stream: AppStream) {
    stream.add(streams.tap(of: stream))
    if let tracer { stream.add(tracer) }
  }

  /// Measures a session's stream, and traces it if that was asked for.
  public func sessionTaps() -> [any Tap] {
    guard let tracer else { return [sessionStreams.tap()] }
    return [sessionStreams.tap(), tracer.sessionTap()]
  }

  /// Counts in `ghostlight_sessions`.
  public func sessionBegan() { changeSessions(by: 1) }
  /// Counts in `ghostlight_sessions`.
  public func sessionEnded() { changeSessions(by: -1) }
  /// Counts in `ghostlight_connections`.
  public func connectionBegan() { changeConnections(by: 1) }
  /// Counts in `ghostlight_connections`.
  public func connectionEnded() { changeConnections(by: -1) }

  /// Reports the time as `ghostlight_request`.
  public func requestAnswered(status: Int, after time: Duration) {
    let timer = requests.withLock { timers in
      if let timer = timers[status] { return timer }
      let timer = Timer(label: "ghostlight_request", dimensions: [("status", "\(status)")], factory: factory)
      timers[status] = timer
      return timer
    }
    timer.recordNanoseconds(time.wholeNanoseconds)
  }

  /// Reports the time as `ghostlight_intent`, `done` or `refused`.
  public func intentTaken(after time: Duration, isRefused: Bool) {
    (isRefused ? refused : done).recordNanoseconds(time.wholeNanoseconds)
  }

  /// Reports the time as `ghostlight_intent_answered`.
  public func intentAnswered(after time: Duration) { answered.recordNanoseconds(time.wholeNanoseconds) }

  /// Reports the time as `ghostlight_intent_confirmed`.
  public func intentConfirmed(after time: Duration) { confirmed.recordNanoseconds(time.wholeNanoseconds) }

  /// Counts in `ghostlight_messages` and `ghostlight_message_bytes`.
  public func messageSent(bytes count: Int) {
    messages.increment()
    bytes.increment(by: count)
  }

  // Set rather than added to: two threads' sums could arrive in the wrong order, so it happens under the lock.
  private func changeSessions(by number: Int) {
    counts.withLock { counts in
      counts.sessions += number
      sessions.set(counts.sessions)
    }
  }

  private func changeConnections(by number: Int) {
    counts.withLock { counts in
      counts.connections += number
      connections.set(counts.connections)
    }
  }
}
