public import EventStream
internal import Synchronization
public import Tracing

/// Makes a span of every request on a stream: from its delivery until its answer is delivered, a child of the request that it
/// was made for. How long events wait for their delivery, ``StreamMeter`` tells. What its observers do elsewhere, and who sent it there, are in
/// no span of it: the context of a task isn't passed on.
///
/// ```swift
/// stream.add(StreamTracer())
/// ```
///
/// Spans go to the tracer that the program has set up with `InstrumentationSystem.bootstrap`, or to the one given. That of a request
/// whose answer is a failure ends with an error, and so does that of one that nobody answers, when thousands have come behind it or it
/// is made again.
public final class StreamTracer: Tap {
  private let open = Mutex(OpenSpans())
  private let tracer: (any Tracer)?

  /// Makes a tap.
  ///
  /// - Parameter tracer: Where spans go; the program's own unless given.
  public init(to tracer: (any Tracer)? = nil) { self.tracer = tracer }

  /// Makes a tap for the stream of a session, while this one is at the app's: the session's own requests become spans too, and those
  /// that it makes to the app for them their children.
  public func sessionTap() -> any Tap { SessionTracer(self) }

  /// Begins the span of a request.
  public func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    if envelope.isRequest { begin(event.name, envelope) }
  }

  /// Ends the span of the request that the event answers, if there is one.
  public func didDeliver<Root: Event>(_ event: Root, _ envelope: Envelope) {
    guard let request = envelope.answers else { return }
    guard let span = open.withLock({ $0.remove(request) }) else { return }
    span.attributes["ghostlight.answer"] = event.name
    span.attributes["ghostlight.answer.id"] = envelope.id.description
    if AnswerOutcome(of: event) == .failure { span.setStatus(SpanStatus(code: .error)) }
    span.end()
  }

  private func begin(_ name: String, _ envelope: Envelope) {
    let context = open.withLock { open in envelope.requests.compactMap { open[$0]?.context }.first }
    let span = (tracer ?? InstrumentationSystem.tracer).startAnySpan(
      name, context: context ?? .topLevel, ofKind: .internal)
    span.attributes["ghostlight.event.id"] = envelope.id.description
    if let cause = envelope.cause { span.attributes["ghostlight.event.cause"] = cause.description }
    for forgotten in open.withLock({ $0.add(span, of: envelope.id) }) {
      forgotten.setStatus(SpanStatus(code: .error, message: "no answer"))
      forgotten.end()
    }
  }
}

/// The spans of requests that wait for their answers.
private struct OpenSpans {
  /// The youngest are kept, at least so many and at most twice as many: some are never answered.
  private static let limit = 5_000

  private var now: [EventID: any Span] = [:]
  private var before: [EventID: any Span] = [:]

  subscript(request: EventID) -> (any Span)? { now[request] ?? before[request] }

  /// - Returns: Those that are no longer kept.
  mutating func add(_ span: any Span, of request: EventID) -> [any Span] {
    // One that is made again after a restart has the same id.
    let again = remove(request)
    now[request] = span
    let over = again.map { [$0] } ?? []
    guard now.count >= Self.limit else { return over }
    defer { (now, before) = ([:], now) }
    return over + before.values
  }

  mutating func remove(_ request: EventID) -> (any Span)? {
    now.removeValue(forKey: request) ?? before.removeValue(forKey: request)
  }
}

/// Traces what passes a session's stream and no other.
private final class SessionTracer: Tap {
  private let tracer: StreamTracer

  init(_ tracer: StreamTracer) { self.tracer = tracer }

  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    if Root.reach == .session { tracer.receive(event, envelope) }
  }

  func didDeliver<Root: Event>(_ event: Root, _ envelope: Envelope) {
    if Root.reach == .session { tracer.didDeliver(event, envelope) }
  }
}
