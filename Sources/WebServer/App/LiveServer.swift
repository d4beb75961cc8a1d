public import EventLog
public import EventStream
internal import HTTPTypes
public import Logging
internal import ViewKit

/// Serves an app to browsers.
public struct LiveServer: Sendable {
  private let app: any LiveApp
  private let configuration: ServerConfiguration
  private let logger: Logger
  private let log: (any EventLog)?

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - log: Where all events are recorded. With it, sessions outlive the process: a page finds its session as it was.
  ///   - logger: Gets what an operator should know; never anything secret.
  public init(
    _ app: any LiveApp, configuration: ServerConfiguration, log: (any EventLog)? = nil,
    logger: Logger = Logger(label: "ghostlight")
  ) {
    self.app = app
    self.log = log
    self.configuration = configuration
    self.logger = logger
  }

  /// Starts the app's servers and serves until SIGTERM or SIGINT, or until the task is cancelled.
  ///
  /// What is under way is finished; the process can exit within three seconds whatever is open.
  ///
  /// - Parameters:
  ///   - prepare: Called with the app's stream before anything else: the place for taps such as `printEvents()`.
  ///   - onReady: Called with the true address once the server listens.
  /// - Throws: What keeps it from listening, in words that say how to mend it.
  public func run(
    prepare: (AppStream) -> Void = { _ in }, onReady: @escaping @Sendable (_ address: String) async -> Void = { _ in }
  ) async throws {
    let complain: FailureHandler = { [logger] error, envelope in
      logger.error("a handler failed", metadata: ["event": "\(envelope.id)", "error": "\(error)"])
    }
    // Routes that are wrong stop the program now rather than at its first visitor.
    _ = app.session(for: Visitor())
    let stream = AppStream(onFailure: complain)
    if let log { stream.add(LogTap(log)) }
    prepare(stream)
    for server in app.servers { stream.start(server) }
    let journal = log.map { Journal($0, logger: logger) }
    let store = SessionStore(
      app, stream: stream, configuration: configuration, onFailure: complain, journal: journal)
    let transport = try makeTransport(store, onReady)
    try await withThrowingTaskGroup { group in
      group.addTask { await store.sweepForever() }
      group.addTask { try await transport.run() }
      defer { group.cancelAll() }
      // The sweeper ends only when it is cancelled, so this is the transport's end.
      try await group.next()
    }
    await store.end()
    stream.end()
    try await log?.close()
  }

  private func makeTransport(
    _ store: SessionStore, _ onReady: @escaping @Sendable (String) async -> Void
  ) throws -> LiveTransport {
    var settings = TransportConfiguration(host: configuration.host, port: configuration.port)
    settings.tls = configuration.tls.map { TLSFiles(certificate: $0.certificate, privateKey: $0.key) }
    settings.maximumMessageBytes = configuration.maximumMessageBytes
    let pages = PageResponder(app, store: store, configuration: configuration)
    let connection = LiveConnection(store: store, configuration: configuration, logger: logger)
    let scheme = configuration.tls == nil ? "http" : "https"
    let host = configuration.host
    return try LiveTransport(
      configuration: settings, responder: pages, upgradePath: "/ghostlight/live",
      decide: { request in
        guard SameOrigin.allows(origin: request.head.headerFields[.origin], authority: request.head.authority) else {
          return .refuse(status: .forbidden, text: "A page of another site may not open a live connection here.\n")
        }
        return .accept(VisitorCookie.visitor(in: request.head.headerFields[.cookie]))
      },
      serve: { socket, visitor in await connection.serve(socket, visitor: visitor) },
      onReady: { port in await onReady("\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)/") },
      logger: logger)
  }
}
