public import EventStream

/// Observes chosen events and has what is made of them posted.
///
/// ```swift
/// let outbox = try AnalyticsOutbox(to: HTTPAnalyticsEndpoint(url), backlog: "analytics.sqlite")
/// let server = AnalyticsServer(outbox) {
///   Report(\CounterEvent.requestAdd, to: outbox) { number in AnalyticsEvent("added", ["by": .whole(Int64(number))]) }
/// }
/// ```
///
/// An app lists it among its servers. What happens in sessions is reported by a server of theirs with ``Report``s to the same
/// outbox. Several may have one outbox, as those of two apps in one `LiveServer`: one of them posts, and the next when that
/// has ended.
///
/// When the server ends, what has been reported is stored, and posted when the app runs again: a `LiveServer` waits for that,
/// and so does `AppStream.finish(within:)`.
public struct AnalyticsServer<Reports: Observers>: Server {
  private let outbox: AnalyticsOutbox
  private let reports: Reports

  /// Makes a server.
  public init(_ outbox: AnalyticsOutbox, @ObserversBuilder _ reports: () -> Reports) {
    self.outbox = outbox
    self.reports = reports()
  }

  /// The reports, and what posts them for as long as the server runs.
  public var observers: some Observers {
    reports
    Posting(outbox: outbox)
  }
}

/// Posts for as long as its server runs.
private struct Posting: Observers {
  let outbox: AnalyticsOutbox

  func start(at place: Place, for server: RunningServer) {
    server.run { [outbox] in await outbox.run() }
  }
}
