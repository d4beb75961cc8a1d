public import EventStream

/// "On this case, report what this pure function makes of it."
///
/// On the stream it costs the function and a copy into memory. May stand in any server, one of a session's too.
public struct Report<Key: CaseKey>: Observers {
  private let observer: Do<Key>

  /// Reports what the function returns; nothing where it returns `nil`.
  public init(
    _ path: CasePath<Key>, to outbox: AnalyticsOutbox,
    _ describe: @escaping @Sendable (Key.Payload) -> AnalyticsEvent?
  ) {
    observer = Do(path) { payload, envelope in
      if let event = describe(payload) { outbox.report(event, at: envelope.time, of: envelope.id) }
    }
  }

  /// Begins to observe, until the server ends.
  public func start(at place: Place, for server: RunningServer) { observer.start(at: place, for: server) }
}
