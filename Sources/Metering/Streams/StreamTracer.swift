public import EventStream
internal import Synchronization
public import Tracing

/// Makes a span of every request on a stream: from its acceptance until its answer is delivered, a child of the request that it
/// was made for.
///
/// ```swift
/// stream.add(StreamTracer())
/// ```
///
/// Spans go to the tracer that the program has set up with `InstrumentationSystem.bootstrap`, or to the one given. A request that is never answered has no span.
public final class StreamTracer: Tap {
  /// How many requests may be open; beyond it the new ones have no spans.
  private static let limit = 10_000

  private let open = Mutex<[EventID: any Span]>([:])
  private let tracer: (any Tracer)?

  /// Makes a tap.
  ///
  /// - Parameter tracer: Where spans go; the program's own unless given.
  public init(to tracer: (any Tracer)? = nil) { self.tracer = tracer }

  /// Begins the span of a request.
  public func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    if envelope.isRequest { begin(event.name, envelope) }
  }

  /// Ends the span of the request that the event answers, if there is one.
  public func didDeliver<Root: Event>(_ event: Root, _ envelope: Envelope) {
    guard let request = envelope.answers else { return }
    guard let span = open.withLock({ $0.removeValue(forKey: request) }) else { return }
    span.attributes["ghostlight.answer"] = event.name
    span.attributes["ghostlight.answer.id"] = envelope.id.description
    span.end()
  }

  private func begin(_ name: String, _ envelope: Envelope) {
    let around = open.withLock { open -> (context: InstrumentationContext?, isFull: Bool) in
      let context = envelope.requests.compactMap { open[$0]?.context }.first
      return (context, open.count >= Self.limit)
    }
    if around.isFull { return }
    let span = (tracer ?? InstrumentationSystem.tracer).startAnySpan(
      name, context: around.context ?? .topLevel, ofKind: .internal)
    span.attributes["ghostlight.event.id"] = envelope.id.description
    if let cause = envelope.cause { span.attributes["ghostlight.event.cause"] = cause.description }
    open.withLock { $0[envelope.id] = span }
  }
}
