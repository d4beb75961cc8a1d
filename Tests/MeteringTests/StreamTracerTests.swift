import EventStream
import InMemoryTracing
import Metering
import Synchronization
import Testing
import Tracing

@Suite(.timeLimit(.minutes(1))) struct StreamTracerTests {
  private let tracer = InMemoryTracer()
  private let stream = AppStream()

  @Test func `requests that nobody answers don't keep others from having spans`() async throws {
    stream.add(StreamTracer(to: tracer))
    for number in 0..<10_001 { stream.send(PingEvent.ping(number)) }
    stream.start(PingServer())
    _ = try await stream.ask(\PingEvent.ping, 1)
    await stream.settle()
    let answered = tracer.finishedSpans.filter { $0.attributes.get("ghostlight.answer") != nil }
    #expect(answered.count == 1 && answered.first?.status == nil)
    // The oldest of the others have ended.
    let forgotten = tracer.finishedSpans.filter { $0.status == SpanStatus(code: .error, message: "no answer") }
    #expect(!forgotten.isEmpty && forgotten.count + 1 == tracer.finishedSpans.count)
    #expect(tracer.activeSpans.count <= 10_000)
  }

  @Test func `a request that is made again ends its first span`() throws {
    let tap = StreamTracer(to: tracer)
    stream.add(tap)
    let seen = Mutex<Envelope?>(nil)
    let subscription = stream.observe(\PingEvent.ping) { _, envelope in seen.withLock { $0 = envelope } }
    stream.send(PingEvent.ping(1))
    #expect(tracer.finishedSpans.isEmpty)
    let request = try #require(seen.withLock { $0 })
    tap.receive(PingEvent.ping(1), request)
    #expect(tracer.finishedSpans.map(\.status) == [SpanStatus(code: .error, message: "no answer")])
    #expect(tracer.activeSpans.count == 1)
    subscription.cancel()
  }

  private struct FailingServer: Server {
    var observers: some Observers {
      Answer(\PingEvent.ping) { _ in throw CancellationError() }
    }
  }

  @Test func `a request whose answer is a failure is a span with an error`() async throws {
    stream.add(StreamTracer(to: tracer))
    let server = stream.start(FailingServer())
    await #expect(throws: PingFailure.self) { try await stream.ask(\PingEvent.ping, 1) }
    await stream.settle()
    #expect(tracer.popFinishedSpans().map(\.status) == [SpanStatus(code: .error)])
    server.end()
    stream.start(PingServer())
    _ = try await stream.ask(\PingEvent.ping, 1)
    await stream.settle()
    #expect(tracer.finishedSpans.map(\.status) == [nil])
  }

  @Test func `a request within a session is a span, the parent of what is asked of the app for it`() async throws {
    let tap = StreamTracer(to: tracer)
    stream.add(tap)
    stream.start(PingServer())
    let session = SessionStream(app: stream)
    session.add(tap.sessionTap())
    session.start(TableServer())
    var answers: [Result<Int, PingFailure>] = []
    let subscription = session.observe(\TableEvent.served) { answer, _ in answers.append(answer) }
    session.send(TableEvent.serve(1))
    while answers.isEmpty {
      await Task.yield()
      session.takeArrivals()
    }
    await stream.settle()
    #expect(answers == [.success(2)])
    let spans = tracer.finishedSpans
    let serve = try #require(spans.first { $0.operationName == "TableEvent.serve" })
    let ping = try #require(spans.first { $0.operationName == "PingEvent.ping" })
    #expect(spans.count == 2)
    #expect(ping.parentSpanID == serve.spanID && serve.parentSpanID == nil)
    subscription.cancel()
    session.end()
  }
}
