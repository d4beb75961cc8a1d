internal import CoreMetrics
internal import EventStream
internal import Synchronization

/// Measures one stream. A stream delivers one event at a time, so there is one beginning to remember.
final class MeteringTap: Tap {
  private let meter: StreamMeter
  private let stream: Stream
  private let waiting: Meter?
  /// When the event being delivered began, in nanoseconds since `origin`.
  private let began = Atomic<Int64>(0)
  /// The number of the last event whose delivery has begun.
  private let reached: Atomic<UInt64>
  private let origin = ContinuousClock.now

  private struct Stream: Sendable {
    weak let app: AppStream?
  }

  /// - Parameter waiting: What is told how many events wait, if anybody is to be.
  init(_ meter: StreamMeter, _ app: AppStream?, waiting: Meter?) {
    self.meter = meter
    self.waiting = waiting
    stream = Stream(app: app)
    reached = Atomic(app?.acceptedCount ?? 0)
    if app != nil, waiting != nil { watch() }
  }

  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    // Only of answers: looking into an event takes a microsecond.
    let outcome: AnswerOutcome = envelope.answers == nil ? .success : AnswerOutcome(of: event)
    meter.passed(Root.eventType, tag: event.tag, envelope, outcome, at: .now)
    reached.store(envelope.sequence, ordering: .relaxed)
    began.store(origin.duration(to: .now).wholeNanoseconds, ordering: .relaxed)
  }

  func didDeliver<Root: Event>(_ event: Root, _ envelope: Envelope) {
    let time = origin.duration(to: .now).wholeNanoseconds - began.load(ordering: .relaxed)
    meter.handled(Root.eventType, tag: event.tag, in: .nanoseconds(time))
    if waiting != nil, let app = stream.app { tellWaiting(in: app) }
  }

  /// Tells what waits, as long as the stream lives: one that stands still delivers nothing that would tell it.
  private func watch() {
    Task { [self] in
      while let app = stream.app, !app.isEnded {
        tellWaiting(in: app)
        try await Self.pause()
      }
    }
  }

  /// Apart, so that nobody holds the stream meanwhile.
  private static func pause() async throws { try await Task.sleep(for: .seconds(1)) }

  private func tellWaiting(in app: AppStream) {
    let (accepted, reached) = (app.acceptedCount, reached.load(ordering: .relaxed))
    waiting?.set(Double(accepted - min(accepted, reached)))
  }
}
