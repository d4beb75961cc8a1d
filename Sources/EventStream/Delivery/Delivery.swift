/// The event being delivered, as its observers may need it. One per stream; it says what is delivered *now*.
///
/// Used by whoever delivers, during the delivery only.
public final class Delivery {
  // Exclusivity is unchecked because it changes only between two events.
  @exclusivity(unchecked) @usableFromInline var current = Envelope.none
  /// Whether the event answers a request of the session's own.
  @exclusivity(unchecked) @usableFromInline var isOwnAnswer = false
  @usableFromInline let calling: Calling
  // Safe because a stream outlives its own deliveries.
  @exclusivity(unchecked) @usableFromInline unowned(unsafe) var app: AppStream?
  // Safe because a stream outlives its own deliveries.
  @exclusivity(unchecked) @usableFromInline unowned(unsafe) var session: SessionStream?

  init(calling: Calling) { self.calling = calling }

  /// What travels with the event.
  @inlinable public var envelope: Envelope { current }

  /// Sends an event, whose cause is the one being delivered.
  @inlinable
  public func send<Root: Event>(_ event: Root) {
    if let app { app.send(event, causedBy: current) } else { session?.send(event, causedBy: current) }
  }

  /// The stream for work that goes on after the delivery, on any thread.
  public var handle: StreamHandle? {
    if let app { .app(app) } else { session.map { .session($0.mailbox) } }
  }

  /// The recording that is being played, if one is: nothing acts on the world meanwhile.
  @usableFromInline var replay: SessionReplay? { session?.replay }

  /// A handler threw: fails the request it was working for, and nothing else.
  @usableFromInline
  func fail(_ error: any Error) {
    let envelope = current
    let work = Work.caused(by: envelope)
    if work.request != 0, let answer = EventType.at(Int(work.type))?.failure(Int(work.tag), error) { send(answer) }
    (app?.onFailure ?? session?.onFailure)?(error, envelope)
  }

  /// Announces a call; false if the observer was cancelled before.
  @inlinable @inline(__always)
  func begin(_ observer: AnyObserver) -> Bool { calling.begin(observer) }

  /// The last announced call has returned.
  @inlinable @inline(__always)
  func end() { calling.end() }
}
