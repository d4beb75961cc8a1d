import EventStream
import Foundation
import InMemoryTracing
import Metering
import Synchronization
import Testing

@Suite struct StreamMeterTests {
  /// Where an observer stands still.
  private final class Gate: Sendable {
    let stands = Atomic(false)
    let goesOn = Atomic(false)
  }

  @Test func `events are counted by case, requests timed to their answers`() async throws {
    let meter = StreamMeter()
    let stream = AppStream()
    stream.add(meter.tap(of: stream))
    stream.start(PingServer())
    for number in 0..<5 { _ = try await stream.ask(\PingEvent.ping, number) }
    await stream.settle()
    let figures = Dictionary(uniqueKeysWithValues: meter.figures.map { ($0.name, $0) })
    #expect(figures["PingEvent.ping"]?.count == 5)
    #expect(figures["PingEvent.pong"]?.count == 5)
    #expect(figures["PingEvent.ping"]?.handling.count == 5)
    #expect(figures["PingEvent.ping"]?.answering.count == 5)
    #expect(figures["PingEvent.pong"]?.answering.count == 0)
    #expect(meter.recentRates.reduce(0, +) == 10)
    #expect(meter.recentRates.count == StreamMeter.rateSeconds)
  }

  @Test func `only of requests is told how long their answers take`() async throws {
    let metrics = PrometheusMetrics()
    let stream = AppStream()
    stream.add(StreamMeter(reportingTo: metrics).tap(of: stream))
    stream.start(PingServer())
    _ = try await stream.ask(\PingEvent.ping, 1)
    await stream.settle()
    let series = "ghostlight_answer_seconds_count{outcome=\"success\",request=\"PingEvent.ping\"}"
    #expect(metrics.text.contains("\(series) 1\n"))
    #expect(metrics.text.contains("ghostlight_handling_seconds_count{case=\"PingEvent.pong\"} 1\n"))
    #expect(!metrics.text.contains("request=\"PingEvent.pong\""))
  }

  private struct OddServer: Server {
    var observers: some Observers {
      Answer(\PingEvent.ping) { number in
        if number.isMultiple(of: 2) { throw CancellationError() }
        return number
      }
    }
  }

  /// An app that failed for everybody was as well as ever by its figures.
  @Test func `answers that are failures are timed apart`() async throws {
    let metrics = PrometheusMetrics()
    let stream = AppStream()
    let meter = StreamMeter(reportingTo: metrics)
    stream.add(meter.tap(of: stream))
    let server = stream.start(PingServer())
    func count(_ outcome: String) -> String {
      "ghostlight_answer_seconds_count{outcome=\"\(outcome)\",request=\"PingEvent.ping\"} "
    }
    _ = try await stream.ask(\PingEvent.ping, 1)
    await stream.settle()
    #expect(metrics.text.contains(count("success") + "1\n") && metrics.text.contains(count("failure") + "0\n"))
    server.end()
    stream.start(OddServer())
    for number in 1...5 { _ = try? await stream.ask(\PingEvent.ping, number) }
    await stream.settle()
    #expect(metrics.text.contains(count("success") + "4\n") && metrics.text.contains(count("failure") + "2\n"))
    #expect(meter.figures.first { $0.name == "PingEvent.ping" }?.answering.count == 6)
  }

  @Test(.timeLimit(.minutes(1))) func `what waits while the stream stands still is told`() async throws {
    let metrics = PrometheusMetrics()
    let stream = AppStream()
    let meter = StreamMeter(reportingTo: metrics)
    stream.add(meter.tap(of: stream))
    let gate = Gate()
    let blocking = stream.observe(\PingEvent.ping) { _ in
      gate.stands.store(true, ordering: .releasing)
      while !gate.goesOn.load(ordering: .acquiring) { usleep(1_000) }
    }
    let thread = Thread { stream.send(PingEvent.ping(1)) }
    thread.start()
    while !gate.stands.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(1)) }
    for _ in 1...3 { stream.send(PingEvent.play) }
    while !metrics.text.contains("ghostlight_events_waiting 3\n") { try await Task.sleep(for: .milliseconds(20)) }
    gate.goesOn.store(true, ordering: .releasing)
    while !metrics.text.contains("ghostlight_events_waiting 0\n") { try await Task.sleep(for: .milliseconds(20)) }
    blocking.cancel()
    stream.end()
  }

  @Test func `of sessions is told nothing of what waits`() {
    let metrics = PrometheusMetrics()
    let meter = StreamMeter(reportingTo: metrics, as: "ghostlight_session")
    AppStream().add(meter.tap())
    #expect(!metrics.text.contains("waiting"))
  }

  @Test func `requests that nobody answers don't keep others from being timed`() async throws {
    let meter = StreamMeter()
    let stream = AppStream()
    stream.add(meter.tap(of: stream))
    for number in 0..<25_000 { stream.send(PingEvent.ping(number)) }
    stream.start(PingServer())
    _ = try await stream.ask(\PingEvent.ping, 1)
    await stream.settle()
    #expect(meter.figures.first { $0.name == "PingEvent.ping" }?.answering.count == 1)
  }

  @Test func `handling takes as long as the observers`() async {
    let meter = StreamMeter()
    let stream = AppStream()
    stream.add(meter.tap(of: stream))
    let slow = stream.observe(\PingEvent.ping) { _ in
      let end = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < end {}
    }
    stream.send(PingEvent.ping(1))
    stream.send(PingEvent.play)
    let figures = Dictionary(uniqueKeysWithValues: meter.figures.map { ($0.name, $0) })
    #expect((figures["PingEvent.ping"]?.handling.longest ?? .zero) >= .milliseconds(20))
    #expect((figures["PingEvent.play"]?.handling.longest ?? .seconds(1)) < .milliseconds(15))
    slow.cancel()
  }

  @Test func `a request is a span, the one that it was made for its parent`() async throws {
    let tracer = InMemoryTracer()
    let stream = AppStream()
    stream.add(StreamTracer(to: tracer))
    stream.start(PingServer())
    #expect(try await stream.ask(\PingEvent.play, ()) == 2)
    await stream.settle()
    let spans = tracer.finishedSpans
    let play = try #require(spans.first { $0.operationName == "PingEvent.play" })
    let ping = try #require(spans.first { $0.operationName == "PingEvent.ping" })
    #expect(spans.count == 2)
    #expect(ping.parentSpanID == play.spanID)
    #expect(play.parentSpanID == nil)
  }

  @Test func `a stream without a tap tells nobody`() async throws {
    let stream = AppStream()
    stream.start(PingServer())
    let meter = StreamMeter()
    #expect(try await stream.ask(\PingEvent.ping, 1) == 2)
    #expect(meter.figures.isEmpty)
  }
}
