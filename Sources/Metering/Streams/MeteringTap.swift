internal import EventStream
internal import Synchronization

/// Measures one stream. A stream delivers one event at a time, so there is one beginning to remember.
final class MeteringTap: Tap {
  private let meter: StreamMeter
  private let stream: Stream
  /// When the event being delivered began, in nanoseconds since `origin`.
  private let began = Atomic<Int64>(0)
  private let origin = ContinuousClock.now

  private struct Stream: Sendable {
    weak let app: AppStream?
  }

  init(_ meter: StreamMeter, _ app: AppStream?) {
    self.meter = meter
    stream = Stream(app: app)
  }

  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    meter.passed(Root.eventType, tag: event.tag, envelope, at: .now)
    began.store(origin.duration(to: .now).wholeNanoseconds, ordering: .relaxed)
  }

  func didDeliver<Root: Event>(_ event: Root, _ envelope: Envelope) {
    let time = origin.duration(to: .now).wholeNanoseconds - began.load(ordering: .relaxed)
    meter.handled(
      Root.eventType, tag: event.tag, in: .nanoseconds(time),
      waiting: stream.app.map { $0.acceptedCount - min($0.acceptedCount, envelope.sequence) })
  }
}
