/// Told of what a handler threw and of the event it was handling; of what answers a request too, and of the request.
public typealias FailureHandler = @Sendable (any Error, Envelope) -> Void

/// Told of a request that an ``Answer`` has answered, and not with a failure.
package typealias SuccessHandler = @Sendable (Envelope) -> Void

/// Told of an event's envelope when a stream accepts it, before anyone can answer.
@usableFromInline typealias Accepted = (Envelope) -> Void

/// A stream as asynchronous work sees it. `Sendable`.
public enum StreamHandle: Sendable {
  /// The stream that the whole app shares.
  case app(AppStream)
  /// The way into a session.
  case session(Mailbox)

  var clock: EventClock {
    switch self {
    case .app(let stream): stream.clock
    case .session(let mailbox): mailbox.app.clock
    }
  }

  /// Sends an event from any thread.
  public func send<Root: Event>(_ event: Root, causedBy cause: Envelope? = nil) {
    switch self {
    case .app(let stream): stream.send(event, causedBy: cause)
    case .session(let mailbox): mailbox.send(event, causedBy: cause)
    }
  }
}
